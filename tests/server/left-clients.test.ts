import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { EventEmitter, once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, sql } from 'kysely';
import { awaitedResponse, ClientLeft } from '#server/awaited-response.ts';
import { sqliteReadPoolDialect } from '#server/database/sqlite-read-pool.ts';
import { openSqliteFile } from '#server/database/sqlite.ts';
import { asAdmin } from '#tests/make.ts';
import { openTestApp } from '#tests/test-app.ts';

const onPostgres = process.env['DATABASE_URL'] !== undefined;

test('a query that waits for a read thread is not run when its client has left', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'stowage-left-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'stowage.db');
  openSqliteFile(path).close();
  const db = new Kysely<unknown>({ dialect: sqliteReadPoolDialect(path) });
  t.after(() => db.destroy());
  const count = (last: number) =>
    sql`with recursive counted(n) as (select 1 union all select n + 1 from counted where n < ${last})
      select count(*) as rows from counted`.execute(db);
  const before = [count(1_000_000), count(1_000_000)];
  const response = new PassThrough();
  const waiting = awaitedResponse.run(response, () => count(1));
  response.destroy();
  await assert.rejects(waiting, ClientLeft);
  await Promise.all(before);
});

test(
  'a statement of PostgreSQL ends when the client that waits for its answer leaves',
  { skip: !onPostgres && 'about a database server', timeout: 60_000 },
  async (t) => {
    const app = await openTestApp({});
    t.after(() => app.close());
    const admin = await asAdmin(app);
    const errors = new EventEmitter();
    const onError = (message: unknown) => void errors.emit('failed', (message as { error: unknown }).error);
    subscribe('tracing:fastify.request.handler:error', onError);
    t.after(() => unsubscribe('tracing:fastify.request.handler:error', onError));
    await app.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.app.server.address() as AddressInfo;
    const blocked = async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(app.ctx.db);
      return rows[0]?.count;
    };
    await app.ctx.db.transaction().execute(async (tx) => {
      await sql`lock table teams in access exclusive mode`.execute(tx);
      const cookie = [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const asked = request({ host: '127.0.0.1', port, path: '/api/teams', headers: { cookie } });
      asked.on('error', () => {});
      asked.end();
      while ((await blocked()) !== 1) await sleep(20);
      const failed = once(errors, 'failed');
      asked.destroy();
      assert.ok((await failed)[0] instanceof ClientLeft);
    });
    assert.equal((await admin.send({ method: 'GET', url: '/api/teams' })).statusCode, 200);
  },
);
