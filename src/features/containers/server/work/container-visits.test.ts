import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { containersContract } from '#features/containers/core/containers.contract.ts';
import { containerVisitsContract } from '#features/containers/work/container-visits.contract.ts';
import { containersOf } from '#tests/containers.ts';
import { asAdmin, makeTeam, signedInAs } from '#tests/make.ts';
import { useTestApp } from '#tests/test-app.ts';
import type { Visitor } from '#tests/visitor.ts';

describe('the changes since the last visit', () => {
  const app = useTestApp();
  const visit = async (visitor: Visitor) => {
    const answer = await visitor.call(containerVisitsContract.visit, {});
    assert.equal(answer.status, 200, answer.raw.body);
    return answer.body;
  };

  test('are those of others, of visible containers, the last five with their last change', async () => {
    const admin = await asAdmin(app);
    const { make, put, details } = containersOf(app, () => admin);
    const reader = await signedInAs(app, { role: 2, team: await makeTeam(app) });
    const first = await make();
    const start = app.now().getTime();
    const none = { since: null, changed: 0, more: false, containers: [] };
    assert.deepEqual(await visit(reader.visitor), none);
    await put(first.id, 'Received');
    assert.deepEqual(await visit(reader.visitor), none, 'a second request within the visit');
    const minutes = (count: number) => app.setNow(new Date(start + count * 60_000));
    minutes(40);
    const hidden = (await admin.call(containersContract.create, { ...details(), team_id: await makeTeam(app) })).body;
    await put(hidden.id, 'Received');
    const deleted = await make();
    await admin.call(containersContract.remove, { id: deleted.id });
    const others = [await make(), await make(), await make(), await make(), await make()];
    await put(first.id, 'Departed');
    await put(first.id, 'Received');
    await put(others[4]?.id ?? 0, 'Received', undefined, reader.visitor);
    const { since, changed, more, containers } = await visit(reader.visitor);
    assert.ok(since !== null && Date.parse(since) < start + 60_000);
    assert.deepEqual([changed, more, containers.length], [6, false, 5]);
    assert.deepEqual(
      containers.map(({ id }) => id),
      [first.id, ...others.toReversed().map(({ id }) => id)].slice(0, 5),
    );
    const [one] = containers;
    assert.deepEqual([one?.changes, one?.last.what, one?.last.old_value], [2, 'status', 'Departed']);
    minutes(60);
    assert.deepEqual((await visit(reader.visitor)).changed, 6, 'the same visit, twenty minutes later');
    minutes(100);
    assert.deepEqual((await visit(reader.visitor)).changed, 0, 'the next visit');
  });
});
