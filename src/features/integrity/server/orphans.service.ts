import { listNamedBlobs } from '#features/files/server/core/files.queries.ts';
import type { Context } from '#server/context.ts';
import { listPendingBlobDeletions } from './integrity.queries.ts';

const batchSize = 500;

/** Blobs younger than this may belong to an upload that has not finished. */
const youngMs = 60 * 60 * 1000;

/**
 * Returns the blobs in the store without a file or version, except those that belong to a running upload or wait for
 * deletion. Calls `onBlob` for every blob that is checked.
 */
export async function* orphanedBlobs(
  ctx: Pick<Context, 'db' | 'blobs' | 'clock'>,
  onBlob: () => void,
): AsyncGenerator<string> {
  const youngSince = ctx.clock().getTime() - youngMs;
  let keys: string[] = [];
  for await (const { key, changedAt, isInDoubt } of ctx.blobs.list()) {
    onBlob();
    if (isInDoubt || changedAt.getTime() > youngSince) continue;
    keys.push(key);
    if (keys.length < batchSize) continue;
    yield* orphansAmong(ctx, keys);
    keys = [];
  }
  yield* orphansAmong(ctx, keys);
}

/**
 * The order of the queries matters: deleting a file adds a pending blob deletion in the same transaction, and that record
 * stays until the blob is deleted.
 */
async function* orphansAmong({ db, blobs }: Pick<Context, 'db' | 'blobs'>, keys: string[]): AsyncGenerator<string> {
  const named = await listNamedBlobs(db, keys);
  const unnamed = keys.filter((key) => !named.has(key));
  const pending = await listPendingBlobDeletions(db, unnamed);
  for (const key of unnamed.filter((one) => !pending.has(one))) {
    const blob = await blobs.open(key);
    if (!blob) continue;
    await blob.close();
    yield key;
  }
}
