import type { BlobRecord } from '#server/blobs/blob-store.ts';
import { examineBlob } from '#server/blobs/examine-blob.ts';
import type { Problem } from '#server/blobs/examine-blob.ts';
import type { Pace } from '#server/blobs/pace.ts';
import type { Db, Parts } from '#server/parts.ts';
import { reportDamage } from './damage.service.ts';
import { deleteDamage, listDamagedKeys, listRecordedBlobs } from './integrity.queries.ts';
import type { NamedBy } from './integrity.queries.ts';

const recordsAtATime = 500;

/** Every blob that the records name, in the order of their keys; a page in memory at a time. */
export async function* recordedBlobs(db: Db, afterKey = ''): AsyncGenerator<BlobRecord> {
  let last = afterKey;
  for (;;) {
    const page = await listRecordedBlobs(db, last, recordsAtATime);
    yield* page;
    if (page.length < recordsAtATime) return;
    last = page.at(-1)?.key ?? last;
  }
}

export type Damage = { key: string; problem: Problem; detail: string; names: NamedBy[] };

// Those beyond that many are forgotten by a later walk.
const mostMended = 100_000;

/** Examines blobs, `atOnce` of them at a time; keeps and tells what is damaged, and forgets what is well again. */
export async function walkBlobs(
  parts: Pick<Parts, 'db' | 'blobs' | 'clock' | 'events'> & { metrics?: Parts['metrics'] },
  records: AsyncGenerator<BlobRecord>,
  hear: {
    atOnce: number;
    pace?: Pace;
    whole: (record: BlobRecord, stamp: string) => void | Promise<void>;
    damaged: (damage: Damage, record: BlobRecord) => void | Promise<void>;
  },
): Promise<{ mended: number }> {
  const { db, blobs } = parts;
  const known = new Set(await listDamagedKeys(db, mostMended));
  const report = reportDamage(parts);
  let mended = 0;
  const examine = async (record: BlobRecord) => {
    const { key } = record;
    const found = await examineBlob(blobs, record, hear.pace);
    if (!found.problem) {
      const gone = known.has(key) ? await deleteDamage(db, [key]) : 0;
      mended += gone;
      return hear.whole(record, found.stamp);
    }
    const { problem, detail } = found;
    // A folder that is not mounted any more is no damage.
    if (problem === 'missing') await blobs.check();
    const names = await report.add(key, problem);
    // Nobody's content any more: it was deleted for good a moment ago.
    if (names.length > 0) await hear.damaged({ key, problem, detail, names }, record);
  };
  const work = async () => {
    for (let next = await records.next(); !next.done; next = await records.next()) await examine(next.value);
  };
  try {
    await Promise.all(Array.from({ length: hear.atOnce }, work));
  } finally {
    await report.end();
  }
  return { mended };
}
