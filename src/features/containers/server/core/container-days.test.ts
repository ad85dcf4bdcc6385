import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { bulkContract } from '#features/containers/bulk/container-bulk.contract.ts';
import { containersContract as calls } from '#features/containers/core/containers.contract.ts';
import type { Container } from '#features/containers/core/containers.contract.ts';
import { containerReportContract } from '#features/containers/report/container-report.contract.ts';
import { containerWorkContract } from '#features/containers/work/container-work.contract.ts';
import { containersOf } from '#tests/containers.ts';
import { asAdmin, makeTeam, signedInAs } from '#tests/make.ts';
import { useTestApp } from '#tests/test-app.ts';
import type { Visitor } from '#tests/visitor.ts';
import { markAllOverdue } from './container-overdue.service.ts';

const slips = ['pfi_slip', 'pfi_last_slip', 'ex_factory_slip', 'ex_factory_last_slip'] as const;

describe('the days of the receipt and the departure of a container', () => {
  const app = useTestApp();
  let admin!: Visitor;
  const { details, make, put, day, find, history, logs } = containersOf(app, () => admin);
  const edit = async (container: Container, change: Record<string, unknown>) => {
    const { name, container_no, expected_date, ex_factory_date, id } = await find(container.id);
    const body = { id, name, container_no, expected_date, ex_factory_date, ...change };
    return admin.call(calls.update, body);
  };
  const slipsOf = async ({ id }: Container) => {
    const row = await app.ctx.db.selectFrom('containers').select(slips).where('id', '=', id).executeTakeFirstOrThrow();
    return slips.map((slip) => row[slip]);
  };
  beforeEach(async () => {
    admin = await asAdmin(app);
  });

  test('are the day of the click without another one, and a day that is set before stays', async () => {
    const clicked = await make(5);
    assert.equal((await put(clicked.id, 'Received')).body.received_on, day(0));
    assert.deepEqual(await slipsOf(clicked), [-5, -5, null, null]);
    const planned = await make(5);
    const set = await edit(planned, { received_on: day(-2) });
    assert.deepEqual([set.status, set.body.status_name, set.body.received_on], [200, 'Not Received', day(-2)]);
    assert.deepEqual(await slipsOf(planned), [null, null, null, null]);
    assert.equal((await put(planned.id, 'Received')).body.received_on, day(-2));
    assert.deepEqual(await slipsOf(planned), [-7, -7, null, null]);
  });

  test('are corrected afterwards with a reason, and the report follows', async () => {
    const container = await make(5);
    await edit(container, { expected_date: day(8) });
    await put(container.id, 'Received');
    // A promised date that moves after the receipt does not change its outcome, and a correction of the day keeps that.
    await edit(container, { expected_date: day(30) });
    assert.deepEqual(await slipsOf(container), [-5, -8, null, null]);
    const corrected = await edit(container, { received_on: day(-3), reason: 'Was at the gate on Friday' });
    assert.equal(corrected.body.received_on, day(-3));
    assert.deepEqual(await slipsOf(container), [-8, -11, null, null]);
    const [newest] = await history(container.id);
    assert.deepEqual(
      [newest?.what, newest?.old_value, newest?.new_value, newest?.reason],
      ['received_on', day(0), day(-3), 'Was at the gate on Friday'],
    );
    await edit(container, { received_on: null });
    assert.deepEqual(await slipsOf(container), [null, null, null, null]);
    await edit(container, { received_on: day(-1) });
    assert.deepEqual(await slipsOf(container), [-6, -31, null, null]);
  });

  test('of a departure go with its undo, and a second departure has its own', async () => {
    const container = await make(5, 2);
    await put(container.id, 'Departed');
    await edit(container, { departed_on: day(-4) });
    const undone = await put(container.id, 'Received');
    assert.equal(undone.body.departed_on, undefined);
    assert.deepEqual(await slipsOf(container), [null, null, null, null]);
    assert.equal((await put(container.id, 'Departed')).body.departed_on, day(0));
  });

  test('in the future are refused with a sentence, in a creation, an edit and a bulk change', async () => {
    const created = await admin.call(calls.create, { ...details(), status_id: 2, received_on: day(3) });
    assert.deepEqual([created.status, created.failure.code], [422, 'container.day_in_future']);
    assert.match(created.failure.message, /'Received on' is in the future\. Choose today or an earlier day/);
    assert.deepEqual(Object.keys(created.failure.errors ?? {}), ['received_on']);
    const container = await make(5, 3);
    assert.equal((await edit(container, { departed_on: day(3) })).failure.code, 'container.day_in_future');
    const moves = [{ field: 'departed_on' as const, date: day(3) }];
    const bulk = await admin.call(bulkContract.change, { ids: [container.id], moves });
    assert.equal(bulk.failure.code, 'container.day_in_future');
  });

  test('with the departure before the receipt cause a warning', async () => {
    const body = { ...details(), status_id: 3, received_on: day(-2), departed_on: day(-3) };
    const { warnings } = (await admin.call(calls.create, body)).body;
    assert.deepEqual(
      warnings?.map(({ message }) => message),
      ['Received on is after Departed on.'],
    );
  });

  test('count in the report as they are, and the report says how many containers have none', async () => {
    const ids: number[] = [];
    for (const days of ['05', '06', '10', '11', '12', undefined]) {
      const received_on = days && `2021-03-${days}`;
      const body = {
        ...details(),
        expected_date: '2021-03-10',
        ex_factory_date: '2021-02-02',
        status_id: 2,
        received_on,
      };
      ids.push((await admin.call(calls.create, body)).body.id);
    }
    const { body: before } = await admin.call(containerReportContract.report, { from: '2021-03', to: '2021-03' });
    await markAllOverdue(app.ctx);
    const { body } = await admin.call(containerReportContract.report, { from: '2021-03', to: '2021-03' });
    assert.deepEqual(body.totals.pfi, { n: 5, first_on_time: 3, last_on_time: 3 });
    assert.deepEqual(body, before);
    for (const id of ids) assert.deepEqual(await logs(id), []);
    const listed = (await admin.call(calls.page, { without: 'received_on', limit: 200 })).body;
    assert.deepEqual(
      [listed.found, listed.containers.map(({ id }) => id).includes(ids[5] ?? 0)],
      [body.without_day.received_on, true],
    );
    assert.ok(listed.containers.every((one) => one.received_on === undefined && one.status_id > 1));
  });

  test('and remarks are set for many containers at once, with their status, and undone', async () => {
    const [one, other] = [await make(5), await make(6)];
    const changed = await admin.call(bulkContract.change, {
      ids: [one.id, other.id],
      status: 'Received',
      moves: [{ field: 'received_on', date: day(-1) }],
      set: { remarks: 'Unloaded\nat gate 4' },
    });
    assert.equal(changed.status, 200, changed.raw.body);
    const { received_on, remarks, status_name } = await find(one.id);
    assert.deepEqual([received_on, remarks, status_name], [day(-1), 'Unloaded\nat gate 4', 'Received']);
    assert.deepEqual(await slipsOf(other), [-7, -7, null, null]);
    await admin.call(bulkContract.undo, { id: changed.body.bulk_id ?? 0 });
    const restored = await find(one.id);
    assert.deepEqual([restored.received_on, restored.remarks, restored.status_id], [undefined, undefined, 1]);
  });

  test('filter and sort the list', async () => {
    const ids: number[] = [];
    for (const days of [-9, -7, -5]) {
      const body = { ...details(), status_id: 3, received_on: day(days), departed_on: day(days + 1) };
      ids.push((await admin.call(calls.create, body)).body.id);
    }
    const listed = async (input: object) => {
      const { containers } = (await admin.call(calls.page, { ids: ids.join(), ...input })).body;
      return containers.map(({ id }) => ids.indexOf(id));
    };
    assert.deepEqual(await listed({ received_on_from: day(-8), sort: 'received_on' }), [1, 2]);
    assert.deepEqual(await listed({ departed_on_to: day(-6), sort: 'departed_on', order: 'desc' }), [1, 0]);
  });
});

