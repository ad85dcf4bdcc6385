import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayMs } from '#shared/calendar.ts';
import { dropAuditGuards } from '#tests/audit.ts';
import { openTestApp } from '#tests/test-app.ts';
import type { TestApp } from '#tests/test-app.ts';
import { recordAudit } from './audit.queries.ts';
import { pruneAudit, sealAll, verifyChain } from './chain.service.ts';

/** Records views of files, one entry for each. */
const recordViews = ({ ctx, now }: TestApp, count: number) =>
  recordAudit(
    { tx: ctx.db, by: { id: 1, name: 'Ann', address: '192.0.2.1' }, at: now().toISOString() },
    'file.viewed',
    ...Array.from({ length: count }, (_, id) => ({ id: id + 1, name: `${id + 1}.pdf` })),
  );

async function breaksIn({ ctx }: TestApp) {
  const { broken, breaks } = await verifyChain(ctx.db);
  assert.equal(broken, breaks.length);
  return breaks;
}

test('entries are sealed in order and once each, and the database refuses to change or delete them', async (t) => {
  const app = await openTestApp();
  t.after(app.close);
  const { db } = app.ctx;
  await Promise.all([recordViews(app, 300), sealAll(db), recordViews(app, 400), sealAll(db), recordViews(app, 500)]);
  const ends = await Promise.all([sealAll(db), sealAll(db), sealAll(db)]);
  assert.equal(ends[0]?.seq, 1200);
  assert.match(ends[0]?.hash ?? '', /^[0-9a-f]{64}$/);
  const { hash } = ends[0];
  assert.deepEqual(await verifyChain(db), { entries: 1200, newest: { number: 1200, hash }, broken: 0, breaks: [] });

  const entries = db.updateTable('audit_entries');
  const refused = /never changed/;
  await recordViews(app, 1);
  await assert.rejects(entries.set({ user_name: 'Bo' }).execute(), refused);
  await sealAll(db);
  await assert.rejects(entries.set({ hash: 'x' }).where('seq', '=', 5).execute(), refused);
  await assert.rejects(db.deleteFrom('audit_entries').where('seq', '=', 5).execute(), refused);
  assert.deepEqual(await breaksIn(app), []);
});

test('after old entries are pruned the chain is valid, and changes that bypass the guards are found', async (t) => {
  const app = await openTestApp();
  t.after(app.close);
  const { db } = app.ctx;
  await recordViews(app, 30);
  await sealAll(db);
  app.setNow(new Date(Date.now() + 401 * dayMs));
  await recordViews(app, 20);
  await sealAll(db);
  await pruneAudit(app.ctx);
  const { entries, newest, broken } = await verifyChain(db);
  assert.deepEqual([entries, newest.number, broken], [20, 50, 0]);

  await dropAuditGuards(app.ctx);
  const at = (seq: number) => db.updateTable('audit_entries').where('seq', '=', seq);
  const read = (seq: number) =>
    db.selectFrom('audit_entries').selectAll().where('seq', '=', seq).executeTakeFirstOrThrow();
  const remove = (seq: number) => db.deleteFrom('audit_entries').where('seq', '=', seq).execute();
  const row = await read(36);

  await at(36).set({ user_name: 'Bo' }).execute();
  assert.deepEqual(await breaksIn(app), [{ number: 36, problem: 'changed' }]);
  await at(36).set({ user_name: 'Ann' }).execute();
  assert.deepEqual(await breaksIn(app), []);

  await remove(36);
  assert.deepEqual(await breaksIn(app), [{ number: 36, problem: 'missing' }]);
  await db.insertInto('audit_entries').values(row).execute();
  assert.deepEqual(await breaksIn(app), []);

  await db
    .insertInto('audit_entries')
    .values({ ...row, id: row.id + 1_000, seq: 51 })
    .execute();
  assert.deepEqual(await breaksIn(app), [{ number: 51, problem: 'added' }]);
  await at(51).set({ seq: 7 }).execute();
  assert.deepEqual(await breaksIn(app), [{ number: 7, problem: 'added' }]);
  await remove(7);

  const last = await read(50);
  await remove(50);
  assert.deepEqual(await breaksIn(app), [{ number: 50, problem: 'missing' }]);
  await db
    .insertInto('audit_entries')
    .values({ ...last, hash: '0'.repeat(64) })
    .execute();
  assert.deepEqual(await breaksIn(app), [{ number: 50, problem: 'changed' }]);
});

test('an entry that is committed late takes a later position in the chain', async (t) => {
  const app = await openTestApp();
  t.after(app.close);
  if (!app.ctx.config.databaseUrl) return t.skip('SQLite runs one transaction at a time');
  const actor = { id: 1, name: 'Ann', address: null };
  const at = app.now().toISOString();
  await app.ctx.db.transaction().execute(async (tx) => {
    await recordAudit({ tx, by: actor, at }, 'team.created', { id: 1 });
    await recordAudit({ tx: app.ctx.db, by: actor, at }, 'team.created', { id: 2 });
    assert.equal((await sealAll(app.ctx.db)).seq, 1);
  });
  assert.equal((await sealAll(app.ctx.db)).seq, 2);
  assert.equal((await verifyChain(app.ctx.db)).broken, 0);
});
