import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Conflict } from '#features/permissions/permissions.contract.ts';
import { permissionsContract } from '#features/permissions/permissions.contract.ts';
import { valueAt } from '#features/permissions/permissions.rules.ts';
import { teamsContract } from '#features/teams/teams.contract.ts';
import { productModules } from '#shared/product-modules.ts';
import { asAdmin, makeUser, signedIn, signedInAs } from '#tests/make.ts';
import { openTestApp, useTestApp } from '#tests/test-app.ts';
import type { TestApp } from '#tests/test-app.ts';
import type { Visitor } from '#tests/visitor.ts';

const read = async (visitor: Visitor) => (await visitor.call(permissionsContract.list, {})).body;

async function idOf(visitor: Visitor, name: string): Promise<number> {
  return (await read(visitor)).modules.find((module) => module.name === name)?.id as number;
}

const detailsOf = (failure: object) => (failure as { details: Conflict }).details;

/** Signs in as a manager who may open the permissions screen. */
async function asManagerWithPermissions(app: TestApp): Promise<Visitor> {
  const admin = await asAdmin(app);
  const module_id = await idOf(admin, productModules.permissions);
  await admin.call(permissionsContract.save, { permissions: [{ module_id, role_id: 2, can_view: 1 }] });
  return (await signedInAs(app, { role: 2, team: null })).visitor;
}

