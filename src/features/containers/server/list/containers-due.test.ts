import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import type { Preset } from '#features/containers/core/container-fields.rules.ts';
import { containersContract } from '#features/containers/core/containers.contract.ts';
import { containersView, filterOf, orderOf } from '#features/containers/list/containers-view.rules.ts';
import { containersOf } from '#tests/containers.ts';
import { asAdmin, makeTeam, signedInAs } from '#tests/make.ts';
import { openTestApp } from '#tests/test-app.ts';
import type { Visitor } from '#tests/visitor.ts';

const calls = containersContract;

/**
 * Containers around today, one of them of a team in each range, and the figures of a dashboard of this day: the number,
 * and the names of the containers behind its link.
 */
async function open(t: TestContext) {
  const app = await openTestApp();
  t.after(app.close);
  const admin = await asAdmin(app);
  const { day, details } = containersOf(app, () => admin);
  const team = await makeTeam(app);
  const enter = async (name: string, dueIn: number, more: { status_id?: 1 | 2 | 3; team_id?: number } = {}) => {
    const answer = await admin.call(calls.create, { ...details(dueIn), name, ...more });
    assert.equal(answer.status, 201, answer.raw.body);
    return answer.body.id;
  };
  await enter('yesterday', -1);
  await enter('long ago, of a team', -40, { team_id: team });
  await enter('today', 0);
  await enter('in three days, of a team', 3, { team_id: team });
  await enter('in a week', 7);
  await enter('in eight days', 8);
  for (const status_id of [2, 3] as const) {
    await enter('received or departed', -1, { status_id });
    await enter('received or departed', 1, { status_id });
  }
  for (const dueIn of [-2, 2]) await admin.call(calls.remove, { id: await enter('in the trash', dueIn) });

  const compare = async (visitor: Visitor, preset: Preset, today = day(0)) => {
    const { found } = (await visitor.call(calls.page, { preset, today, sort: 'late', limit: 1 })).body;
    const view = containersView.read(new URLSearchParams({ preset }));
    const input = { ...filterOf(view, today), ...orderOf(view), limit: 200 };
    const { containers } = (await visitor.call(calls.page, input)).body;
    return { found, names: containers.map(({ name }) => name) };
  };
  return { app, admin, team, day, compare };
}

test('the numbers equal the rows behind their links on the first and on the last day', async (t) => {
  const { admin, compare } = await open(t);
  const late = ['long ago, of a team', 'yesterday'];
  assert.deepEqual(await compare(admin, 'late_now'), { found: 2, names: late });
  const due = ['today', 'in three days, of a team', 'in a week'];
  assert.deepEqual(await compare(admin, 'next_7'), { found: 3, names: due });
});

test('the numbers count the containers of a team only for those who see the team', async (t) => {
  const { app, team, compare } = await open(t);
  const { visitor: member } = await signedInAs(app, { role: 3, team });
  assert.equal((await compare(member, 'late_now')).found, 2);
  assert.equal((await compare(member, 'next_7')).found, 3);
  const { visitor: outsider } = await signedInAs(app, { role: 3, team: await makeTeam(app) });
  assert.deepEqual(await compare(outsider, 'late_now'), { found: 1, names: ['yesterday'] });
  assert.deepEqual(await compare(outsider, 'next_7'), { found: 2, names: ['today', 'in a week'] });
});

test('the numbers follow the day of the browser', async (t) => {
  const { admin, day, compare } = await open(t);
  const late = ['long ago, of a team', 'yesterday', 'today'];
  assert.deepEqual(await compare(admin, 'late_now', day(1)), { found: 3, names: late });
  const due = ['in three days, of a team', 'in a week', 'in eight days'];
  assert.deepEqual(await compare(admin, 'next_7', day(1)), { found: 3, names: due });
});
