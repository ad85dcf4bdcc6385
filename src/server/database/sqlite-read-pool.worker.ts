import { DatabaseSync } from 'node:sqlite';
import type { SQLInputValue, StatementSync } from 'node:sqlite';
import { workerData } from 'node:worker_threads';
import { answerJobs } from '../worker-thread.ts';
import type { Query } from './sqlite-read-pool.ts';

// Runs one query after another on a connection of its own, so that a long query does not block the main thread.

const { path } = workerData as { path: string };
const file = new DatabaseSync(path, { readOnly: true, timeout: 2_000 });
// The allocator keeps most of this cache after the end of the thread. A larger one made no search faster.
file.exec('pragma temp_store = memory; pragma cache_size = -4096;');

const maxStatements = 200;
const statements = new Map<string, StatementSync>();

function prepare(sql: string): StatementSync {
  const prepared = statements.get(sql);
  if (prepared) return prepared;
  if (statements.size >= maxStatements) statements.clear();
  const statement = file.prepare(sql);
  statements.set(sql, statement);
  return statement;
}

answerJobs(({ sql, parameters }: Query) => prepare(sql).all(...(parameters as SQLInputValue[])));
