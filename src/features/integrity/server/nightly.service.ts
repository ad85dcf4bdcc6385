import type { BlobRecord } from '#server/blobs/blob-store.ts';
import { makePace } from '#server/blobs/pace.ts';
import { noteRun, verifyRun } from '#server/database/last-runs.queries.ts';
import type { VerifyResult } from '#server/database/last-runs.queries.ts';
import type { Parts } from '#server/parts.ts';
import { isNight, isRoundDue, nightlyBytesPerSecond, nightlySliceMs } from '../integrity.rules.ts';
import { deleteUnnamedDamage, readRound, saveRound } from './integrity.queries.ts';
import type { Round } from './integrity.queries.ts';
import { recordedBlobs, walkBlobs } from './walk-blobs.service.ts';

// What is read twice after a restart costs little.
const saveEvery = 200;

/** By night reads on where it stopped, slowly and for a few minutes. Every blob gets its turn, and after the last the first again. */
export async function verifyByNight(parts: Parts, signal: AbortSignal): Promise<void> {
  const now = parts.clock();
  if (!isNight(now)) return;
  const before = await readRound(parts.db);
  const goesOn = before !== undefined && before.afterKey !== '';
  if (before && !goesOn && !isRoundDue(before.beganAt, now)) return;
  const round = goesOn ? { ...before } : { afterKey: '', beganAt: now.toISOString(), files: 0, bytes: 0, problems: 0 };
  let read = 0;
  const passed = async ({ key, size }: BlobRecord) => {
    round.afterKey = key;
    round.files += 1;
    round.bytes += size;
    if ((read += 1) % saveEvery === 0) await saveRound(parts.db, round);
  };
  const slice = untilLate(recordedBlobs(parts.reader, round.afterKey), performance.now() + nightlySliceMs);
  try {
    await walkBlobs(parts, slice.records, {
      atOnce: 1,
      pace: makePace(nightlyBytesPerSecond, signal),
      whole: async (record, stamp) => {
        await parts.watch.noteWhole(record, stamp);
        await passed(record);
      },
      damaged: async (_damage, record) => {
        round.problems += 1;
        await passed(record);
      },
    });
    if (slice.isLate()) return;
    round.afterKey = '';
    await deleteUnnamedDamage(parts.db);
    await noteWholeRound(parts, round);
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    await saveRound(parts.db, round);
  }
}

async function noteWholeRound({ db, clock }: Parts, { beganAt, files, bytes, problems }: Round): Promise<void> {
  const result: VerifyResult = { by: 'night', files, bytes, problems };
  const took_ms = clock().getTime() - Date.parse(beganAt);
  await noteRun(db, { name: verifyRun, began_at: beganAt, took_ms, failed: false, result });
}

/** Ends between two blobs: a large one that takes longer than a slice is read to its end all the same. */
function untilLate(source: AsyncGenerator<BlobRecord>, endsAt: number) {
  let isLate = false;
  const take = async function* () {
    for await (const record of source) {
      yield record;
      isLate = performance.now() > endsAt;
      if (isLate) return;
    }
  };
  return { records: take(), isLate: () => isLate };
}
