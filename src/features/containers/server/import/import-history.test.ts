import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { containersContract } from '#features/containers/core/containers.contract.ts';
import { overdueReason } from '#features/containers/core/containers.rules.ts';
import { containerImportContract as calls } from '#features/containers/import/container-import.contract.ts';
import { containerReportContract } from '#features/containers/report/container-report.contract.ts';
import { addDays } from '#shared/calendar.ts';
import { containersOf } from '#tests/containers.ts';
import { asAdmin, makeTeam, makeUser } from '#tests/make.ts';
import { useTestApp } from '#tests/test-app.ts';
import type { TestApp } from '#tests/test-app.ts';
import type { Visitor } from '#tests/visitor.ts';
import { markAllOverdue } from '../core/container-overdue.service.ts';

type Correction = { field: 'status' | 'received_on'; value: string; to: string };

/** Reads a list and returns the choices that the screen makes without a click. */
async function readList(visitor: Visitor, lines: readonly string[]) {
  const file = await visitor.call(calls.read, {}, [{ name: 'list.csv', bytes: lines.join('\n') }]);
  assert.equal(file.status, 201, file.raw.body);
  const columns = file.body.sheets[0]?.columns.map(({ field }) => field) ?? [];
  return { id: file.body.id, sheet: 0, columns, corrections: [] as Correction[] };
}
type List = Awaited<ReturnType<typeof readList>>;

const checkList = async (visitor: Visitor, list: List) =>
  (await visitor.call(calls.check, { ...list, limit: 500 })).body;

async function importList(visitor: Visitor, list: List) {
  const { preview } = await checkList(visitor, list);
  const run = await visitor.call(calls.run, { ...list, preview });
  assert.equal(run.status, 200, run.raw.body);
  return run.body;
}

const noticesOf = (app: TestApp, userId: number) =>
  app.ctx.db.selectFrom('notifications').select(['title', 'message']).where('user_id', '=', userId).execute();

const delaysOf = (app: TestApp) =>
  app.ctx.db
    .selectFrom('container_events')
    .select(['container_id', 'reason', 'user_id'])
    .where('what', 'in', ['delay_pfi', 'delay_ex_factory'])
    .execute();

/** The job, and the check of a page that shows the container. */
async function markOverdueEverywhere(app: TestApp, visitor: Visitor): Promise<void> {
  await markAllOverdue(app.ctx);
  const { containers } = (await visitor.call(containersContract.page, { status: 'Delayed', limit: 200 })).body;
  for (const { id } of containers)
    await visitor.call(containersContract.changeStatus, { id, status: 'Delayed', delay_reason: overdueReason });
  await markAllOverdue(app.ctx);
}

