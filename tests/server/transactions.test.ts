import assert from 'node:assert/strict';
import { test } from 'node:test';
import { teamsContract } from '#features/teams/teams.contract.ts';
import { asAdmin, makeTeam } from '#tests/make.ts';
import { openTestApp } from '#tests/test-app.ts';
import { lockRow } from '../../src/server/database/dialect/locks.ts';

test(
  'a call that only reads is answered while another call has a transaction open, and does not see its changes',
  { timeout: 60_000 },
  async (t) => {
    const app = await openTestApp();
    t.after(app.close);
    const admin = await asAdmin(app);
    const id = await makeTeam(app, 'Before');
    const nameOf = async () => {
      const { body, status } = await admin.call(teamsContract.list, {});
      assert.equal(status, 200);
      return body.find((team) => team.id === id)?.name;
    };
    await app.ctx.db.transaction().execute(async (trx) => {
      await trx.updateTable('teams').set({ name: 'After' }).where('id', '=', id).execute();
      assert.equal(await nameOf(), 'Before');
    });
    assert.equal(await nameOf(), 'After');
  },
);

test('writes of different calls take turns, and a failed one lets the next begin', async (t) => {
  const app = await openTestApp();
  t.after(app.close);
  const { db } = app.ctx;
  const id = await makeTeam(app, '0');
  const increment = async (fails: boolean) =>
    db.transaction().execute(async (trx) => {
      await lockRow(trx, 'teams', id);
      const { name } = await trx.selectFrom('teams').select('name').where('id', '=', id).executeTakeFirstOrThrow();
      await trx
        .updateTable('teams')
        .set({ name: `${Number(name) + 1}` })
        .where('id', '=', id)
        .execute();
      if (fails) throw new Error('given up');
    });
  const results = await Promise.allSettled(Array.from({ length: 20 }, async (_, index) => increment(index % 2 === 1)));
  assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 10);
  const stored = await db.selectFrom('teams').select('name').where('id', '=', id).executeTakeFirst();
  assert.equal(stored?.name, '10');
});
