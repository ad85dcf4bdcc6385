import assert from 'node:assert/strict';
import { test } from 'node:test';
import { containerConflict, containersContract } from '#features/containers/containers.contract.ts';
import type { Container } from '#features/containers/containers.contract.ts';
import {
  countsAsDelayed,
  displayedStatus,
  displayedStatuses,
  overdueReason,
} from '#features/containers/containers.rules.ts';
import type { DisplayedStatus, StatusWord } from '#features/containers/containers.rules.ts';
import { dayMs, localDate } from '#shared/calendar.ts';
import { productModules } from '#shared/product-modules.ts';
import { asAdmin, makeTeam, makeUser, signedInAs } from '#tests/make.ts';
import { openTestApp, randomName, useTestApp } from '#tests/test-app.ts';
import type { TestApp } from '#tests/test-app.ts';
import type { Visitor } from '#tests/visitor.ts';
import { purgeTrash } from './containers.queries.ts';
import { crossDates } from './containers.service.ts';

const calls = containersContract;

test('containers', async (t) => {
  const app = useTestApp();
  let admin!: Visitor;
  let team!: number;

  const day = (offset: number) => {
    const date = app.now();
    date.setDate(date.getDate() + offset);
    return localDate(date);
  };
  const details = (dueIn = 10) => ({
    name: `Chairs ${randomName()}`,
    container_no: `PO-${randomName()}`,
    expected_date: day(dueIn),
    ex_factory_date: day(dueIn - 20),
  });
  const make = async (dueIn = 10, status_id: 1 | 2 | 3 = 1) => {
    const answer = await admin.call(calls.create, { ...details(dueIn), status_id });
    assert.equal(answer.status, 201, answer.raw.body);
    return answer.body;
  };
  const find = async (id: number) => (await admin.call(calls.find, { id })).body;
  const put = (id: number, status: StatusWord, delay_reason?: string, visitor = admin) =>
    visitor.call(calls.changeStatus, { id, status, ...(delay_reason === undefined ? {} : { delay_reason }) });
  const logs = async (id: number) => (await admin.call(calls.delayLogs, { id })).body;
  const history = async (id: number) => (await admin.call(calls.history, { id })).body.events;
  const noticesOf = async (userId: number) =>
    app.parts.db.selectFrom('notifications').selectAll().where('user_id', '=', userId).orderBy('id').execute();

  await t.test('are created with the shape of the specification', async () => {
    admin = await asAdmin(app);
    team = await makeTeam(app);
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

  await t.test('take the PFI date under either of its names, and a status to begin with', async () => {
    const { expected_date, ...rest } = details();
    const one = await admin.call(calls.create, { ...rest, pfi_date: expected_date });
    assert.deepEqual([one.status, one.body.expected_date], [201, expected_date]);
    for (const [status_id, status_name, checkedBy] of [
      [1, 'Not Received', null],
      [2, 'Received', 'Administrator'],
      [3, 'Departed', 'Administrator'],
    ] as const) {
      const made = await make(5, status_id);
      assert.deepEqual([made.status_name, made.checkedBy], [status_name, checkedBy]);
    }
  });

  await t.test('need a name, an order number and both dates', async () => {
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
      const made = await admin.send({ method: 'POST', url: '/api/containers', payload });
      assert.equal(made.statusCode, 422, `${field}: ${made.body}`);
      assert.deepEqual(Object.keys(made.json().errors), [field]);
      assert.match(made.json().message, /\.$/);
      if (field === 'status_id') continue;
      const changed = await admin.send({ method: 'PUT', url: `/api/containers/${id}`, payload });
      assert.deepEqual([changed.statusCode, Object.keys(changed.json().errors)], [422, [field]]);
    }
  });

  await t.test('move as the table says; another move is a conflict that shows where it stands', async () => {
    const allowed = { 'Not Received': ['Received'], Received: ['Departed'], Departed: ['Received'] };
    for (const [place, from] of (['Not Received', 'Received', 'Departed'] as const).entries()) {
      for (const to of ['Not Received', 'Received', 'Departed'] as const) {
        const made = await make(10, (place + 1) as 1);
        const answer = await put(made.id, to);
        const isAllowed = allowed[from].includes(to);
        assert.equal(answer.status, isAllowed ? 200 : 409, `${from} to ${to}`);
        if (isAllowed) assert.equal(answer.body.status_name, to);
        else assert.equal(containerConflict.parse(answer.raw.json().details).container.status_name, from);
        assert.equal((await find(made.id)).status_name, isAllowed ? to : from);
      }
    }
    assert.equal((await put(999_999, 'Received')).status, 404);
    const { id } = await make();
    for (const status of ['received', 'Lost', '', undefined]) {
      const payload = { status };
      const answer = await admin.send({ method: 'PUT', url: `/api/containers/${id}/status`, payload });
      assert.deepEqual([answer.statusCode, Object.keys(answer.json().errors)], [422, ['status']]);
    }
  });

  await t.test('name whoever last marked them Received, even once that person is gone', async () => {
    const { id } = await make();
    const ana = await signedInAs(app, { role: 2, team, name: 'Ana Quay' });
    assert.equal((await put(id, 'Received', undefined, ana.visitor)).body.checkedBy, 'Ana Quay');
    assert.equal((await put(id, 'Departed')).body.checkedBy, 'Ana Quay');
    await admin.send({ method: 'DELETE', url: `/api/users/${ana.id}` });
    assert.equal((await find(id)).checkedBy, 'Ana Quay');
    assert.equal((await put(id, 'Received')).body.checkedBy, 'Administrator');
  });

  await t.test('are delayed with a reason, which leaves the status and is logged, newest first', async () => {
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
    assert.equal((await put(id, 'Delayed', 'Customs')).status, 200, 'a received one may be delayed');
    await put(id, 'Departed');
    for (const word of ['Delayed', 'Ex Factory Delayed'] as const)
      assert.equal((await put(id, word, 'too late')).status, 409);
    assert.equal((await logs(id)).length, 3);
  });

  await t.test('refuse a reason that is too long and a category that is none', async () => {
    const { id } = await make();
    assert.equal((await put(id, 'Delayed', 'é'.repeat(2000))).status, 200);
    assert.deepEqual(Object.keys((await put(id, 'Delayed', 'x'.repeat(2001))).failure.errors ?? {}), ['delay_reason']);
    const payload = { status: 'Delayed', delay_reason: 'x', delay_category: 'aliens' };
    const answer = await admin.send({ method: 'PUT', url: `/api/containers/${id}/status`, payload });
    assert.deepEqual([answer.statusCode, Object.keys(answer.json().errors)], [422, ['delay_category']]);
  });

  await t.test('keep every change of a date, and the dates they began with', async () => {
    const made = await make();
    const { id, name, container_no } = made;
    const later = { name, container_no, expected_date: day(19), ex_factory_date: made.ex_factory_date };
    const once = await admin.call(calls.update, { id, ...later, reason: 'Yard is full' });
    assert.deepEqual(
      [once.body.pfi_date, once.body.first_pfi_date, once.body.pfi_moves, once.body.version],
      [day(19), made.pfi_date, 1, 2],
    );
    assert.equal((await admin.call(calls.update, { id, ...later })).body.version, 2, 'nothing changed');
    await admin.call(calls.update, { id, ...later, name: 'Tables', expected_date: day(12), ex_factory_date: day(1) });
    const now = await find(id);
    assert.deepEqual(
      [now.name, now.pfi_moves, now.ex_factory_moves, now.first_pfi_date, now.first_ex_factory_date],
      ['Tables', 2, 1, made.pfi_date, made.ex_factory_date],
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
        ['ex_factory_date', made.ex_factory_date, day(1), null, 'Administrator'],
        ['pfi_date', day(19), day(12), null, 'Administrator'],
        ['name', name, 'Tables', null, 'Administrator'],
        ['pfi_date', made.pfi_date, day(19), 'Yard is full', 'Administrator'],
        ['created', null, 'Not Received', null, 'Administrator'],
      ],
    );
  });

  await t.test('keep status, flags and logs when they are edited, whatever the form says', async () => {
    const { id } = await make();
    await put(id, 'Delayed', 'Booking rolled over');
    await put(id, 'Received');
    const payload = { ...details(30), status_id: 3, is_delayed_pfi: 0 };
    const answer = await admin.send({ method: 'PUT', url: `/api/containers/${id}`, payload });
    const after = answer.json<Container>();
    assert.deepEqual([answer.statusCode, after.status_name, after.is_delayed_pfi], [200, 'Received', 1]);
    assert.equal((await logs(id)).length, 1);
  });

  await t.test('are marked overdue by the server itself, once for each container and date', async () => {
    const late = await make(-1);
    const received = await make(-1, 2);
    const dueToday = await make(0);
    const watcher = await makeUser(app, { role: 3, team });
    for (let round = 0; round < 3; round += 1) await crossDates(app.parts);
    const marked = await find(late.id);
    assert.deepEqual(
      [marked.status_name, marked.is_delayed_pfi, marked.pfi_delays, marked.version],
      ['Not Received', 1, 1, late.version],
    );
    assert.deepEqual(
      (await logs(late.id)).map(({ user_name, reason }) => [user_name, reason]),
      [['System', 'Expected date crossed']],
    );
    for (const other of [received, dueToday]) assert.equal((await find(other.id)).is_delayed_pfi, 0);
    assert.equal((await noticesOf(watcher.id)).filter((one) => one.title === 'Container delayed').length, 1);

    const sent = await put(late.id, 'Delayed', overdueReason);
    assert.deepEqual([sent.status, sent.body], [200, marked], 'the browser’s own round changes nothing');
    assert.equal((await put(late.id, 'Delayed', 'Ship ran aground')).body.pfi_delays, 2, 'a reason of its own counts');

    const move = (dueIn: number) =>
      admin.call(calls.update, { id: late.id, ...details(), expected_date: day(dueIn), ex_factory_date: day(-9) });
    await move(-2);
    await crossDates(app.parts);
    assert.equal((await logs(late.id)).length, 3, 'another date that is crossed is another entry');
    await move(-1);
    await crossDates(app.parts);
    await crossDates(app.parts);
    assert.equal((await logs(late.id)).length, 3, 'a date that was crossed before is not logged again');
    assert.equal((await find(late.id)).pfi_delays, 3);
  });

  await t.test('are marked overdue once by many browsers and the server at the same time', async () => {
    const { id } = await make(-3);
    const watcher = await makeUser(app, { role: 3, team });
    const answers = await Promise.all([
      ...Array.from({ length: 30 }, () => put(id, 'Delayed', overdueReason)),
      crossDates(app.parts),
      crossDates(app.parts),
    ]);
    for (const answer of answers) if (answer) assert.equal(answer.status, 200);
    assert.equal((await logs(id)).length, 1);
    assert.equal((await find(id)).pfi_delays, 1);
    assert.equal((await noticesOf(watcher.id)).length, 1);
  });

  await t.test('that become overdue together make one notice', async () => {
    const watcher = await makeUser(app, { role: 3, team });
    const made = [await make(-1), await make(-2), await make(-3)];
    await crossDates(app.parts);
    const told = await noticesOf(watcher.id);
    assert.equal(told.length, 1);
    assert.match(told[0]?.message ?? '', / and 2 other containers were not received by their PFI dates\.$/);
    assert.equal(told[0]?.link, '/container-status?status=Delayed');
    for (const { id } of made) assert.equal((await logs(id)).length, 1);
  });

  await t.test('are not marked by a browser that has not heard that they were received', async () => {
    const { id } = await make(-1);
    await put(id, 'Received');
    const late = await put(id, 'Delayed', overdueReason);
    assert.equal(late.status, 409);
    const now = await find(id);
    assert.deepEqual([now.status_name, now.is_delayed_pfi], ['Received', 0]);
  });

  await t.test('log the automatic reason once even where the date is still to come', async () => {
    const { id } = await make(40);
    for (let time = 0; time < 2; time += 1) assert.equal((await put(id, 'Delayed', overdueReason)).status, 200);
    assert.deepEqual(
      (await logs(id)).map((entry) => entry.user_name),
      ['Administrator'],
    );
  });

  await t.test('become overdue when the day changes', async () => {
    const { id } = await make(2);
    const real = app.now();
    try {
      app.setNow(new Date(real.getTime() + 3 * dayMs));
      await crossDates(app.parts);
      assert.equal(
        (await app.parts.db.selectFrom('containers').selectAll().where('id', '=', id).execute())[0]?.pfi_delays,
        1,
      );
    } finally {
      app.setNow(real);
    }
  });

  await t.test('let two people act at once: one is done, the other sees what happened', async () => {
    const { id } = await make();
    const ana = await signedInAs(app, { role: 2, team, name: 'Ana Berth' });
    const answers = await Promise.all([put(id, 'Received'), put(id, 'Received', undefined, ana.visitor)]);
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409]);
    const refused = answers.find(({ status }) => status === 409);
    const { container } = containerConflict.parse(refused?.raw.json().details);
    assert.equal(container.status_name, 'Received');
    assert.equal((await history(id)).filter(({ what }) => what === 'status').length, 1);
  });

  await t.test(
    'never lose an edit: who saw an older version is told who was first and gets the newer one',
    async () => {
      const made = await make();
      const { id, version } = made;
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
    },
  );

  await t.test('stay whole when fifty people change, delay, move and delete them at once', async () => {
    const { id, version } = await make();
    const edits = Array.from({ length: 20 }, (_, place) =>
      admin.call(calls.update, { id, ...details(), name: `Edit ${place}`, version }),
    );
    const moves = Array.from({ length: 10 }, () => put(id, 'Received'));
    const delays = Array.from({ length: 19 }, (_, place) => put(id, 'Delayed', `Reason ${place}`));
    const answers = await Promise.all([...edits, ...moves, ...delays, admin.call(calls.remove, { id })]);
    for (const { status, raw } of answers) assert.ok([200, 204, 404, 409].includes(status), raw.body);
    await admin.call(calls.restore, { id });
    const now = await find(id);
    const entries = await logs(id);
    const events = await history(id);
    const done = (all: { status: number }[]) => all.filter(({ status }) => status === 200).length;
    assert.equal(done(await Promise.all(edits)), events.some(({ what }) => what === 'name') ? 1 : 0);
    assert.equal(events.filter(({ what }) => what === 'status').length, done(await Promise.all(moves)));
    assert.equal(entries.length, done(await Promise.all(delays)));
    assert.equal(now.pfi_delays, entries.length);
    assert.equal(new Set(entries.map(({ reason }) => reason)).size, entries.length);
  });

  await t.test('go to the trash with their history, come back from it, and are gone after 30 days', async () => {
    const { id, name } = await make();
    await put(id, 'Delayed', 'Quality hold');
    assert.equal((await admin.call(calls.remove, { id })).status, 204);
    const gone = [
      await admin.call(calls.remove, { id }),
      await admin.call(calls.find, { id }),
      await admin.call(calls.delayLogs, { id }),
      await admin.call(calls.history, { id }),
      await admin.call(calls.update, { id, ...details() }),
      await put(id, 'Received'),
    ];
    for (const answer of gone) assert.equal(answer.status, 404);
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
    assert.equal(await purgeTrash(app.parts.db, daysAgo(30), 100), 0);
    await app.parts.db
      .updateTable('containers')
      .set({ deleted_at: daysAgo(31) })
      .where('id', '=', id)
      .execute();
    assert.equal(await purgeTrash(app.parts.db, daysAgo(30), 100), 1);
    assert.equal((await admin.call(calls.restore, { id })).status, 404);
    assert.ok((await make()).id > id, 'an id is never used again');
  });

  await t.test('tell everyone with the module of a move or a delay, but not whoever did it', async () => {
    const ana = await signedInAs(app, { role: 2, team, name: 'Ana Keel' });
    const ben = await makeUser(app, { role: 3, team });
    const gone = await makeUser(app, { role: 3, team });
    await admin.send({ method: 'DELETE', url: `/api/users/${gone.id}` });
    const { id, name, container_no } = await make();
    await admin.call(calls.update, { id, ...details(), name, container_no });
    assert.deepEqual(await noticesOf(ben.id), [], 'creating and editing tell nobody');
    await put(id, 'Delayed', 'Strike', ana.visitor);
    await put(id, 'Ex Factory Delayed', 'Strike', ana.visitor);
    await put(id, 'Received', undefined, ana.visitor);
    const told = await noticesOf(ben.id);
    const label = `${name} (${container_no})`;
    assert.deepEqual(
      told.map(({ title, message, link }) => [title, message, link]),
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
    assert.deepEqual(await noticesOf(gone.id), []);
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
    assert.equal((await noticesOf(ben.id)).length, 3, 'who may not see containers hears nothing of them');
    assert.equal((await noticesOf(ana.id)).length, 1);
  });
});

