import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { TestContext } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { containersContract } from '#features/containers/core/containers.contract.ts';
import { readPermissionTable } from '#server/access/access.queries.ts';
import type { Db } from '#server/database/db.ts';
import { connectDatabase } from '#server/database/open.ts';
import { findModule, mayView } from '#shared/access.ts';
import { productModules } from '#shared/product-modules.ts';
import { signedInAs } from '#tests/make.ts';
import { useTestApp } from '#tests/test-app.ts';

const role = 3;
const module = productModules.containers;

async function setPermission(db: Db, can_view: 0 | 1): Promise<void> {
  const { modules } = await readPermissionTable(db);
  const moduleId = findModule(modules, module)?.id ?? 0;
  await db
    .updateTable('permissions')
    .set({ can_view })
    .where('module_id', '=', moduleId)
    .where('role_id', '=', role)
    .execute();
}

const hasPermission = async (db: Db) => mayView(await readPermissionTable(db), role, module);

describe('a change of a right takes effect with the next call', () => {
  const app = useTestApp();

  /** Signs in as a user with the role. `otherProcess` is a second connection, as `npm run admin` has one. */
  const setUp = async (t: TestContext) => {
    const otherProcess = await connectDatabase(app.ctx.config);
    t.after(() => otherProcess.destroy());
    const { visitor, id } = await signedInAs(app, { role, team: null });
    const statusOfCall = async () => (await visitor.call(containersContract.page, { limit: 10 })).status;
    return { thisProcess: app.ctx.db, otherProcess, id, statusOfCall };
  };

  for (const [title, by] of [
    ['this process', 'thisProcess'],
    ['another process', 'otherProcess'],
  ] as const) {
    test(`when ${title} changes the permission`, async (t) => {
      const { statusOfCall, [by]: writer } = await setUp(t);
      await setPermission(writer, 1);
      assert.equal(await statusOfCall(), 200);
      await setPermission(writer, 0);
      assert.equal(await statusOfCall(), 403);
      await setPermission(writer, 1);
      assert.equal(await statusOfCall(), 200);
    });
  }

  test('when a transaction changes it, with the state that the transaction commits', async () => {
    const { db } = app.ctx;
    await setPermission(db, 1);
    const [meanwhile] = await db.transaction().execute(async (tx) => {
      await setPermission(tx, 0);
      assert.equal(await hasPermission(tx), false);
      // In an array, because a transaction waits for a promise that its function returns.
      const reading = [hasPermission(db)];
      await turn();
      await setPermission(tx, 1);
      return reading;
    });
    assert.equal(await meanwhile, true);
    const rolledBack = db.transaction().execute(async (tx) => {
      await setPermission(tx, 0);
      throw new Error('roll back');
    });
    await assert.rejects(rolledBack, /roll back/);
    assert.equal(await hasPermission(db), true);
  });

  test('when another process suspends the account', async (t) => {
    const { otherProcess, id, statusOfCall } = await setUp(t);
    await setPermission(otherProcess, 1);
    const suspend = (suspended_at: string | null) =>
      otherProcess.updateTable('users').set({ suspended_at }).where('id', '=', id).execute();
    await suspend(app.now().toISOString());
    assert.equal(await statusOfCall(), 401);
    await suspend(null);
    assert.equal(await statusOfCall(), 200);
  });
});