describe('an import of 1,000 rows of the last year, which have all arrived', () => {
  const app = useTestApp();

  test('logs no delay, notifies each user once, and the report has the figures of a count by hand', async () => {
    app.setNow(new Date('2026-06-15T12:00:00'));
    const admin = await asAdmin(app);
    const teams = [await makeTeam(app, 'North'), await makeTeam(app, 'South')] as const;
    const north = await makeUser(app, { role: 3, team: teams[0] });
    const both = await makeUser(app, { role: 3, team: teams[0], sees: [teams[1]] });
    const rows = Array.from({ length: 1000 }, (_, index) => {
      const pfi = addDays('2025-06-20', (index * 7) % 330);
      const received = addDays(pfi, ((index * 13) % 21) - 12);
      const departed = index % 3 === 0 ? addDays(received, 4) : '';
      return { pfi, received, departed, exFactory: addDays(pfi, -30), team: ['', 'North', 'South'][index % 3] ?? '' };
    });
    const lines = rows.map(({ pfi, received, departed, exFactory, team }, index) =>
      [`PO-${index}`, pfi, exFactory, departed ? 'Abgegangen' : 'reçu', received, departed, team].join(','),
    );
    const list = await readList(admin, ['Order No,PFI Date,Ex-Factory,Status,Received on,Departed on,Team', ...lines]);
    const checked = await checkList(admin, list);
    assert.deepEqual([checked.counts.new, checked.delayed, checked.delayed_rows], [1000, 0, []]);
    assert.deepEqual(await importList(admin, list), { created: 1000, updated: 0, left_out: 0, unchanged: 0 });
    await markOverdueEverywhere(app, admin);

    assert.deepEqual(await delaysOf(app), []);
    assert.equal((await admin.call(containersContract.counts, {})).body.delayed, 0);
    const ofTeams = (...seen: string[]) => rows.filter(({ team }) => seen.includes(team)).length;
    for (const [user, count] of [
      [north.id, ofTeams('', 'North')],
      [both.id, ofTeams('', 'North', 'South')],
    ] as const)
      assert.deepEqual(
        (await noticesOf(app, user)).map(({ title, message }) => [title, message.replace(/^.*: /, '')]),
        [['Containers imported', `${count.toLocaleString('en')} new containers, 0 changed containers.`]],
      );

    const { body } = await admin.call(containerReportContract.report, { from: '2025-06', to: '2026-06' });
    const onTime = rows.filter(({ pfi, received }) => received <= pfi).length;
    assert.deepEqual(body.totals.pfi, { n: 1000, first_on_time: onTime, last_on_time: onTime });
    const departed = rows.filter((row) => row.departed !== '');
    assert.deepEqual(body.totals.ex_factory, { n: departed.length, first_on_time: 0, last_on_time: 0 });
    for (const { month, pfi } of body.months) {
      const of = rows.filter(({ received }) => received.startsWith(month));
      const early = of.filter((row) => row.received <= row.pfi).length;
      assert.deepEqual([pfi.n, pfi.first_on_time], [of.length, of.length < 5 ? null : early], month);
    }
    assert.deepEqual([body.reasons, body.without_day], [[], { received_on: 0, departed_on: 0 }]);
  });
});

describe('an import of 60 rows, a third of which has arrived', () => {
  const app = useTestApp();

  test('marks only the late ones, as System, and notifies each user once', async () => {
    app.setNow(new Date('2026-06-15T12:00:00'));
    const admin = await asAdmin(app);
    const clerk = await makeUser(app, { role: 3, team: null });
    // 20 have arrived, 19 are late, 21 are due later.
    const lines = Array.from({ length: 60 }, (_, index) => {
      const pfi = addDays('2026-06-15', index < 39 ? -1 - (index % 30) : index);
      return [
        `PO-${index}`,
        pfi,
        addDays(pfi, -30),
        index < 20 ? addDays(pfi, -2) : '',
        index === 5 ? 'Telex' : '',
      ].join();
    });
    const list = await readList(admin, ['Order No,PFI Date,Ex-Factory,Received,Remarks', ...lines]);
    const checked = await checkList(admin, list);
    assert.deepEqual([checked.counts.new, checked.delayed], [60, 19]);
    assert.deepEqual(
      checked.delayed_rows,
      Array.from({ length: 19 }, (_, index) => 22 + index),
    );
    const shown = (await admin.call(calls.check, { ...list, show: 'delayed' })).body.rows;
    assert.deepEqual(
      shown.map(({ row }) => row),
      checked.delayed_rows,
    );
    assert.deepEqual(
      checked.rows[0]?.changes.filter(({ field }) => field === 'status'),
      [{ field: 'status', from: null, to: 'Received' }],
    );
    await importList(admin, list);
    const delays = await delaysOf(app);
    assert.deepEqual(
      delays.map(({ reason, user_id }) => [reason, user_id]),
      Array.from({ length: 19 }, () => [overdueReason, null]),
    );
    await markOverdueEverywhere(app, admin);
    assert.deepEqual(await delaysOf(app), delays);
    const { body: counts } = await admin.call(containersContract.counts, {});
    assert.deepEqual(counts, { all: 60, not_received: 21, received: 20, departed: 0, delayed: 19 });
    assert.deepEqual(
      (await noticesOf(app, clerk.id)).map(({ title, message }) => [title, message.replace(/^.*: /, '')]),
      [['Containers imported', '60 new containers, 0 changed containers. 19 of them are Delayed.']],
    );
    const { body } = await admin.call(containerReportContract.report, { from: '2026-05', to: '2026-06' });
    assert.deepEqual(body.totals.pfi, { n: 20, first_on_time: 20, last_on_time: 20 });
    const found = (await admin.call(containersContract.page, { search: 'telex' })).body.containers;
    assert.deepEqual(
      found.map(({ container_no, status_name, checkedBy }) => [container_no, status_name, checkedBy !== null]),
      [['PO-5', 'Received', true]],
    );
  });
});

