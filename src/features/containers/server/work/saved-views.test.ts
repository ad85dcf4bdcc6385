import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { tableColumns } from '#features/containers/list/container-table.rules.ts';
import { containerWorkContract as work } from '#features/containers/work/container-work.contract.ts';
import type { SavedView } from '#features/containers/work/container-work.contract.ts';
import { makeTeam, signedInAs } from '#tests/make.ts';
import { useTestApp } from '#tests/test-app.ts';
import type { Visitor } from '#tests/visitor.ts';

const input = { name: 'Late', query: 'preset=late_now', columns: ['name', 'eta'] };

describe('saved views', () => {
  const app = useTestApp();
  /** By role: two administrators, two managers and two users. */
  const people: Record<1 | 2 | 3, Visitor[]> = { 1: [], 2: [], 3: [] };
  before(async () => {
    for (const role of [1, 2, 3] as const)
      for (let count = 0; count < 2; count += 1)
        people[role].push((await signedInAs(app, { role, team: role === 1 ? null : await makeTeam(app) })).visitor);
  });
  const save = async (visitor: Visitor, shared = false) =>
    (await visitor.call(work.saveView, { ...input, shared })).body;
  const seenBy = async (visitor: Visitor, { id }: SavedView) =>
    (await visitor.call(work.views, {})).body.find((view) => view.id === id);
  const change = (visitor: Visitor, { id, shared }: SavedView) =>
    visitor.call(work.changeView, { ...input, id, shared, name: 'Changed' });

  for (const role of [1, 2, 3] as const)
    test(`an own view of role ${role} is seen, changed and deleted by its author only`, async () => {
      const [author, ...others] = [...people[role], ...Object.values(people).flat()] as [Visitor, ...Visitor[]];
      const view = await save(author);
      assert.deepEqual(view, { ...input, id: view.id, shared: false, mine: true });
      for (const other of others.filter((one) => one !== author)) {
        assert.equal(await seenBy(other, view), undefined);
        assert.equal((await change(other, view)).status, 404);
        assert.equal((await other.call(work.removeView, { id: view.id })).status, 404);
      }
      assert.equal((await change(author, view)).body.name, 'Changed');
      assert.equal((await seenBy(author, view))?.name, 'Changed');
      assert.equal((await author.call(work.removeView, { id: view.id })).status, 204);
      assert.equal(await seenBy(author, view), undefined);
    });

  test('role 3 can neither save a shared view nor share an own one', async () => {
    const [user] = people[3] as [Visitor];
    const answer = await user.call(work.saveView, { ...input, shared: true });
    assert.deepEqual([answer.status, answer.failure.code], [403, 'permission.denied']);
    const own = await save(user);
    assert.equal((await change(user, { ...own, shared: true })).status, 403);
    assert.equal((await seenBy(user, own))?.shared, false);
  });

  for (const role of [1, 2] as const)
    test(`a shared view of role ${role} is seen by all, and changed and deleted by its author and administrators`, async () => {
      const [author] = people[role] as [Visitor];
      for (const visitor of Object.values(people).flat()) {
        const view = await save(author, true);
        const mayChange = visitor === author || people[1].includes(visitor);
        assert.deepEqual(await seenBy(visitor, view), { ...view, mine: mayChange });
        const refused = people[3].includes(visitor) ? 403 : 404;
        assert.equal((await change(visitor, view)).status, mayChange ? 200 : refused);
        assert.equal((await seenBy(author, view))?.name, mayChange ? 'Changed' : 'Late');
        assert.equal((await visitor.call(work.removeView, { id: view.id })).status, mayChange ? 204 : 404);
        assert.equal((await seenBy(author, view)) === undefined, mayChange);
      }
    });

  test('there are at most 100 views of a user and 200 shared ones', async () => {
    const { db } = app.ctx;
    const { visitor, id } = await signedInAs(app, { role: 2, team: await makeTeam(app) });
    const row = { name: 'Filled', query: '', columns: '[]' };
    await db
      .insertInto('saved_views')
      .values(Array.from({ length: 100 }, () => ({ ...row, user_id: id, shared: 0 })))
      .execute();
    const full = await visitor.call(work.saveView, input);
    assert.deepEqual([full.status, full.failure.code], [422, 'container.too_many_views']);
    assert.equal((await change(visitor, (await visitor.call(work.views, {})).body[0] as SavedView)).status, 200);
    const { visitor: manager } = await signedInAs(app, { role: 2, team: await makeTeam(app) });
    const own = await save(manager);
    const { count } = await db
      .selectFrom('saved_views')
      .where('shared', '=', 1)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    await db
      .insertInto('saved_views')
      .values(Array.from({ length: 199 - count }, () => ({ ...row, user_id: id, shared: 1 })))
      .execute();
    const last = await manager.call(work.saveView, { ...input, shared: true });
    assert.equal(last.status, 201);
    for (const answer of [
      await manager.call(work.saveView, { ...input, shared: true }),
      await change(manager, { ...own, shared: true }),
    ])
      assert.deepEqual([answer.status, answer.failure.code], [422, 'container.too_many_views']);
    assert.equal((await change(manager, last.body)).status, 200);
  });

  test('keep every column of the table', async () => {
    const columns = tableColumns.map(({ id }) => id);
    const [admin] = people[1] as [Visitor];
    const { status, body } = await admin.call(work.saveView, { ...input, columns });
    assert.deepEqual([status, body.columns], [201, columns]);
  });
});