describe('permissions', () => {
  const app = useTestApp();

  test('are a matrix of eleven modules by three roles, with version 0 before the first save', async (t) => {
    const unsaved = await openTestApp();
    t.after(unsaved.close);
    const admin = await asAdmin(unsaved);
    const matrix = await read(admin);
    assert.deepEqual([matrix.modules.length, matrix.roles.length, matrix.permissions.length], [11, 3, 33]);
    assert.equal(matrix.version, 0);
    assert.deepEqual((await admin.call(permissionsContract.history, {})).body, []);
  });

  test('are saved in the format of the specification: the whole list, without a version', async () => {
    const admin = await asAdmin(app);
    const { permissions } = await read(admin);
    const teams = await idOf(admin, productModules.teams);
    const sent = permissions.map((entry) =>
      entry.module_id === teams && entry.role_id === 3 ? { ...entry, can_view: 1 } : entry,
    );
    const answer = await admin.call(permissionsContract.save, { permissions: sent });
    assert.deepEqual([answer.status, answer.body.message], [200, 'Permissions saved successfully!']);
    assert.deepEqual(answer.body.permissions, sent);
    const after = await read(admin);
    assert.deepEqual([after.permissions, after.version], [sent, answer.body.version]);
    assert.ok(after.version > 0);
  });

  test('are set for named pairs only, as 0, 1, true or false; the last entry of a repeated pair counts', async () => {
    const admin = await asAdmin(app);
    const before = (await read(admin)).permissions;
    const teams = await idOf(admin, productModules.teams);
    const send = async (...values: (number | boolean)[]) => {
      const permissions = values.map((can_view) => ({ module_id: teams, role_id: 3, can_view }));
      const answer = await admin.call(permissionsContract.save, { permissions });
      assert.equal(answer.status, 200);
      return valueAt(answer.body.permissions, { module_id: teams, role_id: 3 });
    };
    assert.deepEqual(
      [await send(0), await send(true), await send(false), await send(1), await send(1, 0)],
      [0, 1, 0, 1, 0],
    );
    await send(1);
    assert.deepEqual((await read(admin)).permissions, before);
    assert.equal((await admin.call(permissionsContract.save, { permissions: [] })).status, 200);
    assert.deepEqual((await read(admin)).permissions, before);
  });

  test('are saved all or not at all', async () => {
    const admin = await asAdmin(app);
    const before = await read(admin);
    const teams = await idOf(admin, productModules.teams);
    const good = { module_id: teams, role_id: 2, can_view: 0 };
    for (const bad of [
      { module_id: 999, role_id: 2, can_view: 1 },
      { module_id: teams, role_id: 9, can_view: 1 },
      { module_id: teams, role_id: 2, can_view: 2 },
      { module_id: teams, role_id: 2, can_view: 'yes' },
      { module_id: teams, role_id: 2, can_view: null },
      { module_id: teams, role_id: 2 },
      { module_id: -1, role_id: 2, can_view: 1 },
      'nonsense',
    ]) {
      const answer = await admin.call(permissionsContract.save, { permissions: [good, bad as never] });
      assert.equal(answer.status, 422, JSON.stringify(bad));
      assert.ok(answer.failure.message && answer.failure.errors, JSON.stringify(bad));
    }
    for (const body of [{}, { permissions: {} }, { permissions: [], version: -1 }, { permissions: [], version: 'x' }]) {
      assert.equal((await admin.call(permissionsContract.save, body as never)).status, 422, JSON.stringify(body));
    }
    assert.deepEqual(await read(admin), before);
  });

  test('keep two modules for administrators, so that they cannot lock themselves out', async () => {
    const admin = await asAdmin(app);
    const before = await read(admin);
    for (const name of [productModules.permissions, productModules.adminDashboard]) {
      const module_id = await idOf(admin, name);
      const answer = await admin.call(permissionsContract.save, {
        permissions: [
          { module_id: await idOf(admin, productModules.files), role_id: 3, can_view: 0 },
          { module_id, role_id: 1, can_view: false },
        ],
      });
      assert.equal(answer.status, 422);
      assert.match(answer.failure.message, new RegExp(`'${name}' stays with the role Administrator`));
      assert.ok(answer.failure.errors?.['permissions']);
    }
    assert.deepEqual(await read(admin), before);
    const mayLeave = await admin.call(permissionsContract.save, {
      permissions: [{ module_id: await idOf(admin, productModules.adminDashboard), role_id: 2, can_view: 1 }],
    });
    assert.equal(mayLeave.status, 200);
  });

  test('are saved by administrators and managers with the module only', async () => {
    const admin = await asAdmin(app);
    const module_id = await idOf(admin, productModules.permissions);
    const manager = await asManagerWithPermissions(app);
    const user = (await signedInAs(app, { role: 3, team: null })).visitor;
    await admin.call(permissionsContract.save, { permissions: [{ module_id, role_id: 3, can_view: 1 }] });
    const saves = (visitor: Visitor) => visitor.call(permissionsContract.save, { permissions: [] });
    assert.equal((await saves(manager)).status, 200);
    assert.equal((await saves(user)).status, 403, 'the module alone does not make a user a manager');
    assert.equal((await user.call(permissionsContract.history, {})).status, 403);
    assert.equal((await user.call(permissionsContract.restore, { id: 0 })).status, 403);
    const taken = await manager.call(permissionsContract.save, {
      permissions: [{ module_id, role_id: 2, can_view: 0 }],
    });
    assert.equal(taken.status, 200, 'a manager may give the module away');
    assert.equal((await saves(manager)).status, 403, 'and has lost it by the next call');
    assert.equal((await manager.call(permissionsContract.history, {})).status, 403);
  });

  test('apply from the next call in open sessions', async () => {
    const admin = await asAdmin(app);
    const { visitor: manager } = await signedInAs(app, { role: 2, team: null });
    const module_id = await idOf(admin, productModules.teams);
    const set = (can_view: number) =>
      admin.call(permissionsContract.save, { permissions: [{ module_id, role_id: 2, can_view }] });
    const creates = async () => (await manager.call(teamsContract.create, { name: 'Any' })).status;
    assert.equal(await creates(), 201);
    await set(0);
    assert.equal(await creates(), 403);
    await set(1);
    assert.equal(await creates(), 201);
  });

  test('of an outdated version are refused with author, time and changes of the newest save', async (t) => {
    const own = await openTestApp();
    t.after(own.close);
    const ann = await makeUser(own, { role: 1, team: null, name: 'Ann Quay' });
    const first = await signedIn(own, ann.email);
    const second = await asAdmin(own);
    const opened = await read(second);
    const files = await idOf(second, productModules.files);
    const teams = await idOf(second, productModules.teams);
    const saved = await first.call(permissionsContract.save, {
      permissions: [{ module_id: files, role_id: 3, can_view: 0 }],
      version: opened.version,
    });
    assert.equal(saved.status, 200);
    const mine = [{ module_id: teams, role_id: 2, can_view: 0 }];
    const refused = await second.call(permissionsContract.save, { permissions: mine, version: opened.version });
    assert.equal(refused.status, 409);
    assert.match(refused.failure.message, /^Ann Quay saved the permissions on \d{4}-\d\d-\d\d \d\d:\d\d \(UTC\)/);
    const details = detailsOf(refused.failure);
    assert.deepEqual(details.changed, [{ module_id: files, role_id: 3, can_view: 0 }]);
    assert.deepEqual([details.version, details.saved_by], [saved.body.version, 'Ann Quay']);
    assert.deepEqual(details.permissions, saved.body.permissions);
    assert.deepEqual((await read(second)).permissions, saved.body.permissions, 'nothing was saved');
    const knowingly = await second.call(permissionsContract.save, { permissions: mine, version: details.version });
    assert.equal(knowingly.status, 200);
    const without = await second.call(permissionsContract.save, {
      permissions: [...mine, { module_id: files, role_id: 3, can_view: 1 }].map((entry) => ({
        ...entry,
        can_view: 1,
      })),
    });
    assert.equal(without.status, 200, 'a client of the specification sends no version');
    const ahead = await second.call(permissionsContract.save, {
      permissions: [],
      version: without.body.version + 50,
    });
    assert.deepEqual([ahead.status, detailsOf(ahead.failure).changed], [409, []]);
  });

  test('have a history, newest first, with author, time and number of changes', async () => {
    const ann = await makeUser(app, { role: 1, team: null, name: 'Ann History' });
    const visitor = await signedIn(app, ann.email);
    const teams = await idOf(visitor, productModules.teams);
    const files = await idOf(visitor, productModules.files);
    const set = (can_view: number) =>
      visitor.call(permissionsContract.save, {
        permissions: [teams, files].map((module_id) => ({ module_id, role_id: 3, can_view })),
      });
    await set(1);
    const { version } = (await set(0)).body;
    const { body: history } = await visitor.call(permissionsContract.history, {});
    const [newest] = history;
    assert.deepEqual([newest?.id, newest?.saved_by, newest?.changes], [version, 'Ann History', 2]);
    assert.deepEqual(
      newest?.changed,
      [teams, files].toSorted((a, b) => a - b).map((module_id) => ({ module_id, role_id: 3, can_view: 0 })),
    );
    assert.match(String(newest?.saved_at), /^\d{4}-.*Z$/);
    assert.deepEqual(
      history.map((entry) => entry.id),
      history.map((entry) => entry.id).toSorted((a, b) => b - a),
    );
    assert.deepEqual(history.at(-1), { id: 0, saved_by: null, saved_at: null, changes: 0, changed: [] });
    await set(1);
  });

  test('of any save, and from before the first save, can be restored as a new version', async () => {
    const admin = await asAdmin(app);
    const before = await read(admin);
    const teams = await idOf(admin, productModules.teams);
    const changed = await admin.call(permissionsContract.save, {
      permissions: [
        { module_id: teams, role_id: 2, can_view: 1 - valueAt(before.permissions, { module_id: teams, role_id: 2 }) },
      ],
    });
    assert.notDeepEqual(changed.body.permissions, before.permissions);
    const back = await admin.call(permissionsContract.restore, { id: before.version });
    assert.deepEqual([back.status, back.body.message], [200, 'Permissions saved successfully!']);
    assert.deepEqual(back.body.permissions, before.permissions);
    assert.ok(back.body.version > changed.body.version);
    const [newest] = (await admin.call(permissionsContract.history, {})).body;
    assert.deepEqual([newest?.id, newest?.changes], [back.body.version, 1]);

    const outdated = await admin.call(permissionsContract.restore, { id: before.version, version: before.version });
    assert.equal(outdated.status, 409);
    assert.equal((await admin.call(permissionsContract.restore, { id: 999_999 })).status, 404);
    assert.equal((await admin.call(permissionsContract.restore, { id: 'x' })).status, 404);

    const first = await admin.call(permissionsContract.restore, { id: 0, version: back.body.version });
    assert.equal(first.status, 200);
    assert.equal(valueAt(first.body.permissions, { module_id: teams, role_id: 2 }), 1);
    assert.equal(valueAt(first.body.permissions, { module_id: teams, role_id: 3 }), 0);
  });

  test('two saves of the matrix at the same time are never mixed', async () => {
    const admin = await asAdmin(app);
    const { modules, roles, version } = await read(admin);
    const matrixOf = (can_view: number) =>
      modules.flatMap(({ id: module_id }) =>
        roles.map(({ role_id }) => ({ module_id, role_id, can_view: role_id === 1 ? 1 : can_view })),
      );
    const people = await Promise.all(
      Array.from({ length: 6 }, async () => (await signedInAs(app, { role: 1, team: null })).visitor),
    );
    const free = await Promise.all(
      [...people, ...people].map((visitor, index) =>
        visitor.call(permissionsContract.save, { permissions: matrixOf(index % 2) }),
      ),
    );
    assert.deepEqual(new Set(free.map((answer) => answer.status)), new Set([200]));
    assert.equal(new Set(free.map((answer) => answer.body.version)).size, 12, 'each has a version of its own');
    for (const { body } of free) {
      const seen = new Set(body.permissions.filter((entry) => entry.role_id !== 1).map((entry) => entry.can_view));
      assert.equal(seen.size, 1, 'one matrix or the other, never a mixture');
    }
    assert.ok(version < (await read(admin)).version);

    const opened = await read(admin);
    const knowing = await Promise.all(
      people.map((visitor, index) =>
        visitor.call(permissionsContract.save, { permissions: matrixOf(index % 2), version: opened.version }),
      ),
    );
    assert.deepEqual(
      knowing.map((answer) => answer.status).toSorted((a, b) => a - b),
      [200, 409, 409, 409, 409, 409],
    );
  });

  test('have a history of the newest 50 saves', async () => {
    const admin = await asAdmin(app);
    for (let saved = 0; saved < 52; saved += 1) await admin.call(permissionsContract.save, { permissions: [] });
    const { body: history } = await admin.call(permissionsContract.history, {});
    assert.equal(history.length, 50);
    assert.ok(history.every((entry) => entry.id > 0 && entry.saved_by !== null));
  });
});
