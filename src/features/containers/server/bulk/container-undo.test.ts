import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { bulkContract } from '#features/containers/bulk/container-bulk.contract.ts';
import { followAudit } from '#tests/audit.ts';
import { containersOf } from '#tests/containers.ts';
import { asAdmin, makeTeam, signedInAs } from '#tests/make.ts';
import { useTestApp } from '#tests/test-app.ts';

const { undo } = bulkContract;

describe('the undo of a move', () => {
  const app = useTestApp();
  const signIn = async () => {
    const admin = await asAdmin(app);
    return { admin, ...containersOf(app, () => admin) };
  };

  test('of a receipt restores the state before it, with an entry in the history and in the audit log', async () => {
    const { admin, make, find, put, history } = await signIn();
    const { id } = await make();
    const before = await find(id);
    const { undo_id } = (await put(id, 'Received')).body;
    const auditedSince = followAudit(app.ctx);
    await auditedSince();
    const answer = await admin.call(undo, { id: Number(undo_id) });
    assert.deepEqual(answer.body, { restored: 1, kept: 0 });
    const after = await find(id);
    assert.deepEqual(after, { ...before, version: after.version, updated_at: after.updated_at });
    const [newest] = await history(id);
    assert.deepEqual(
      [newest?.what, newest?.old_value, newest?.new_value, newest?.reason],
      ['status', 'Received', 'Not Received', 'Change undone'],
    );
    assert.deepEqual(
      (await auditedSince()).map(({ act, thing_id }) => [act, thing_id]),
      [['container.bulk_undone', id]],
    );
  });

  test('of a departure and of an undone departure restores the state before it', async () => {
    const { admin, make, find, put } = await signIn();
    const { id } = await make();
    await put(id, 'Received');
    const departed = (await put(id, 'Departed')).body;
    await admin.call(undo, { id: Number(departed.undo_id) });
    assert.equal((await find(id)).status_name, 'Received');
    await put(id, 'Departed');
    const back = (await put(id, 'Received')).body;
    await admin.call(undo, { id: Number(back.undo_id) });
    assert.equal((await find(id)).status_name, 'Departed');
  });

  test('leaves a container as it is that was changed after the move', async () => {
    const { admin, make, find, put } = await signIn();
    const { id } = await make();
    const { undo_id } = (await put(id, 'Received')).body;
    await put(id, 'Departed');
    assert.deepEqual((await admin.call(undo, { id: Number(undo_id) })).body, { restored: 0, kept: 1 });
    assert.equal((await find(id)).status_name, 'Departed');
  });

  test('is refused to every other user', async () => {
    const { make, find, put } = await signIn();
    const { id } = await make();
    const { undo_id } = (await put(id, 'Received')).body;
    const { visitor } = await signedInAs(app, { role: 2, team: await makeTeam(app) });
    assert.equal((await visitor.call(undo, { id: Number(undo_id) })).status, 404);
    assert.equal((await find(id)).status_name, 'Received');
  });

  test('succeeds once for two calls at the same time', async () => {
    const { admin, make, find, put, history } = await signIn();
    const { id } = await make();
    const { undo_id } = (await put(id, 'Received')).body;
    const answers = await Promise.all([1, 2].map(() => admin.call(undo, { id: Number(undo_id) })));
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 404]);
    assert.equal((await find(id)).status_name, 'Not Received');
    assert.equal((await history(id)).filter(({ what }) => what === 'status').length, 2);
  });
});
