import { DatabaseSync } from 'node:sqlite';
import { workerData } from 'node:worker_threads';
import { answerJobs } from '../worker-thread.ts';
import type { Progress } from './checkpoints.ts';

// Writers wait at most this long for a reader that needs pages of the log.
const waitMs = 50;

const { path } = workerData as { path: string };
const file = new DatabaseSync(path, { timeout: waitMs });

// The first kind lets others write meanwhile. The second one holds the lock for writing until all pages are moved, so that
// the next writer starts the log from its beginning.
const passive = file.prepare('pragma wal_checkpoint(passive)');
const full = file.prepare('pragma wal_checkpoint(full)');

const maxSteps = 5;
/** Pages that are moved quickly enough under the lock. */
const fewPages = 100;

answerJobs(({ maxLogPages }: { maxLogPages: number }): Progress => {
  let progress: Progress = { log: 0, checkpointed: 0 };
  for (let step = 0; step < maxSteps; step += 1) {
    progress = passive.get() as Progress;
    if (progress.log - progress.checkpointed < fewPages) break;
  }
  return progress.log < maxLogPages ? progress : (full.get() as Progress);
});
