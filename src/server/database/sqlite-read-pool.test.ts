import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely } from 'kysely';
import { sqliteReadPoolDialect } from './sqlite-read-pool.ts';
import { openSqliteFile } from './sqlite.ts';

/** Returns how often this process has the file open. */
function openCount(path: string): number {
  const links = readdirSync('/proc/self/fd').map((name) => {
    try {
      return readlinkSync(`/proc/self/fd/${name}`);
    } catch {
      return '';
    }
  });
  return links.filter((link) => link === path).length;
}

test(
  'an idle thread ends and closes the database, and the next query starts another',
  { timeout: 60_000 },
  async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'stowage-read-pool-'));
    t.after(() => rmSync(folder, { recursive: true }));
    const path = join(folder, 'stowage.db');
    const writer = openSqliteFile(path);
    writer.exec('create table rows (id integer primary key) strict; insert into rows values (1), (2)');
    const db = new Kysely<{ rows: { id: number } }>({ dialect: sqliteReadPoolDialect(path, { idleMs: 100 }) });
    // SQLite keeps the descriptor of a closed database for the next connection, but not that of its log.
    const log = `${path}-wal`;
    const before = openCount(log);
    for (const id of [1, 2]) {
      assert.deepEqual(await db.selectFrom('rows').selectAll().where('id', '=', id).execute(), [{ id }]);
      assert.equal(openCount(log), before + 1);
      while (openCount(log) > before) await sleep(20);
    }
    await db.destroy();
    writer.close();
  },
);
