import { makeScanReader } from '#features/extraction/server/scan-reader.ts';
import { readPendingScans } from '#features/extraction/server/scans.service.ts';
import type { Job } from '../scheduler.ts';

/** With OCR_LANGUAGES set, recognizes the text of pictures and of PDF files without text. */
export function readScans(): Job {
  // Starts no process before the first scan.
  const reader = makeScanReader();
  let isOff = false;
  return {
    name: 'recognizing the text of scans',
    intervalMs: 10_000,
    isShared: true,
    run: async (ctx, signal) => {
      if (isOff) return;
      await readPendingScans(ctx, reader, signal);
      // The first run has cleared the queue.
      isOff = ctx.config.scanLanguages.length === 0;
    },
    stop: reader.stop,
  };
}