describe('the status of a row of a spreadsheet', () => {
  const app = useTestApp();
  const signIn = async () => {
    const admin = await asAdmin(app);
    return { admin, ...containersOf(app, () => admin) };
  };
  const headings = 'Order No,PFI Date,Ex-Factory,Status,Received on,Departed on';

  test('is read in ten languages, and an own word is explained once', async () => {
    const { admin } = await signIn();
    const words = [
      'not received',
      'Eingegangen',
      'reçue',
      'Recibido',
      'in attesa',
      'Recebida',
      'Vertrokken',
      'Otrzymano',
    ];
    const row = (word: string, index: number) => `L-${index},2099-03-04,2099-01-15,${word},,`;
    const own = ['angekommen', 'en route', 'Delivered to DC', 'delivered to DC'];
    const list = await readList(admin, [headings, ...[...words, 'Alındı', '已收货', ...own].map(row)]);
    const checked = await checkList(admin, list);
    const stateOf = ({ state, changes }: (typeof checked.rows)[number]) =>
      state === 'new' ? changes.find(({ field }) => field === 'status')?.to : state;
    assert.deepEqual(checked.rows.map(stateOf), [
      'Not Received',
      'Received',
      'Received',
      'Received',
      'Not Received',
      'Received',
      'Departed',
      'Received',
      'Received',
      'Received',
      ...own.map(() => 'wrong'),
    ]);
    assert.deepEqual(checked.complaints[0], {
      field: 'status',
      value: 'angekommen',
      kind: 'problem',
      code: 'unreadable',
      text: "Status: 'angekommen' is not known. Choose the status that it means.",
      proposals: ['Not Received', 'Received', 'Departed'].map((status) => ({ value: status, label: status })),
      rows: 1,
      row: 12,
    });
    list.corrections = [
      { field: 'status', value: 'angekommen', to: 'Received' },
      { field: 'status', value: 'en route', to: '' },
      { field: 'status', value: 'Delivered to DC', to: 'Departed' },
      { field: 'status', value: 'delivered to DC', to: 'Departed' },
    ];
    assert.deepEqual((await importList(admin, list)).left_out, 0);
    const next = ['ANGEKOMMEN', 'en route', 'delivered to dc', 'lost'].map((word, index) => row(word, index + 50));
    const { rows } = await checkList(admin, await readList(admin, [`${headings},Note`, ...next]));
    assert.deepEqual(rows.map(stateOf), ['Received', undefined, 'Departed', 'wrong']);
  });

  test('moves a known container forward with the days of the row, and never back', async () => {
    const { admin, make, find, history, day } = await signIn();
    const [open, gone, received, departed] = [await make(5), await make(5), await make(5, 2), await make(5, 3)];
    const clerk = await makeUser(app, { role: 3, team: null });
    const list = await readList(admin, [
      'ID,Container Name,Status,Received on,Departed on,Remarks',
      `${open.id},${open.name},Received,${day(-3)},,`,
      `${gone.id},${gone.name},Departed,,${day(-1)},Left by night`,
      `${received.id},${received.name},,,${day(-2)},`,
      `${departed.id},${departed.name},Received,${day(-9)},,`,
    ]);
    const { rows, moved } = await checkList(admin, list);
    assert.deepEqual(
      rows.map(({ state, changes, complaints }) => [
        state,
        changes.map(({ field, from, to }) => `${field}: ${from} > ${to}`),
        complaints.map(({ kind, code }) => `${kind} ${code}`),
      ]),
      [
        ['changed', [`received_on: null > ${day(-3)}`, 'status: Not Received > Received'], []],
        [
          'changed',
          [`departed_on: null > ${day(-1)}`, 'remarks: null > Left by night', 'status: Not Received > Departed'],
          [],
        ],
        ['changed', [`departed_on: null > ${day(-2)}`, 'status: Received > Departed'], []],
        ['changed', [`received_on: null > ${day(-9)}`], ['warning status_backwards']],
      ],
    );
    assert.equal(moved, 0);
    assert.deepEqual(await importList(admin, list), { created: 0, updated: 4, left_out: 0, unchanged: 0 });
    const now = async ({ id }: { id: number }) => {
      const { status_name, received_on, departed_on, checkedBy } = await find(id);
      return [status_name, received_on, departed_on, checkedBy === null];
    };
    assert.deepEqual(await now(open), ['Received', day(-3), undefined, false]);
    // The departure has a day before today, so the receipt was not today.
    assert.deepEqual(await now(gone), ['Departed', undefined, day(-1), false]);
    assert.deepEqual(await now(received), ['Departed', undefined, day(-2), false]);
    assert.deepEqual(await now(departed), ['Departed', day(-9), undefined, false]);
    assert.deepEqual(
      (await history(gone.id)).map(({ what, new_value }) => [what, new_value]),
      [
        ['status', 'Departed'],
        ['status', 'Received'],
        ['remarks', 'Left by night'],
        ['departed_on', day(-1)],
        ['created', 'Not Received'],
      ],
    );
    const acts = await app.ctx.db
      .selectFrom('audit_entries')
      .select(['act', 'detail'])
      .where('thing_id', '=', open.id)
      .where('act', '=', 'container.status_changed')
      .execute();
    assert.deepEqual(
      acts.map(({ detail }) => detail),
      ['Not Received → Received'],
    );
    assert.equal((await noticesOf(app, clerk.id)).length, 1);

    const undone = await admin.call(calls.undo, { id: list.id });
    assert.deepEqual(undone.body, { restored: 4, removed: 0, kept: 0 });
    for (const container of [open, gone, received, departed]) {
      const { status_id, received_on, departed_on, remarks } = await find(container.id);
      assert.deepEqual(
        [status_id, received_on, departed_on, remarks],
        [container.status_id, undefined, undefined, undefined],
      );
    }
  });

  test('is asked for if it is empty and the day of the receipt cannot be read, and a future day is left out', async () => {
    const { admin, day } = await signIn();
    const list = await readList(admin, [
      headings,
      `F-1,${day(90)},${day(20)},,yes,`,
      `F-2,${day(90)},${day(20)},Received,KW 47,`,
      `F-3,${day(90)},${day(20)},,${day(9)},`,
    ]);
    const { rows } = await checkList(admin, list);
    assert.deepEqual(
      rows.map(({ state, complaints, changes }) => [
        state,
        complaints.map(({ kind, code }) => `${kind} ${code}`),
        changes.find(({ field }) => field === 'status')?.to,
      ]),
      [
        ['wrong', ['problem unreadable'], undefined],
        ['new', ['warning unreadable'], 'Received'],
        ['new', ['warning future_day'], undefined],
      ],
    );
    assert.match(rows[0]?.problems[0] ?? '', /'yes' cannot be read, so it is open whether the container has arrived/);
  });
});