describe('the remarks of a container', () => {
  const app = useTestApp();

  test('have several lines, are found by a search, and are refused above 2000 characters', async () => {
    const admin = await asAdmin(app);
    const { details } = containersOf(app, () => admin);
    const remarks = '  <b>Telex</b> release\r\n\tasked for  ';
    const { body } = await admin.call(calls.create, { ...details(), remarks });
    assert.equal(body.remarks, '<b>Telex</b> release\n\tasked for');
    for (const search of ['telex', 'release asked', 'bTELEXb', `${body.name} telex`]) {
      const { containers } = (await admin.call(calls.page, { search })).body;
      assert.deepEqual(
        containers.map(({ id }) => id),
        [body.id],
        search,
      );
    }
    const long = await admin.call(calls.create, { ...details(), remarks: 'x'.repeat(2001) });
    assert.match(long.failure.message, /remarks are too long/);
    const filled = { ...details(), name: '容'.repeat(255), goods: randomText(1000), remarks: randomText(2000) };
    assert.equal(
      (await admin.call(calls.create, filled)).status,
      201,
      'the texts are longer than an entry of an index',
    );
  });

  test('and comments are found by a search only by users who see the container', async () => {
    const admin = await asAdmin(app);
    const { details } = containersOf(app, () => admin);
    const team = await makeTeam(app);
    const { body } = await admin.call(calls.create, { ...details(), team_id: team, remarks: 'Klaxon' });
    await admin.call(containerWorkContract.comment, { id: body.id, text: 'Ask for the Wharfinger receipt' });
    const { visitor: member } = await signedInAs(app, { role: 3, team });
    const { visitor: other } = await signedInAs(app, { role: 3, team: await makeTeam(app) });
    for (const search of ['wharfinger', 'receipt for', 'klaxon'])
      for (const [visitor, found] of [
        [admin, 1],
        [member, 1],
        [other, 0],
      ] as const) {
        const page = (await visitor.call(calls.page, { search })).body;
        assert.deepEqual([page.found, page.containers.length], [found, found], search);
      }
    const csv = await admin.send({ method: 'GET', url: '/api/containers.csv?search=wharfinger&columns=remarks' });
    assert.equal(csv.body.split('\r\n')[1], '"Klaxon"');
  });
});

/** Chinese characters cannot be compressed much. */
const randomText = (length: number) =>
  Array.from({ length }, (_, index) => String.fromCodePoint(0x4e00 + ((index * 7919 * (index + 3)) % 20_000))).join('');
