import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Config } from '../config.ts';
import { isDatabaseDamaged } from './dialect/errors.ts';
import { databasePath } from './open.ts';

// One problem is reason enough for a restore. The others only show the affected tables.
const maxProblems = 10;

/**
 * Reads a whole embedded database and compares it with its indexes. Returns the problems that were found. A PostgreSQL
 * server checks its own pages.
 */
export async function findDatabaseDamage(config: Config, signal?: AbortSignal): Promise<string[]> {
  if (config.databaseUrl) return [];
  const worker = new Worker(new URL('./integrity-check.worker.ts', import.meta.url), {
    workerData: { path: databasePath(config.dataDir), maxProblems },
  });
  try {
    const [problems] = (await once(worker, 'message', signal ? { signal } : {})) as [string[]];
    return problems.filter((problem) => problem !== 'ok');
  } catch (error) {
    if (isDatabaseDamaged(error)) return [(error as Error).message];
    throw error;
  } finally {
    await worker.terminate();
  }
}
