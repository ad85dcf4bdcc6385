import { makeExtractionWorker } from '#features/extraction/server/extraction-worker.ts';
import { extractPending } from '#features/extraction/server/extraction.service.ts';
import { retypeStored } from '#features/files/server/core/retype.service.ts';
import { indexStored } from '#features/papers/server/number-index.service.ts';
import type { Job } from '../scheduler.ts';

/** Creates the thumbnail, the image of the first page and the searchable text of stored files. */
export function extractContent(): Job {
  // The worker process serves several runs. It ends after some idle seconds, or when the job is stopped.
  const worker = makeExtractionWorker();
  return {
    name: 'reading the stored files',
    // A thumbnail exists about this long after the upload. A run without new files costs one short query.
    intervalMs: 2_000,
    isShared: true,
    run: async (ctx, signal) => {
      // The types decide which contents are read.
      await retypeStored(ctx, signal);
      // A text is linked only to containers that are indexed.
      await indexStored(ctx, signal);
      await extractPending(ctx, worker, signal);
    },
    stop: worker.stop,
  };
}
