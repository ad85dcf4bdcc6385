import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { containersContract } from '#features/containers/core/containers.contract.ts';
import { containerWorkContract } from '#features/containers/work/container-work.contract.ts';
import { teamsContract } from '#features/teams/teams.contract.ts';
import { dayMs } from '#shared/calendar.ts';
import { containersOf } from '#tests/containers.ts';
import { asAdmin, makeTeam, signedInAs } from '#tests/make.ts';
import { signedInAsViewer, teamViewers } from '#tests/team-viewers.ts';
import { useTestApp } from '#tests/test-app.ts';
import { markAllOverdue } from './container-overdue.service.ts';

const calls = containersContract;
const work = containerWorkContract;

describe('a container of a team', () => {
  const app = useTestApp();
  for (const viewer of teamViewers)
    test(`${viewer.who}: ${viewer.sees ? 'seen' : 'hidden'}`, async () => {
      const { role, sees } = viewer;
      const admin = await asAdmin(app);
      const { details, noticesOf, put } = containersOf(app, () => admin);
      const team = await makeTeam(app);
      const { visitor, id: userId } = await signedInAsViewer(app, viewer, team);
      const before = (await visitor.call(calls.counts, {})).body.all;
      const ofTeam = (await admin.call(calls.create, { ...details(), team_id: team })).body;
      const ofAll = (await admin.call(calls.create, details())).body;
      const { body } = await visitor.call(calls.page, { limit: 200 });
      assert.equal(body.found, before + (sees ? 2 : 1));
      assert.equal((await visitor.call(calls.counts, {})).body.all, body.found);
      const has = (rows: { id: number }[], id: number) => rows.some((row) => row.id === id);
      const list = (await visitor.call(calls.list, {})).body;
      for (const rows of [body.containers, list])
        assert.deepEqual([has(rows, ofTeam.id), has(rows, ofAll.id)], [sees, true]);
      const searched = (await visitor.call(calls.page, { search: ofTeam.container_no })).body;
      assert.equal(searched.found, sees ? 1 : 0);
      const status = sees ? 200 : 404;
      const input = { id: ofTeam.id };
      for (const call of [calls.find, calls.history, calls.delayLogs, calls.exFactoryDelayLogs, work.followers])
        assert.equal((await visitor.call(call, input)).status, status, call.path);
      assert.equal((await visitor.call(work.neighbours, input)).status, status);
      assert.equal((await visitor.call(work.comment, { ...input, text: 'x' })).status, sees ? 201 : 404);
      assert.equal((await visitor.call(work.follow, input)).status, sees ? 204 : 404);
      await put(ofTeam.id, 'Delayed', 'Strike');
      const isNotified = (await noticesOf(userId)).some(({ link }) => link?.endsWith(`=${ofTeam.id}`));
      assert.equal(isNotified, sees);
      if (role === 3) return;
      const edit = { ...ofTeam, version: undefined, name: 'New' };
      assert.equal((await visitor.call(calls.update, edit)).status, status);
      assert.equal((await visitor.call(work.delay, { ...input, kind: 'pfi', reason: 'x' })).status, status);
      assert.equal((await visitor.call(calls.changeStatus, { ...input, status: 'Received' })).status, status);
      assert.equal((await visitor.call(calls.remove, input)).status, sees ? 204 : 404);
      if (!sees) await admin.call(calls.remove, input);
      const trash = (await visitor.call(calls.trash, { limit: 200 })).body.containers;
      assert.equal(has(trash, ofTeam.id), sees);
      assert.equal((await visitor.call(calls.restore, input)).status, status);
    });
});

describe('a team with containers', () => {
  const app = useTestApp();

  test('is given only to a team that the caller sees, and stays visible to its creator', async () => {
    const admin = await asAdmin(app);
    const { details } = containersOf(app, () => admin);
    const [own, other] = [await makeTeam(app), await makeTeam(app)];
    const { visitor } = await signedInAs(app, { role: 2, team: own });
    const refused = await visitor.call(calls.create, { ...details(), team_id: other });
    assert.deepEqual([refused.status, refused.failure.code], [422, 'container.team_not_visible']);
    const { body } = await visitor.call(calls.create, { ...details(), team_id: own });
    const moved = await admin.call(calls.update, { ...body, team_id: other });
    assert.equal(moved.status, 200);
    assert.equal((await visitor.call(calls.find, { id: body.id })).status, 200);
    const edit = await visitor.call(calls.update, { ...moved.body, name: 'Renamed' });
    assert.deepEqual([edit.status, edit.body.team_id], [200, other]);
  });

  test('cannot be deleted, because its containers would become visible to all users', async () => {
    const admin = await asAdmin(app);
    const { details } = containersOf(app, () => admin);
    const team = await makeTeam(app);
    const { body } = await admin.call(calls.create, { ...details(), team_id: team });
    assert.equal((await admin.call(teamsContract.usage, { id: team })).body.containers, 1);
    const refused = await admin.call(teamsContract.remove, { id: team });
    assert.deepEqual([refused.status, refused.failure.code], [409, 'team.in_use']);
    await admin.call(calls.update, { ...body, team_id: null });
    assert.equal((await admin.call(teamsContract.remove, { id: team })).status, 204);
  });

  test('is notified of its own overdue containers only', async () => {
    const admin = await asAdmin(app);
    const { details, noticesOf } = containersOf(app, () => admin);
    const [one, other] = [await makeTeam(app), await makeTeam(app)];
    const ana = await signedInAs(app, { role: 3, team: one });
    const bo = await signedInAs(app, { role: 3, team: other });
    for (const team_id of [one, one, other]) await admin.call(calls.create, { ...details(3), team_id });
    app.setNow(new Date(app.now().getTime() + 5 * dayMs));
    await markAllOverdue(app.ctx);
    const titles = async (id: number) => (await noticesOf(id)).map(({ title }) => title);
    assert.deepEqual([await titles(ana.id), await titles(bo.id)], [['Containers delayed'], ['Container delayed']]);
  });

  test('does not disclose where a container is in an order: a cursor in it is answered as an unknown one', async () => {
    const admin = await asAdmin(app);
    const { details } = containersOf(app, () => admin);
    const [own, other] = [await makeTeam(app), await makeTeam(app)];
    const { visitor } = await signedInAs(app, { role: 2, team: own });
    const hidden = (await admin.call(calls.create, { ...details(), name: 'Mmm', team_id: other })).body;
    for (const name of ['Aaa', 'Zzz']) await admin.call(calls.create, { ...details(), name, team_id: own });
    const page = { sort: 'name', limit: 1 } as const;
    for (const after of [hidden.id, 999_999])
      assert.deepEqual((await visitor.call(calls.page, { ...page, after })).body.containers, []);
  });
});
