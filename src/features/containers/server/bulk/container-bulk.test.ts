import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { bulkContract } from '#features/containers/bulk/container-bulk.contract.ts';
import { containersContract } from '#features/containers/core/containers.contract.ts';
import { partiesContract } from '#features/containers/parties/parties.contract.ts';
import { addDays } from '#shared/calendar.ts';
import { containersOf } from '#tests/containers.ts';
import { asAdmin, makeTeam, signedInAs } from '#tests/make.ts';
import { useTestApp } from '#tests/test-app.ts';
import { markAllOverdue } from '../core/container-overdue.service.ts';

const calls = containersContract;
const { change, undo } = bulkContract;

describe('a bulk change of containers', () => {
  const app = useTestApp();
  const signIn = async () => {
    const admin = await asAdmin(app);
    const { details, make, find, history, noticesOf, put } = containersOf(app, () => admin);
    const makeSome = async (count: number, more = {}) => {
      const made = [];
      for (let index = 0; index < count; index += 1)
        made.push((await admin.call(calls.create, { ...details(), ...more })).body);
      return made;
    };
    return { admin, makeSome, details, make, find, history, noticesOf, put };
  };

  test('is previewed, then made at once: one history entry each, one notice for all', async () => {
    const { admin, makeSome, find, history, noticesOf } = await signIn();
    const ana = await signedInAs(app, { role: 3, team: await makeTeam(app) });
    const made = await makeSome(3);
    const ids = made.map(({ id }) => id);
    const input = { ids, moves: [{ field: 'pfi_date' as const, days: 7 }], reason: 'The vessel rolled' };
    const preview = (await admin.call(change, { ...input, dry_run: true })).body;
    assert.deepEqual([preview.bulk_id, preview.changed, preview.unchanged], [null, 3, 0]);
    assert.deepEqual(
      preview.containers.map((one) => [one.id, one.changes]),
      made.map(({ id, pfi_date }) => [id, [{ field: 'pfi_date', from: pfi_date, to: addDays(pfi_date, 7) }]]),
    );
    assert.deepEqual(await find(ids[0] as number), made[0]);
    const answer = (await admin.call(change, input)).body;
    assert.deepEqual(answer.containers, preview.containers);
    for (const { id, pfi_date } of made) {
      const now = await find(id);
      assert.deepEqual([now.pfi_date, now.pfi_moves], [addDays(pfi_date, 7), 1]);
      assert.deepEqual(
        (await history(id)).map(({ what, reason }) => [what, reason]),
        [
          ['pfi_date', 'The vessel rolled'],
          ['created', null],
        ],
      );
    }
    assert.deepEqual(
      (await noticesOf(ana.id)).map(({ message }) => message),
      ['Administrator changed 3 containers at once.'],
    );
  });

  test('is made once if the client sends it again, and keeps its undo', async () => {
    const { admin, makeSome, find } = await signIn();
    const [first, second] = await makeSome(2);
    assert.ok(first && second);
    await admin.call(change, { ids: [second.id], set: { vessel: 'Ever Once' } });
    const input = { ids: [first.id, second.id], set: { vessel: 'Ever Once' } };
    const { containers } = (await admin.call(change, { ...input, dry_run: true })).body;
    const seen = { ...input, versions: containers.map(({ id, version }) => ({ id, version })) };
    const made = (await admin.call(change, seen)).body;
    const again = await admin.call(change, seen);
    assert.equal(again.status, 200, again.raw.body);
    const { bulk_id, changed, unchanged } = again.body;
    assert.deepEqual([bulk_id, changed, unchanged], [made.bulk_id, 1, 1]);
    assert.equal((await find(first.id)).version, first.version + 1);

    const other = await admin.call(change, { ...seen, set: { vessel: 'Ever Twice' } });
    assert.equal(other.status, 409, 'another change of the same preview');
    const manager = await signedInAs(app, { role: 2, team: await makeTeam(app) });
    assert.equal((await manager.visitor.call(change, seen)).status, 409, 'the same change of another user');
    assert.equal((await admin.call(undo, { id: Number(made.bulk_id) })).status, 200);
    assert.equal((await admin.call(change, seen)).status, 409, 'a change that was undone');
  });

  test('takes all that match a filter, and sets fields, a day and a status', async () => {
    const { admin, makeSome, find } = await signIn();
    const supplier = (await admin.call(partiesContract.add, { name: 'Hansa' })).body;
    const team = await makeTeam(app);
    const ana = await signedInAs(app, { role: 3, team });
    const made = await makeSome(4, { vessel: 'Old Star' });
    const answer = await admin.call(change, {
      filter: { vessel: 'Old Star' },
      moves: [{ field: 'eta', date: '2027-03-01' }],
      set: { vessel: 'New Star', voyage: '9W', supplier_id: supplier.id, assignee_id: ana.id, team_id: team },
      status: 'Received',
    });
    assert.equal(answer.body.changed, 4);
    for (const { id } of made) {
      const { vessel, voyage, supplier_name, assignee_id, team_id, eta, first_eta, ...rest } = await find(id);
      assert.deepEqual(
        [vessel, voyage, supplier_name, assignee_id, team_id, eta, first_eta, rest.status_name, rest.checkedBy],
        ['New Star', '9W', 'Hansa', ana.id, team, '2027-03-01', '2027-03-01', 'Received', 'Administrator'],
      );
    }
    const ids = made.map(({ id }) => id);
    const except = ids.slice(1);
    assert.equal(
      (await admin.call(change, { filter: { vessel: 'New Star' }, except, status: 'Departed', dry_run: true })).body
        .changed,
      1,
    );
    assert.equal((await admin.call(change, { ids, status: 'Departed' })).body.changed, 4);
    assert.equal((await find(Number(ids[0]))).status_name, 'Departed');
  });

  test('refuses to move a date out of the years that an edit takes', async () => {
    const { admin, makeSome, find } = await signIn();
    const made = await makeSome(2, { eta: '9999-12-30' });
    const ids = made.map(({ id }) => id);
    for (const days of [7, -365]) {
      if (days < 0) await admin.call(change, { ids, moves: [{ field: 'eta', date: '1900-06-01' }] });
      const refused = await admin.call(change, { ids, moves: [{ field: 'eta', days }] });
      assert.deepEqual([refused.status, refused.failure.code], [422, 'validation.failed']);
      assert.match(refused.failure.message, /outside the years 1900 to 9999/);
    }
    assert.equal((await find(Number(ids[0]))).eta, '1900-06-01');
  });

  test('sets parties by name and both ports; a new party is created once, and not by a preview', async () => {
    const { admin, makeSome, find } = await signIn();
    const [first] = await makeSome(2);
    const ids = [Number(first?.id)];
    const carrier = (await admin.call(partiesContract.add, { name: 'Nord Linie' })).body;
    const set = {
      supplier_name: 'Brand New Ltd.',
      customer_name: 'brand new ltd',
      carrier_name: 'NORD-LINIE',
      pol: 'CNSHA',
      pod: 'de ham',
    };
    const named = async () => (await admin.call(partiesContract.list, { search: 'brand new' })).body;
    const preview = (await admin.call(change, { ids, set, dry_run: true })).body;
    assert.deepEqual(preview.containers[0]?.changes.map(({ field, to }) => [field, to]).toSorted(), [
      ['carrier_id', 'Nord Linie'],
      ['customer_id', 'Brand New Ltd.'],
      ['pod', 'Hamburg (DEHAM)'],
      ['pol', 'Shanghai (CNSHA)'],
      ['supplier_id', 'Brand New Ltd.'],
    ]);
    assert.deepEqual(await named(), []);
    const made = (await admin.call(change, { ids, set })).body;
    assert.deepEqual(made.containers[0]?.changes, preview.containers[0]?.changes);
    const parties = await named();
    assert.equal(parties.length, 1);
    const now = await find(Number(first?.id));
    assert.deepEqual(
      [now.supplier_id, now.customer_id, now.carrier_id, now.pol, now.pod],
      [parties[0]?.id, parties[0]?.id, carrier.id, 'CNSHA', 'DEHAM'],
    );
    const { body } = await admin.call(calls.page, { search: 'brand new' });
    assert.deepEqual(
      body.containers.map(({ id }) => id),
      ids,
    );
    const refused = await admin.call(change, { ids: [...ids, 999_999], set: { supplier_name: 'Never Made' } });
    assert.equal(refused.status, 404);
    assert.deepEqual((await admin.call(partiesContract.list, { search: 'never made' })).body, []);
  });

  test('a bulk change is made for all containers or for none', async () => {
    const { admin, makeSome, make, find } = await signIn();
    const made = await makeSome(2);
    const departed = await make(5, 3);
    const ids = [...made.map(({ id }) => id), departed.id];
    const refused = await admin.call(change, { ids, set: { vessel: 'X' }, status: 'Departed' });
    assert.deepEqual([refused.status, refused.failure.code], [409, 'container.status_not_allowed']);
    const missing = await admin.call(change, { ids: [...ids, 999_999], set: { vessel: 'X' } });
    assert.deepEqual([missing.status, missing.failure.code], [404, 'container.not_found']);
    for (const one of made) assert.deepEqual(await find(one.id), one);
    const empty: [object, string][] = [
      [{ ids }, 'container.nothing_to_change'],
      [{ set: { vessel: 'X' } }, 'container.nothing_to_change'],
      [{ ids, set: { supplier_id: 999_999 } }, 'party.unknown'],
      [{ ids, moves: [{ field: 'pfi_date' }] }, 'validation.failed'],
      [{ ids, set: { name: 'X' } }, 'validation.failed'],
    ];
    for (const [payload, code] of empty) {
      const answer = await admin.send({ method: 'PATCH', url: '/api/containers/bulk', payload });
      assert.deepEqual([answer.statusCode, answer.json().code], [422, code], JSON.stringify(payload));
    }
  });

  test('is refused if its containers are not those of the preview, or have changed since', async () => {
    const { admin, makeSome, find } = await signIn();
    const [first, second] = await makeSome(2, { voyage: 'V 77' });
    assert.ok(first && second);
    const filter = { search: 'V 77' };
    const versionsOf = async () =>
      (await admin.call(change, { filter, set: { vessel: 'X' }, dry_run: true })).body.containers.map(
        ({ id, version }) => ({ id, version }),
      );
    const versions = await versionsOf();
    assert.equal((await admin.call(change, { ids: [first.id], set: { vessel: 'Y' } })).status, 200);
    for (const selection of [{ filter }, { ids: [first.id, second.id] }]) {
      const refused = await admin.call(change, { ...selection, set: { vessel: 'X' }, versions });
      assert.deepEqual([refused.status, refused.failure.code], [409, 'container.changed']);
      assert.match(refused.failure.message, /have changed since the preview/);
    }
    const seen = await versionsOf();
    await makeSome(1, { voyage: 'V 77' });
    assert.equal((await admin.call(change, { filter, set: { vessel: 'X' }, versions: seen })).status, 409);
    assert.equal((await find(second.id)).vessel, undefined);
    assert.equal(
      (await admin.call(change, { filter, set: { vessel: 'X' }, versions: await versionsOf() })).status,
      200,
    );
    assert.equal((await find(second.id)).vessel, 'X');
  });

  test('leaves out containers of teams that the caller does not see', async () => {
    const { makeSome } = await signIn();
    const [own, other] = [await makeTeam(app), await makeTeam(app)];
    const { visitor } = await signedInAs(app, { role: 2, team: own });
    const [mine] = await makeSome(1, { team_id: own, voyage: 'T1' });
    const [hidden] = await makeSome(1, { team_id: other, voyage: 'T1' });
    const ids = [Number(mine?.id), Number(hidden?.id)];
    assert.equal((await visitor.call(change, { ids, set: { vessel: 'X' } })).status, 404);
    const { body } = await visitor.call(change, { filter: { search: 'T1' }, set: { vessel: 'X' } });
    assert.deepEqual(
      body.containers.map(({ id }) => id),
      [mine?.id],
    );
  });

  test('notifies each user of the containers that the user sees, once', async () => {
    const { admin, makeSome, noticesOf } = await signIn();
    const [own, other] = [await makeTeam(app), await makeTeam(app)];
    const member = await signedInAs(app, { role: 3, team: own });
    const outsider = await signedInAs(app, { role: 3, team: other });
    const ids = (await makeSome(2, { team_id: own })).map(({ id }) => id);
    await admin.call(change, { ids, set: { vessel: 'X' } });
    const messages = async (id: number) => (await noticesOf(id)).map(({ message }) => message);
    assert.deepEqual(await messages(member.id), ['Administrator changed 2 containers at once.']);
    assert.deepEqual(await messages(outsider.id), []);
  });

  test('is undone within ten minutes, by the same user, except in containers that were changed since', async () => {
    const { admin, makeSome, find, history, put } = await signIn();
    const made = await makeSome(3, { eta: '2027-01-01' });
    const ids = made.map(({ id }) => id);
    const input = {
      ids,
      moves: [{ field: 'eta' as const, days: 3 }],
      set: { vessel: 'X' },
      status: 'Received' as const,
    };
    const { bulk_id } = (await admin.call(change, input)).body;
    await put(ids[1] as number, 'Delayed', 'Strike');
    const { visitor } = await signedInAs(app, { role: 2, team: await makeTeam(app) });
    assert.equal((await visitor.call(undo, { id: Number(bulk_id) })).status, 404);
    assert.deepEqual((await admin.call(undo, { id: Number(bulk_id) })).body, { restored: 2, kept: 1 });
    for (const index of [0, 2]) {
      const before = made[index];
      const now = await find(Number(before?.id));
      assert.deepEqual(now, { ...before, version: now.version, updated_at: now.updated_at });
    }
    assert.equal((await find(ids[1] as number)).vessel, 'X');
    const [newest] = await history(ids[0] as number);
    assert.equal(newest?.reason, 'Bulk change undone');
    const again = await admin.call(undo, { id: Number(bulk_id) });
    assert.deepEqual([again.status, again.failure.message], [404, 'This change was undone before.']);
    const late = (await admin.call(change, { ids, set: { vessel: 'Y' } })).body.bulk_id;
    app.setNow(new Date(app.now().getTime() + 11 * 60_000));
    assert.equal((await admin.call(undo, { id: Number(late) })).status, 404);
  });

  test('notifies those who see the containers after it', async () => {
    const { admin, makeSome, noticesOf } = await signIn();
    const [from, to] = [await makeTeam(app), await makeTeam(app)];
    const before = await signedInAs(app, { role: 3, team: from });
    const after = await signedInAs(app, { role: 3, team: to });
    const ids = (await makeSome(2, { team_id: from })).map(({ id }) => id);
    await admin.call(change, { ids, set: { team_id: to } });
    assert.deepEqual(await noticesOf(before.id), []);
    assert.equal((await noticesOf(after.id)).length, 1);
  });

  test('an undo leaves a container as it is whose supplier was merged meanwhile, and restores the others', async () => {
    const { admin, makeSome, find } = await signIn();
    const add = async (name: string) => (await admin.call(partiesContract.add, { name })).body;
    const [misspelt, right, other] = [await add('Hanza'), await add('Hansa Line'), await add('Other Line')];
    const [one] = await makeSome(1, { supplier_id: misspelt.id });
    const [two] = await makeSome(1);
    const ids = [Number(one?.id), Number(two?.id)] as const;
    const { bulk_id } = (await admin.call(change, { ids: [...ids], set: { supplier_id: other.id } })).body;
    await admin.call(partiesContract.rename, { id: misspelt.id, name: right.name });
    assert.deepEqual((await admin.call(undo, { id: Number(bulk_id) })).body, { restored: 1, kept: 1 });
    assert.deepEqual(
      [(await find(ids[0])).supplier_name, (await find(ids[1])).supplier_name],
      ['Other Line', undefined],
    );
  });

  test('an undo keeps the mark of a container whose date has passed meanwhile', async () => {
    const now = app.now();
    const evening = new Date(now.getFullYear(), now.getMonth(), now.getDate(), 23, 55);
    app.setNow(evening);
    const { admin, make } = await signIn();
    const { id } = await make(0);
    const { bulk_id } = (await admin.call(change, { ids: [id], set: { vessel: 'X' } })).body;
    app.setNow(new Date(evening.getTime() + 8 * 60_000));
    await markAllOverdue(app.ctx);
    assert.deepEqual((await admin.call(undo, { id: Number(bulk_id) })).body, { restored: 1, kept: 0 });
    const { containers } = (await admin.call(calls.page, { preset: 'no_new_date', limit: 200 })).body;
    assert.ok(containers.some((container) => container.id === id));
  });
});
