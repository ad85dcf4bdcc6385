import type { BlobRecord } from '#server/blobs/blob-store.ts';
import { examineBlob } from '#server/blobs/examine-blob.ts';
import type { Problem } from '#server/blobs/examine-blob.ts';
import type { RateLimiter } from '#server/blobs/rate-limiter.ts';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/database/db.ts';
import { reportDamage } from './damage.service.ts';
import { deleteDamage, listDamagedKeys, listRecordedBlobs } from './integrity.queries.ts';
import type { NamedBy } from './integrity.queries.ts';

const pageSize = 500;

/** Returns every blob of a file or version, ordered by key. One page at a time is in memory. */
export async function* recordedBlobs(db: Db, afterKey = ''): AsyncGenerator<BlobRecord> {
  let last = afterKey;
  for (;;) {
    const page = await listRecordedBlobs(db, last, pageSize);
    yield* page;
    if (page.length < pageSize) return;
    last = page.at(-1)?.key ?? last;
  }
}

export type Damage = { key: string; problem: Problem; detail: string; names: NamedBy[] };

// Limits memory. A later verification handles the rest.
const maxKnown = 100_000;

/**
 * Examines blobs, `concurrency` of them in parallel. Records damaged blobs and sends notifications about them. Deletes the
 * records of repaired blobs and returns their number.
 */
export async function verifyBlobs(
  ctx: Pick<Context, 'db' | 'blobs' | 'clock' | 'events'> & { metrics?: Context['metrics'] },
  records: AsyncGenerator<BlobRecord>,
  on: {
    concurrency: number;
    rateLimiter?: RateLimiter;
    whole: (record: BlobRecord, fingerprint: string) => void | Promise<void>;
    damaged: (damage: Damage, record: BlobRecord) => void | Promise<void>;
  },
): Promise<{ mended: number }> {
  const { db, blobs } = ctx;
  const known = new Set(await listDamagedKeys(db, maxKnown));
  const report = reportDamage(ctx);
  let mended = 0;
  const examine = async (record: BlobRecord) => {
    const { key } = record;
    const found = await examineBlob(blobs, record, on.rateLimiter);
    if (!found.problem) {
      if (known.has(key)) mended += await deleteDamage(db, [key]);
      return on.whole(record, found.fingerprint);
    }
    const { problem, detail } = found;
    // Throws if the store is unavailable, for example a folder that is no longer mounted: that is not damage.
    if (problem === 'missing') await blobs.check();
    const names = await report.add(key, problem);
    // No names: the file was deleted permanently in the meantime.
    if (names.length > 0) await on.damaged({ key, problem, detail, names }, record);
  };
  const work = async () => {
    for (let next = await records.next(); !next.done; next = await records.next()) await examine(next.value);
  };
  try {
    await Promise.all(Array.from({ length: on.concurrency }, work));
  } finally {
    await report.end();
  }
  return { mended };
}
