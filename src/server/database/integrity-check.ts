import type { Config } from '../config.ts';
import { makeWorkerThread } from '../worker-thread.ts';
import { isDatabaseDamaged } from './dialect/errors.ts';
import { databasePath } from './open.ts';

// One problem is reason enough for a restore. The others only show the affected tables.
const maxProblems = 10;

// The check of a large database takes minutes.
const timeoutMs = 12 * 60 * 60 * 1000;

/**
 * Reads a whole embedded database and compares it with its indexes. Returns the problems that were found. A PostgreSQL
 * server checks its own pages.
 */
export async function findDatabaseDamage(config: Config, signal?: AbortSignal): Promise<string[]> {
  if (config.databaseUrl) return [];
  const thread = makeWorkerThread<{ maxProblems: number }, string[]>(
    new URL('./integrity-check.worker.ts', import.meta.url),
    { timeoutMs, data: { path: databasePath(config.dataDir) } },
  );
  try {
    const problems = await thread.run({ maxProblems }, { signal });
    return problems.filter((problem) => problem !== 'ok');
  } catch (error) {
    if (isDatabaseDamaged(error)) return [(error as Error).message];
    throw error;
  } finally {
    await thread.stop();
  }
}
