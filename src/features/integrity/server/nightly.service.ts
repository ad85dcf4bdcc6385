import type { BlobRecord } from '#server/blobs/blob-store.ts';
import { makeRateLimiter } from '#server/blobs/rate-limiter.ts';
import type { Context } from '#server/context.ts';
import { recordRun, verifyRun } from '#server/database/last-runs.queries.ts';
import type { VerifyResult } from '#server/database/last-runs.queries.ts';
import { isNight, isVerificationDue, nightlyBytesPerSecond, nightlySliceMs } from '../integrity.rules.ts';
import { deleteUnnamedDamage, readVerificationRun, saveVerificationRun } from './integrity.queries.ts';
import type { VerificationRun } from './integrity.queries.ts';
import { recordedBlobs, verifyBlobs } from './verify-blobs.service.ts';

// After a crash, at most this many blobs are read a second time.
const saveEvery = 200;

/**
 * Verifies blobs at night, for a few minutes and at a limited rate, and continues at the next run. After the last blob, a
 * new verification begins with the first.
 */
export async function verifyByNight(ctx: Context, signal: AbortSignal): Promise<void> {
  const now = ctx.clock();
  if (!isNight(now)) return;
  const saved = await readVerificationRun(ctx.db);
  const continues = saved !== undefined && saved.afterKey !== '';
  if (saved && !continues && !isVerificationDue(saved.beganAt, now)) return;
  const run = continues ? { ...saved } : { afterKey: '', beganAt: now.toISOString(), files: 0, bytes: 0, problems: 0 };
  let read = 0;
  const advance = async ({ key, size }: BlobRecord) => {
    run.afterKey = key;
    run.files += 1;
    run.bytes += size;
    if ((read += 1) % saveEvery === 0) await saveVerificationRun(ctx.db, run);
  };
  const slice = limitTime(recordedBlobs(ctx.db, run.afterKey), performance.now() + nightlySliceMs);
  try {
    await verifyBlobs(ctx, slice.records, {
      concurrency: 1,
      rateLimiter: makeRateLimiter(nightlyBytesPerSecond, signal),
      whole: async (record, fingerprint) => {
        await ctx.integrityCache.recordWhole(record, fingerprint);
        await advance(record);
      },
      damaged: async (_damage, record) => {
        run.problems += 1;
        await advance(record);
      },
    });
    if (slice.isTimeUp()) return;
    run.afterKey = '';
    await deleteUnnamedDamage(ctx.db);
    await recordVerification(ctx, run);
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    await saveVerificationRun(ctx.db, run);
  }
}

async function recordVerification(
  { db, clock }: Context,
  { beganAt, files, bytes, problems }: VerificationRun,
): Promise<void> {
  const result: VerifyResult = { by: 'night', files, bytes, problems };
  const took_ms = clock().getTime() - Date.parse(beganAt);
  await recordRun(db, { name: verifyRun, began_at: beganAt, took_ms, failed: false, result });
}

/** Ends the sequence after the first blob that passes the time limit. A blob that is being read is read to its end. */
function limitTime(source: AsyncGenerator<BlobRecord>, endsAt: number) {
  let isTimeUp = false;
  const take = async function* () {
    for await (const record of source) {
      yield record;
      isTimeUp = performance.now() > endsAt;
      if (isTimeUp) return;
    }
  };
  return { records: take(), isTimeUp: () => isTimeUp };
}
