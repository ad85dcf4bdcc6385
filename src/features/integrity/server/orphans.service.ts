import { listNamedBlobs } from '#features/files/server/files.queries.ts';
import type { Parts } from '#server/parts.ts';
import { listDoomedBlobs } from './integrity.queries.ts';

const atATime = 500;

/** What was written so recently may belong to an upload that is still under way. */
const youngMs = 60 * 60 * 1000;

/** Blobs in the store that no record names and nobody is about to name or to remove. `seen` is called for every one that is looked at. */
export async function* orphanedBlobs(
  parts: Pick<Parts, 'db' | 'blobs' | 'clock'>,
  seen: () => void,
): AsyncGenerator<string> {
  const youngSince = parts.clock().getTime() - youngMs;
  let keys: string[] = [];
  for await (const { key, changedAt, isInDoubt } of parts.blobs.list()) {
    seen();
    if (isInDoubt || changedAt.getTime() > youngSince) continue;
    keys.push(key);
    if (keys.length < atATime) continue;
    yield* orphansAmong(parts, keys);
    keys = [];
  }
  yield* orphansAmong(parts, keys);
}

/** In this order: a record that goes leaves a doomed blob behind, and that note stays until the blob is gone. */
async function* orphansAmong({ db, blobs }: Pick<Parts, 'db' | 'blobs'>, keys: string[]): AsyncGenerator<string> {
  const named = await listNamedBlobs(db, keys);
  const unnamed = keys.filter((key) => !named.has(key));
  const doomed = await listDoomedBlobs(db, unnamed);
  for (const key of unnamed.filter((one) => !doomed.has(one))) {
    const blob = await blobs.open(key);
    if (!blob) continue;
    await blob.close();
    yield key;
  }
}
