import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { containerConflict, containersContract } from '#features/containers/containers.contract.ts';
import { containersOf } from '#tests/containers.ts';
import { asAdmin, makeTeam, signedInAs } from '#tests/make.ts';
import { useTestApp } from '#tests/test-app.ts';

const calls = containersContract;

describe('containers that several users change at the same time', () => {
  const app = useTestApp();
  const signIn = async () => {
    const admin = await asAdmin(app);
    const { details, make, find, put, logs, history } = containersOf(app, () => admin);
    return { admin, details, make, find, put, logs, history };
  };

  test('of two concurrent status changes, one succeeds and the other gets 409 with the current container', async () => {
    const { make, put, history } = await signIn();
    const team = await makeTeam(app);
    const { id } = await make();
    const ana = await signedInAs(app, { role: 2, team, name: 'Ana Berth' });
    const responses = await Promise.all([put(id, 'Received'), put(id, 'Received', undefined, ana.visitor)]);
    assert.deepEqual(responses.map(({ status }) => status).toSorted(), [200, 409]);
    const refused = responses.find(({ status }) => status === 409);
    const { container } = containerConflict.parse(refused?.raw.json().details);
    assert.equal(container.status_name, 'Received');
    assert.equal((await history(id)).filter(({ what }) => what === 'status').length, 1);
  });

  test('an edit of an outdated version gets 409 with the name of the other user and the current container', async () => {
    const { admin, make, details } = await signIn();
    const team = await makeTeam(app);
    const created = await make();
    const { id, version } = created;
    const ana = await signedInAs(app, { role: 2, team, name: 'Ana Slip' });
    const first = await ana.visitor.call(calls.update, { id, ...details(), name: 'Benches', version });
    assert.equal(first.status, 200);
    const second = await admin.call(calls.update, { id, ...details(), name: 'Stools', version });
    assert.equal(second.status, 409);
    assert.match(second.failure.message, /^Ana Slip changed this container/);
    const { container } = containerConflict.parse(second.raw.json().details);
    assert.deepEqual(container, first.body);
    const third = await admin.call(calls.update, { id, ...details(), name: 'Stools', version: container.version });
    assert.equal(third.body.name, 'Stools');
    const stale = { id, status: 'Received', version } as const;
    assert.equal((await admin.call(calls.changeStatus, stale)).status, 409);
    const delay = { id, status: 'Delayed', delay_reason: 'x' } as const;
    assert.equal((await admin.call(calls.changeStatus, { ...delay, version })).status, 409);
    assert.equal((await admin.call(calls.changeStatus, { ...delay, version: third.body.version })).status, 200);
  });

  test('stay consistent under fifty concurrent edits, delays, status changes and a deletion', async () => {
    const { admin, make, find, put, logs, history, details } = await signIn();
    const { id, version } = await make();
    const edits = Array.from({ length: 20 }, (_, index) =>
      admin.call(calls.update, { id, ...details(), name: `Edit ${index}`, version }),
    );
    const moves = Array.from({ length: 10 }, () => put(id, 'Received'));
    const delays = Array.from({ length: 19 }, (_, index) => put(id, 'Delayed', `Reason ${index}`));
    const responses = await Promise.all([...edits, ...moves, ...delays, admin.call(calls.remove, { id })]);
    for (const { status, raw } of responses) assert.ok([200, 204, 404, 409].includes(status), raw.body);
    await admin.call(calls.restore, { id });
    const now = await find(id);
    const entries = await logs(id);
    const events = await history(id);
    const succeeded = (all: { status: number }[]) => all.filter(({ status }) => status === 200).length;
    assert.equal(succeeded(await Promise.all(edits)), events.some(({ what }) => what === 'name') ? 1 : 0);
    assert.equal(events.filter(({ what }) => what === 'status').length, succeeded(await Promise.all(moves)));
    assert.equal(entries.length, succeeded(await Promise.all(delays)));
    assert.equal(now.pfi_delays, entries.length);
    assert.equal(new Set(entries.map(({ reason }) => reason)).size, entries.length);
  });
});
