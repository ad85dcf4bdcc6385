import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { containerConflict, containersContract } from '#features/containers/core/containers.contract.ts';
import type { Container } from '#features/containers/core/containers.contract.ts';
import { dayMs } from '#shared/calendar.ts';
import { productModules } from '#shared/product-modules.ts';
import { containersOf } from '#tests/containers.ts';
import { asAdmin, makeTeam, makeUser, signedInAs } from '#tests/make.ts';
import { useTestApp } from '#tests/test-app.ts';
import { deleteExpiredContainers } from './container-trash.queries.ts';

const calls = containersContract;

describe('containers', () => {
  const app = useTestApp();
  const signIn = async () => {
    const admin = await asAdmin(app);
    const { day, details, make, find, put, logs, history, noticesOf } = containersOf(app, () => admin);
    return { admin, day, details, make, find, put, logs, history, noticesOf };
  };

  test('are created with the shape of the specification', async () => {
    const { admin, find, details } = await signIn();
    const sent = { ...details(), name: '  Oak\u0000 chairs ', container_no: 'PO-1' };
    const { status, body } = await admin.call(calls.create, sent);
    assert.equal(status, 201);
    assert.deepEqual(body, {
      id: body.id,
      name: 'Oak  chairs',
      container_no: 'PO-1',
      status_id: 1,
      status_name: 'Not Received',
      pfi_date: sent.expected_date,
      expected_date: sent.expected_date,
      ex_factory_date: sent.ex_factory_date,
      is_delayed_pfi: 0,
      is_delayed_ex_factory: 0,
      user_name: 'Administrator',
      checkedBy: null,
      created_at: body.created_at,
      updated_at: body.created_at,
      version: 1,
      pfi_delays: 0,
      ex_factory_delays: 0,
      first_pfi_date: sent.expected_date,
      first_ex_factory_date: sent.ex_factory_date,
      pfi_moves: 0,
      ex_factory_moves: 0,
      overdue_date: null,
    });
    assert.deepEqual(await find(body.id), body);
    assert.deepEqual(
      (await admin.call(calls.list, {})).body.find((one) => one.id === body.id),
      body,
    );
  });

  test('accept the PFI date as `pfi_date` or `expected_date`, and an initial status', async () => {
    const { admin, details, make } = await signIn();
    const { expected_date, ...rest } = details();
    const one = await admin.call(calls.create, { ...rest, pfi_date: expected_date });
    assert.deepEqual([one.status, one.body.expected_date], [201, expected_date]);
    for (const [status_id, status_name, checkedBy] of [
      [1, 'Not Received', null],
      [2, 'Received', 'Administrator'],
      [3, 'Departed', 'Administrator'],
    ] as const) {
      const created = await make(5, status_id);
      assert.deepEqual([created.status_name, created.checkedBy], [status_name, checkedBy]);
    }
  });

  test('need a name, an order number and both dates', async () => {
    const { admin, make, details } = await signIn();
    const wrong: [string, object][] = [
      ['name', { name: ' ' }],
      ['name', { name: 'x'.repeat(256) }],
      ['name', { name: undefined }],
      ['container_no', { container_no: '' }],
      ['expected_date', { expected_date: '' }],
      ['expected_date', { expected_date: undefined }],
      ['expected_date', { expected_date: '2026-02-30' }],
      ['expected_date', { expected_date: 'tomorrow' }],
      ['expected_date', { expected_date: '2026-11-20T00:00:00.000Z' }],
      ['ex_factory_date', { ex_factory_date: undefined }],
      ['ex_factory_date', { ex_factory_date: '0001-01-01' }],
      ['status_id', { status_id: 4 }],
      ['status_id', { status_id: 'x' }],
    ];
    const { id } = await make();
    for (const [field, change] of wrong) {
      const payload = { ...details(), ...change };
      const created = await admin.send({ method: 'POST', url: '/api/containers', payload });
      assert.equal(created.statusCode, 422, `${field}: ${created.body}`);
      assert.deepEqual(Object.keys(created.json().errors), [field]);
      assert.match(created.json().message, /\.$/);
      if (field === 'status_id') continue;
      const changed = await admin.send({ method: 'PUT', url: `/api/containers/${id}`, payload });
      assert.deepEqual([changed.statusCode, Object.keys(changed.json().errors)], [422, [field]]);
    }
  });

  test('change status as in the table; other changes get 409 with the current container', async () => {
    const { admin, make, find, put } = await signIn();
    const allowed = { 'Not Received': ['Received'], Received: ['Departed'], Departed: ['Received'] };
    for (const [status, from] of (['Not Received', 'Received', 'Departed'] as const).entries()) {
      for (const to of ['Not Received', 'Received', 'Departed'] as const) {
        const created = await make(10, (status + 1) as 1);
        const response = await put(created.id, to);
        const isAllowed = allowed[from].includes(to);
        assert.equal(response.status, isAllowed ? 200 : 409, `${from} to ${to}`);
        if (isAllowed) assert.equal(response.body.status_name, to);
        else assert.equal(containerConflict.parse(response.raw.json().details).container.status_name, from);
        assert.equal((await find(created.id)).status_name, isAllowed ? to : from);
      }
    }
    assert.equal((await put(999_999, 'Received')).status, 404);
    const { id } = await make();
    for (const status of ['received', 'Lost', '', undefined]) {
      const payload = { status };
      const response = await admin.send({ method: 'PUT', url: `/api/containers/${id}/status`, payload });
      assert.deepEqual([response.statusCode, Object.keys(response.json().errors)], [422, ['status']]);
    }
  });

  test('name the user who last marked them Received, even after that user is deleted', async () => {
    const { admin, make, find, put } = await signIn();
    const team = await makeTeam(app);
    const { id } = await make();
    const ana = await signedInAs(app, { role: 2, team, name: 'Ana Quay' });
    assert.equal((await put(id, 'Received', undefined, ana.visitor)).body.checkedBy, 'Ana Quay');
    assert.equal((await put(id, 'Departed')).body.checkedBy, 'Ana Quay');
    await admin.send({ method: 'DELETE', url: `/api/users/${ana.id}` });
    assert.equal((await find(id)).checkedBy, 'Ana Quay');
    assert.equal((await put(id, 'Received')).body.checkedBy, 'Administrator');
  });

  test('are delayed with a reason: the status stays and the delay is logged, newest first', async () => {
    const { admin, make, put, logs } = await signIn();
    const { id } = await make();
    for (const word of ['Delayed', 'Ex Factory Delayed'] as const) {
      for (const reason of [undefined, '', '  \n ']) {
        const refused = await put(id, word, reason);
        assert.deepEqual(
          [refused.status, refused.failure.errors],
          [422, { delay_reason: ['Please provide a delay reason'] }],
        );
      }
    }
    const first = await put(id, 'Delayed', 'Vessel is late');
    assert.deepEqual(
      [first.body.status_name, first.body.is_delayed_pfi, first.body.pfi_delays],
      ['Not Received', 1, 1],
    );
    const second = { id, status: 'Delayed', delay_reason: 'Storm\r\noff Ushant', delay_category: 'weather' } as const;
    assert.equal((await admin.call(calls.changeStatus, second)).body.pfi_delays, 2);
    const third = await put(id, 'Ex Factory Delayed', 'Paint is wet');
    assert.deepEqual([third.body.is_delayed_ex_factory, third.body.ex_factory_delays], [1, 1]);
    const entries = await logs(id);
    assert.deepEqual(
      entries.map(({ user_name, reason, category }) => [user_name, reason, category]),
      [
        ['Administrator', 'Storm\noff Ushant', 'weather'],
        ['Administrator', 'Vessel is late', null],
      ],
    );
    assert.match(entries[0]?.logged_at ?? '', /^\d{4}-.*Z$/);
    const ofFactory = (await admin.call(calls.exFactoryDelayLogs, { id })).body;
    assert.deepEqual(
      ofFactory.map((entry) => entry.reason),
      ['Paint is wet'],
    );
    assert.equal((await put(id, 'Received')).body.is_delayed_pfi, 1, 'the flags stay');
    assert.equal((await put(id, 'Delayed', 'Customs')).status, 200, 'a received container can be delayed');
    await put(id, 'Departed');
    for (const word of ['Delayed', 'Ex Factory Delayed'] as const)
      assert.equal((await put(id, word, 'too late')).status, 409);
    assert.equal((await logs(id)).length, 3);
  });

  test('refuse a reason that is too long and an unknown category', async () => {
    const { admin, make, put } = await signIn();
    const { id } = await make();
    assert.equal((await put(id, 'Delayed', 'é'.repeat(2000))).status, 200);
    assert.deepEqual(Object.keys((await put(id, 'Delayed', 'x'.repeat(2001))).failure.errors ?? {}), ['delay_reason']);
    const payload = { status: 'Delayed', delay_reason: 'x', delay_category: 'aliens' };
    const response = await admin.send({ method: 'PUT', url: `/api/containers/${id}/status`, payload });
    assert.deepEqual([response.statusCode, Object.keys(response.json().errors)], [422, ['delay_category']]);
  });

  test('keep every change of a date, and the first dates', async () => {
    const { admin, day, make, find, history } = await signIn();
    const created = await make();
    const { id, name, container_no } = created;
    const later = { name, container_no, expected_date: day(19), ex_factory_date: created.ex_factory_date };
    const once = await admin.call(calls.update, { id, ...later, reason: 'Yard is full' });
    assert.deepEqual(
      [once.body.pfi_date, once.body.first_pfi_date, once.body.pfi_moves, once.body.version],
      [day(19), created.pfi_date, 1, 2],
    );
    assert.equal((await admin.call(calls.update, { id, ...later })).body.version, 2, 'nothing changed');
    await admin.call(calls.update, { id, ...later, name: 'Tables', expected_date: day(12), ex_factory_date: day(1) });
    const now = await find(id);
    assert.deepEqual(
      [now.name, now.pfi_moves, now.ex_factory_moves, now.first_pfi_date, now.first_ex_factory_date],
      ['Tables', 2, 1, created.pfi_date, created.ex_factory_date],
    );
    assert.deepEqual(
      (await history(id)).map(({ what, old_value, new_value, reason, user_name }) => [
        what,
        old_value,
        new_value,
        reason,
        user_name,
      ]),
      [
        ['ex_factory_date', created.ex_factory_date, day(1), null, 'Administrator'],
        ['pfi_date', day(19), day(12), null, 'Administrator'],
        ['name', name, 'Tables', null, 'Administrator'],
        ['pfi_date', created.pfi_date, day(19), 'Yard is full', 'Administrator'],
        ['created', null, 'Not Received', null, 'Administrator'],
      ],
    );
  });

  test('keep status, flags and logs when they are edited', async () => {
    const { admin, make, put, logs, details } = await signIn();
    const { id } = await make();
    await put(id, 'Delayed', 'Booking rolled over');
    await put(id, 'Received');
    const payload = { ...details(30), status_id: 3, is_delayed_pfi: 0 };
    const response = await admin.send({ method: 'PUT', url: `/api/containers/${id}`, payload });
    const after = response.json<Container>();
    assert.deepEqual([response.statusCode, after.status_name, after.is_delayed_pfi], [200, 'Received', 1]);
    assert.equal((await logs(id)).length, 1);
  });

  test('move to the trash with their history, can be restored, and are deleted permanently after 30 days', async () => {
    const { admin, make, put, history, details } = await signIn();
    const { id, name } = await make();
    await put(id, 'Delayed', 'Quality hold');
    assert.equal((await admin.call(calls.remove, { id })).status, 204);
    const refused = [
      await admin.call(calls.remove, { id }),
      await admin.call(calls.find, { id }),
      await admin.call(calls.delayLogs, { id }),
      await admin.call(calls.history, { id }),
      await admin.call(calls.update, { id, ...details() }),
      await put(id, 'Received'),
    ];
    for (const response of refused) assert.equal(response.status, 404);
    const { visitor: reader } = await signedInAs(app, { role: 3, team: null });
    const codes = [admin, reader].map(async (caller) => (await caller.call(calls.find, { id })).failure.code);
    assert.deepEqual(await Promise.all(codes), ['container.in_trash', 'container.not_found']);
    assert.ok(!(await admin.call(calls.list, {})).body.some((one) => one.id === id));
    const [trashed] = (await admin.call(calls.trash, {})).body.containers;
    assert.deepEqual(
      [trashed?.id, trashed?.name, trashed?.deleted_by, trashed?.days_left],
      [id, name, 'Administrator', 30],
    );
    assert.equal((await admin.call(calls.restore, { id })).body.is_delayed_pfi, 1);
    assert.equal((await admin.call(calls.restore, { id })).status, 404);
    assert.deepEqual(
      (await history(id)).map(({ what }) => what),
      ['restored', 'deleted', 'delay_pfi', 'created'],
    );
    await admin.call(calls.remove, { id });
    const daysAgo = (days: number) => new Date(app.now().getTime() - days * dayMs).toISOString();
    assert.deepEqual(await deleteExpiredContainers(app.ctx.db, daysAgo(30), 100), []);
    await app.ctx.db
      .updateTable('containers')
      .set({ deleted_at: daysAgo(31) })
      .where('id', '=', id)
      .execute();
    assert.equal((await deleteExpiredContainers(app.ctx.db, daysAgo(30), 100)).length, 1);
    assert.equal((await admin.call(calls.restore, { id })).status, 404);
    assert.ok((await make()).id > id, 'an id is never used again');
  });

  test('notify every user with the module of a status change or delay, except the user who made it', async () => {
    const { admin, make, put, noticesOf, details } = await signIn();
    const team = await makeTeam(app);
    const ana = await signedInAs(app, { role: 2, team, name: 'Ana Keel' });
    const ben = await makeUser(app, { role: 3, team });
    const deletedUser = await makeUser(app, { role: 3, team });
    await admin.send({ method: 'DELETE', url: `/api/users/${deletedUser.id}` });
    const { id, name, container_no } = await make();
    await admin.call(calls.update, { id, ...details(), name, container_no });
    assert.deepEqual(await noticesOf(ben.id), [], 'creating and editing send no notifications');
    await put(id, 'Delayed', 'Strike', ana.visitor);
    await put(id, 'Ex Factory Delayed', 'Strike', ana.visitor);
    await put(id, 'Received', undefined, ana.visitor);
    const notices = await noticesOf(ben.id);
    const label = `${name} (${container_no})`;
    assert.deepEqual(
      notices.map(({ title, message, link }) => [title, message, link]),
      [
        ['Container delayed', `Ana Keel delayed the PFI of ${label}: Strike`, `/container-status?container=${id}`],
        [
          'Container delayed ex factory',
          `Ana Keel delayed ${label} ex factory: Strike`,
          `/container-status?container=${id}`,
        ],
        ['Container received', `Ana Keel marked ${label} as Received.`, `/container-status?container=${id}`],
      ],
    );
    assert.deepEqual(await noticesOf(ana.id), []);
    assert.deepEqual(await noticesOf(deletedUser.id), []);
    const table = (await admin.send({ method: 'GET', url: '/api/permissions' })).json();
    const module_id = table.modules.find((one: { name: string }) => one.name === productModules.containers).id;
    const allow = (can_view: boolean) =>
      admin.send({
        method: 'POST',
        url: '/api/permissions',
        payload: { permissions: [{ module_id, role_id: 3, can_view }] },
      });
    await allow(false);
    await put(id, 'Departed');
    await allow(true);
    assert.equal((await noticesOf(ben.id)).length, 3, 'users without the module are not notified');
    assert.equal((await noticesOf(ana.id)).length, 1);
  });
});
