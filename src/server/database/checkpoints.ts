import type { DatabaseSync } from 'node:sqlite';
import { makeWorkerThread } from '../worker-thread.ts';

export type Checkpoints = { afterCommit: () => void; stop: () => Promise<void> };

/** Pages of the write-ahead log: of how many there are, how many are in the database file too. */
export type Progress = { log: number; checkpointed: number };

/** Pages that are moved at a time, 4 MiB. */
const pagesAtOnce = 1_000;

/** From this size on, 16 MiB, the log has to start again from its beginning. */
export const maxLogPages = 4_000;

/**
 * Without the thread, a commit moves the pages of a log of this size, 128 MiB, by itself. It is larger than the log of the
 * largest transaction, because the commit would hold the event loop.
 */
export const automaticCheckpointPages = 32_000;

// While a reader needs pages of the log, the next try follows after this pause.
const retryAfterMs = 1_000;
const timeoutMs = 60_000;

/**
 * Checkpoints: moves the pages of the write-ahead log into the database file. A thread with a connection of its own does it,
 * because copying and flushing thousands of pages would hold the event loop. Call `afterCommit` after each commit of `writer`.
 */
export function makeCheckpoints(path: string, writer: DatabaseSync): Checkpoints {
  writer.exec(`pragma wal_autocheckpoint = ${automaticCheckpointPages}`);
  const measure = writer.prepare('pragma wal_checkpoint(noop)');
  const thread = makeWorkerThread<{ maxLogPages: number }, Progress>(
    new URL('./checkpoints.worker.ts', import.meta.url),
    { timeoutMs, data: { path } },
  );
  let isRunning = false;
  let notBefore = 0;

  const isDue = () => {
    try {
      const { log, checkpointed } = measure.get() as Progress;
      return log - checkpointed >= pagesAtOnce || log >= maxLogPages;
    } catch {
      // The commit is durable, so an error of the file must not refuse it. The next query meets the error.
      return false;
    }
  };
  const run = async () => {
    isRunning = true;
    try {
      const { log, checkpointed } = await thread.run({ maxLogPages });
      if (checkpointed < log) notBefore = performance.now() + retryAfterMs;
    } catch {
      // The automatic checkpoint of the writer limits the log.
      notBefore = performance.now() + retryAfterMs;
    } finally {
      isRunning = false;
    }
  };
  return {
    afterCommit: () => {
      if (!isRunning && performance.now() >= notBefore && isDue()) void run();
    },
    stop: thread.stop,
  };
}
