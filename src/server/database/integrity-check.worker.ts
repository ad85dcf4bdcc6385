import { DatabaseSync } from 'node:sqlite';
import { workerData } from 'node:worker_threads';
import { answerJobs } from '../worker-thread.ts';

const { path } = workerData as { path: string };
const file = new DatabaseSync(path, { readOnly: true, timeout: 5_000 });

answerJobs(({ maxProblems }: { maxProblems: number }): string[] => {
  const rows = file.prepare(`pragma integrity_check(${maxProblems})`).all();
  return rows.map((row) => String(row['integrity_check']));
});
