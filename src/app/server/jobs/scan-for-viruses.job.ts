import { deleteExtractions } from '#features/extraction/server/extraction.queries.ts';
import { scanPending } from '#features/virus-scan/server/virus-scan.service.ts';
import { queueStored } from '#features/virus-scan/server/virus-scans.queries.ts';
import type { Job } from '../scheduler.ts';

const batchSize = 500;

/** Scans uploads for viruses, and the files that were stored before there was a scanner. Does nothing without CLAMAV_URL. */
export function scanForViruses(): Job {
  // From the start of the server, because files may have been stored while the scanner was turned off.
  let queued = { files: 0, versions: 0 };
  let pausedUntil = 0;
  const pauseMs = 30_000;
  return {
    name: 'scanning the stored files',
    intervalMs: 2_000,
    isShared: true,
    run: async (ctx, signal) => {
      const now = ctx.clock();
      if (!ctx.config.scanner) return undefined;
      if (now.getTime() < pausedUntil) return 'skipped';
      for (let before; !signal.aborted && before !== queued.files + queued.versions;) {
        before = queued.files + queued.versions;
        queued = await queueStored(ctx.db, queued, batchSize, now.toISOString());
      }
      try {
        await scanPending({ ...ctx, deleteDerived: deleteExtractions }, signal);
        return undefined;
      } catch (error) {
        pausedUntil = ctx.clock().getTime() + pauseMs;
        throw error;
      }
    },
  };
}
