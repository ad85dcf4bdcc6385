import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { containerConflict, containersContract } from '#features/containers/core/containers.contract.ts';
import { partiesContract } from '#features/containers/parties/parties.contract.ts';
import { containerWorkContract } from '#features/containers/work/container-work.contract.ts';
import { containersOf } from '#tests/containers.ts';
import { asAdmin, makeTeam, signedInAs } from '#tests/make.ts';
import { useTestApp } from '#tests/test-app.ts';
import { emptyContainerTrash } from './container-trash.service.ts';

const calls = containersContract;

describe('containers that several users change at the same time', () => {
  const app = useTestApp();
  const signIn = async () => {
    const admin = await asAdmin(app);
    const { details, day, make, find, put, logs, history } = containersOf(app, () => admin);
    return { admin, details, day, make, find, put, logs, history };
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

  test('a container that is restored while the trash is emptied stays', async () => {
    const { admin, make, find } = await signIn();
    for (let round = 0; round < 3; round += 1) {
      const ids = await Promise.all(Array.from({ length: 8 }, async () => (await make()).id));
      for (const id of ids) await admin.call(calls.remove, { id });
      const longAgo = { deleted_at: '2020-01-01T00:00:00.000Z' };
      await app.ctx.db.updateTable('containers').set(longAgo).where('id', 'in', ids).execute();
      const restored = ids.map(async (id) => ({ id, status: (await admin.call(calls.restore, { id })).status }));
      // After the first answer, the other restores are still running.
      await Promise.race(restored);
      await emptyContainerTrash(app.ctx);
      for (const { id, status } of await Promise.all(restored))
        if (status === 200) assert.equal((await find(id)).id, id);
    }
  });

  test('a receipt is compared with the date that was promised when it was made', async () => {
    const { admin, details, day } = await signIn();
    for (let round = 0; round < 10; round += 1) {
      const input = details(10);
      const { id } = (await admin.call(calls.create, input)).body;
      const [moved, received] = await Promise.all([
        admin.call(calls.update, { id, ...input, expected_date: day(20) }),
        admin.call(calls.changeStatus, { id, status: 'Received' }),
      ]);
      assert.deepEqual([[200, 409].includes(moved.status), received.status], [true, 200]);
      const events = (await admin.call(calls.history, { id, limit: 10 })).body.events.map(({ what }) => what);
      const isMovedFirst = events.indexOf('pfi_date') > events.indexOf('status');
      const row = app.ctx.db.selectFrom('containers').select('pfi_last_slip').where('id', '=', id);
      assert.equal((await row.executeTakeFirst())?.pfi_last_slip, isMovedFirst ? -20 : -10);
    }
  });

  test('an edit and the rename of a party both hold: the container is found by its number and the new name', async () => {
    const { admin, details } = await signIn();
    const { id: supplier_id } = (await admin.call(partiesContract.add, { name: 'Firm' })).body;
    const number = 'CSQU3054383';
    for (let round = 0; round < 10; round += 1) {
      const input = { ...details(), supplier_id };
      const { id } = (await admin.call(calls.create, input)).body;
      const name = `Zebra ${round} Trading`;
      const [edited, renamed] = await Promise.all([
        admin.call(calls.update, { id, ...input, container_number: number }),
        admin.call(partiesContract.rename, { id: supplier_id, name }),
      ]);
      assert.deepEqual([edited.status, renamed.status], [200, 200]);
      const row = app.ctx.db.selectFrom('containers').select('number_norm').where('id', '=', id);
      assert.equal((await row.executeTakeFirst())?.number_norm, number);
      const { containers } = (await admin.call(calls.page, { search: `${name} ${number}`, limit: 50 })).body;
      assert.ok(containers.some((container) => container.id === id));
    }
  });

  test('of two parties that get the same name at once, one is merged into the other', async () => {
    const { admin } = await signIn();
    for (let round = 0; round < 5; round += 1) {
      const add = async (name: string) => (await admin.call(partiesContract.add, { name: `${name} ${round}` })).body;
      const both = [await add('North'), await add('South')];
      const renames = both.map(({ id }) => admin.call(partiesContract.rename, { id, name: `Target ${round}` }));
      const [one, other] = await Promise.all(renames);
      assert.deepEqual([one?.status, other?.status, one?.body.name], [200, 200, `Target ${round}`]);
      const found = (await admin.call(partiesContract.list, { search: `Target ${round}`, limit: 10 })).body;
      assert.equal(found.length, 1);
    }
  });

  test('the answer to a comment is that comment, even while others are added', async () => {
    const { make } = await signIn();
    const { id } = await make();
    const team = await makeTeam(app);
    const people = await Promise.all(Array.from({ length: 6 }, () => signedInAs(app, { role: 1, team })));
    for (let round = 0; round < 4; round += 1) {
      const texts = people.map((_, index) => `Round ${round}, person ${index}`);
      const answers = people.map(({ visitor }, index) =>
        visitor.call(containerWorkContract.comment, { id, text: String(texts[index]) }),
      );
      assert.deepEqual(
        (await Promise.all(answers)).map(({ body }) => body.new_value),
        texts,
      );
    }
  });
});
