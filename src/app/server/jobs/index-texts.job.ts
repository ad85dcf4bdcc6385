import { indexStoredTexts, pruneKnownWords } from '#features/extraction/server/texts.service.ts';
import type { Job } from '../scheduler.ts';
import { hourlyMs } from './intervals.ts';

/** After an upgrade that changes the words of the text search, indexes the stored texts again. Forgets words of deleted texts. */
export const indexTexts: Job = {
  name: 'indexing stored texts again',
  intervalMs: hourlyMs,
  run: async (ctx, signal) => {
    await indexStoredTexts(ctx, signal);
    await pruneKnownWords(ctx, signal);
  },
};
