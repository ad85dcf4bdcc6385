import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely } from 'kysely';
import { automaticCheckpointPages, makeCheckpoints, maxLogPages } from './checkpoints.ts';
import type { Progress } from './checkpoints.ts';
import { openSqliteFile, openSqliteReader, sqliteDialect } from './sqlite.ts';

const pageBytes = 4_096;

function open(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'stowage-checkpoints-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'stowage.db');
  const writer = openSqliteFile(path);
  writer.exec('create table rows (id integer primary key, bytes blob not null) strict');
  const checkpoints = makeCheckpoints(path, writer);
  const dialect = sqliteDialect(writer, { reader: openSqliteReader(path), checkpoints });
  const db = new Kysely<{ rows: { id?: number; bytes: Buffer } }>({ dialect });
  const add = (pages: number) =>
    db
      .insertInto('rows')
      .values({ bytes: Buffer.alloc(pages * pageBytes, 1) })
      .execute();
  const progress = () => writer.prepare('pragma wal_checkpoint(noop)').get() as Progress;
  return { path, db, add, progress };
}

test('the log of SQLite is moved into the database beside the commits', { timeout: 60_000 }, async (t) => {
  const { path, db, add, progress } = open(t);
  // Each commit alone is far below the size at which the writer would move the log by itself.
  for (let pages = 0; pages < 2 * maxLogPages; pages += 500) await add(500);
  for (;;) {
    const { log, checkpointed } = progress();
    if (log - checkpointed < maxLogPages / 2) break;
    await sleep(20);
    await add(1);
  }
  await db.destroy();
  assert.equal(existsSync(`${path}-wal`), false);
  const file = new DatabaseSync(path, { readOnly: true });
  const { pages } = file.prepare(`select sum(length(bytes)) / ${pageBytes} as pages from rows`).get() as {
    pages: number;
  };
  file.close();
  assert.ok(pages >= 2 * maxLogPages);
});

test('the log of SQLite does not grow with the number of commits', { timeout: 60_000 }, async (t) => {
  const { path, db, add } = open(t);
  for (let pages = 0; pages < 1.5 * automaticCheckpointPages; pages += 500) await add(500);
  const bytes = statSync(`${path}-wal`).size;
  await db.destroy();
  assert.ok(bytes < 1.2 * automaticCheckpointPages * pageBytes, `${bytes} bytes`);
});

test('the log of SQLite is moved when the reader that needed it has ended', { timeout: 60_000 }, async (t) => {
  const { path, db, add, progress } = open(t);
  const reader = new DatabaseSync(path, { readOnly: true });
  reader.exec('begin; select count(*) from rows');
  for (let pages = 0; pages < maxLogPages; pages += 500) await add(500);
  const { log, checkpointed } = progress();
  assert.ok(checkpointed < log);
  reader.close();
  for (;;) {
    const now = progress();
    if (now.log < maxLogPages) break;
    await sleep(20);
    await add(1);
  }
  await db.destroy();
});
