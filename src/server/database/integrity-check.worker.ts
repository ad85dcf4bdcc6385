import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';

// The check of a large database takes minutes, so it runs on a thread of its own.

const { path, maxProblems } = workerData as { path: string; maxProblems: number };
const file = new DatabaseSync(path, { readOnly: true, timeout: 5_000 });
const rows = file.prepare(`pragma integrity_check(${maxProblems})`).all();
parentPort?.postMessage(rows.map((row) => String(row['integrity_check'])));