test('the containers page', async (t) => {
  let app!: TestApp;
  let admin!: Visitor;
  const today = '2026-06-15';
  t.after(() => app.close());

  const page = async (input: object = {}) => (await admin.call(calls.page, { today, limit: 200, ...input })).body;
  const names = async (input: object) => (await page(input)).containers.map(({ name }) => name);

  await t.test('filters and counts as the rules say, whatever is asked for together', async () => {
    app = await openTestApp();
    admin = await asAdmin(app);
    await app.parts.db.transaction().execute(async (tx) => {
      const flags = [0, 1] as const;
      const dates = ['2025-06-15', '2026-01-31', '2026-06-14', '2026-06-15', '2026-06-16', '2026-12-01'];
      for (const [place, pfi_date] of dates.entries())
        for (const status_id of [1, 2, 3])
          for (const is_delayed_pfi of flags)
            for (const is_delayed_ex_factory of flags) {
              const name = `Box ${place}${status_id}${is_delayed_pfi}${is_delayed_ex_factory}`;
              await tx
                .insertInto('containers')
                .values({
                  name,
                  container_no: `Nº-${place}%_`,
                  search_text: `${name.toLowerCase()}\nno-${place}%_`,
                  pfi_date,
                  ex_factory_date: `2026-0${place + 1}-05`,
                  first_pfi_date: pfi_date,
                  first_ex_factory_date: pfi_date,
                  status_id,
                  is_delayed_pfi,
                  is_delayed_ex_factory,
                  created_by: 1,
                  checked_by: null,
                  created_at: '2025-01-01T00:00:00.000Z',
                  updated_at: '2025-01-01T00:00:00.000Z',
                  deleted_at: null,
                  deleted_by: null,
                })
                .execute();
            }
    });
    const all = (await admin.call(calls.list, {})).body;
    assert.equal(all.length, 72);
    const isShownAs = (status: DisplayedStatus) => (one: Container) =>
      status === 'Delayed' ? countsAsDelayed(one, today) : displayedStatus(one, today) === status;
    const { counts, found } = await page();
    assert.equal(found, 72);
    const expected = Object.fromEntries(
      displayedStatuses.map((status) => [status, all.filter(isShownAs(status)).length]),
    );
    assert.deepEqual(counts, {
      all: 72,
      not_received: expected['Not Received'],
      received: expected['Received'],
      departed: expected['Departed'],
      delayed: expected['Delayed'],
    });
    for (const status of [undefined, ...displayedStatuses])
      for (const pfi_month of [undefined, 1, 6])
        for (const ex_factory_month of [undefined, 3, 12])
          for (const search of ['', 'BOX 2', 'no-3%_', '_', 'nothing']) {
            const wanted = all.filter(
              (one) =>
                (!status || isShownAs(status)(one)) &&
                (!pfi_month || Number(one.pfi_date.slice(5, 7)) === pfi_month) &&
                (!ex_factory_month || Number(one.ex_factory_date.slice(5, 7)) === ex_factory_month) &&
                `${one.name}\n${one.container_no}`.toLowerCase().replace('º', 'o').includes(search.toLowerCase()),
            );
            const input = { status, pfi_month, ex_factory_month, search };
            assert.deepEqual(
              await names(input),
              wanted.map(({ name }) => name),
              JSON.stringify(input),
            );
          }
  });

  await t.test('is read page by page, newest first, and nothing is missed or shown twice', async () => {
    const seen: number[] = [];
    let after: number | undefined;
    do {
      const { containers, next, found }: Awaited<ReturnType<typeof page>> = await page({
        limit: 7,
        status: 'Delayed',
        after,
      });
      assert.ok(containers.length <= 7 && found > 7);
      seen.push(...containers.map(({ id }) => id));
      after = next ?? undefined;
    } while (after !== undefined);
    const whole = (await page({ status: 'Delayed' })).containers.map(({ id }) => id);
    assert.deepEqual(seen, whole);
    assert.deepEqual(
      whole,
      whole.toSorted((one, other) => other - one),
    );
  });

  await t.test('reads the trash and a history page by page too', async () => {
    for (const { id } of (await page({ limit: 5 })).containers) await admin.call(calls.remove, { id });
    const first = (await admin.call(calls.trash, { limit: 3 })).body;
    const second = (await admin.call(calls.trash, { limit: 3, after: first.next ?? undefined })).body;
    const ids = [...first.containers, ...second.containers].map(({ id }) => id);
    assert.deepEqual([ids.length, new Set(ids).size, second.next], [5, 5, null]);
    const [one] = (await page({ limit: 1, status: 'Received' })).containers;
    const id = one?.id as number;
    for (const status of ['Departed', 'Received', 'Departed'] as const)
      await admin.call(calls.changeStatus, { id, status });
    const newest = (await admin.call(calls.history, { id, limit: 2 })).body;
    const older = (await admin.call(calls.history, { id, limit: 2, after: newest.next ?? undefined })).body;
    assert.deepEqual([newest.events.length, older.events.length, older.next], [2, 1, null]);
    assert.ok((newest.events[1]?.id ?? 0) > (older.events[0]?.id ?? 0));
  });

  await t.test('takes any text as the text it is', async () => {
    for (const text of ["Robert'); drop table containers;--", '%', '\\', '😀 Ḽơᶉëᶆ', '<b>x</b>', '‮gnp']) {
      const sent = { name: `N ${text}`, container_no: `C ${text}`, expected_date: today, ex_factory_date: today };
      const made = await admin.call(calls.create, sent);
      assert.equal(made.status, 201, made.raw.body);
      assert.equal(made.body.name, sent.name);
      assert.ok((await names({ search: `n ${text.toUpperCase()}` })).includes(sent.name), text);
      const delayed = await admin.call(calls.changeStatus, { id: made.body.id, status: 'Delayed', delay_reason: text });
      assert.equal(delayed.status, 200);
      assert.equal((await admin.call(calls.delayLogs, { id: made.body.id })).body[0]?.reason, text);
    }
    assert.equal((await page({ search: 'x'.repeat(5000) })).found, 0);
  });
});
