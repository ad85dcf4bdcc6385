import { DatabaseSync } from 'node:sqlite';
import type { SQLInputValue, StatementSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import type { Question, Reply } from './sqlite-readers.ts';

// Answers one question after another on a connection of its own, so that a long one holds up nobody else's call.

const { path } = workerData as { path: string };
const file = new DatabaseSync(path, { readOnly: true, timeout: 2_000 });
// Nothing of the file is mapped: what a long list passes by would count as memory of the program.
file.exec('pragma temp_store = memory; pragma cache_size = -16384;');

const keptStatements = 200;
const statements = new Map<string, StatementSync>();

function prepare(sql: string): StatementSync {
  const kept = statements.get(sql);
  if (kept) return kept;
  if (statements.size >= keptStatements) statements.clear();
  const statement = file.prepare(sql);
  statements.set(sql, statement);
  return statement;
}

parentPort?.on('message', ({ id, sql, parameters }: Question) => {
  let reply: Reply;
  try {
    reply = { id, rows: prepare(sql).all(...(parameters as SQLInputValue[])) };
  } catch (error) {
    const { message, errcode } = error as Error & { errcode?: number };
    reply = { id, failure: { message, errcode } };
  }
  parentPort?.postMessage(reply);
});
