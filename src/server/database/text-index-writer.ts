import type { Config } from '../config.ts';
import { makeWorkerThread } from '../worker-thread.ts';
import type { Db } from './db.ts';
import { indexText } from './dialect/text-index.ts';
import { databasePath } from './open.ts';

/** Writes the full-text index. */
export type TextIndexWriter = {
  /**
   * Writes the words of a text, separated by spaces, unless the text has been deleted. Must not be called within a
   * transaction: with SQLite, the thread would wait for its end.
   */
  add: (id: number, words: string) => Promise<void>;
  stop: () => Promise<void>;
};

export type IndexedText = { id: number; words: string };

// Other writers wait for the thread, and the thread waits for them. The limit is far above the time that the largest
// text takes.
const timeoutMs = 30_000;

/** SQLite takes long to index a long text, so a thread with a connection of its own does it. PostgreSQL does it itself. */
export function openTextIndexWriter(config: Config, db: Db): TextIndexWriter {
  if (config.databaseUrl) return { add: (id, words) => indexText(db, id, words), stop: async () => {} };
  const thread = makeWorkerThread<IndexedText, null>(new URL('./text-index-writer.worker.ts', import.meta.url), {
    timeoutMs,
    data: { path: databasePath(config.dataDir) },
  });
  return { add: async (id, words) => void (await thread.run({ id, words })), stop: thread.stop };
}
