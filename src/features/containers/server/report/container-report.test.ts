import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { groupings, measures, results } from '#features/containers/core/container-fields.rules.ts';
import type { Measure } from '#features/containers/core/container-fields.rules.ts';
import { containersContract } from '#features/containers/core/containers.contract.ts';
import { containersView, filterOf } from '#features/containers/list/containers-view.rules.ts';
import { containerReportContract } from '#features/containers/report/container-report.contract.ts';
import { filtersOf, listAddress } from '#features/containers/report/container-report.rules.ts';
import type { Counted } from '#features/containers/report/container-report.rules.ts';
import { fillOutcomes } from '#server/database/migrations/0023-container-outcomes.ts';
import { correctUndoneDepartures } from '#server/database/migrations/0048-history-of-containers.ts';
import { makeHistories } from '#tests/container-histories.ts';
import type { ContainerHistory } from '#tests/container-histories.ts';
import { containersOf } from '#tests/containers.ts';
import { asAdmin, makeTeam, signedInAs } from '#tests/make.ts';
import { useTestApp } from '#tests/test-app.ts';
import type { Visitor } from '#tests/visitor.ts';

const calls = containerReportContract;

// An independent count of histories, as the page describes the figures.

const days = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);

type Outcome = { id: number; month: string; first: number; last: number; of: ContainerHistory };

function outcomes(histories: readonly ContainerHistory[], measure: Measure): Outcome[] {
  return histories.flatMap((of) => {
    if (measure === 'eta') {
      const [etas, atas] = (['eta', 'ata'] as const).map((what) => of.acts.filter((act) => act.what === what));
      const [ata, first, last] = [atas?.at(-1)?.to, etas?.[0]?.to, etas?.at(-1)?.to];
      if (!ata || !first || !last) return [];
      return [{ id: of.id, month: ata.slice(0, 7), first: days(first, ata), last: days(last, ata), of }];
    }
    const ends = measure === 'pfi' ? ['received'] : ['departed', 'undeparted'];
    const end = of.acts.findLastIndex(({ what }) => ends.includes(what));
    const on = of.acts[end]?.what === 'undeparted' ? undefined : of.acts[end]?.on;
    const dates = of.acts
      .slice(0, Math.max(0, end))
      .filter(({ what, kind }) => what === measure || (what === 'start' && kind === measure))
      .map(({ to }) => to as string);
    const [first, last] = [dates[0], dates.at(-1)];
    if (!on || !first || !last) return [];
    return [{ id: of.id, month: on.slice(0, 7), first: days(first, on), last: days(last, on), of }];
  });
}

function rate(all: readonly Outcome[]) {
  const n = all.length;
  const enough = (count: number) => (n < 5 ? null : count);
  const on = (which: 'first' | 'last') => enough(all.filter((one) => one[which] <= 0).length);
  return { n, first_on_time: on('first'), last_on_time: on('last') };
}

function slips(all: readonly Outcome[]) {
  const sorted = all.map(({ first }) => first).toSorted((one, other) => one - other);
  const rank = (share: number) => (sorted.length < 5 ? null : sorted[Math.ceil(sorted.length * share) - 1]);
  return { median: rank(0.5), p80: rank(0.8) };
}

type Delay = { id: number; on: string; cause: string; lost: number };

/** The days from the date at a delay to the date at the next delay of the same kind, or to the date at the end. */
function delays(histories: readonly ContainerHistory[]): Delay[] {
  return histories.flatMap(({ id, acts }) =>
    acts.flatMap((act, index): Delay[] => {
      if (act.what !== 'delay') return [];
      const dateBefore = (end: number) =>
        acts.slice(0, end).findLast(({ what, kind }) => what === act.kind || (what === 'start' && kind === act.kind))
          ?.to as string;
      const next = acts.findIndex((one, at) => at > index && one.what === 'delay' && one.kind === act.kind);
      const lost = days(dateBefore(index), dateBefore(next === -1 ? acts.length : next));
      return [{ id, on: act.on, cause: act.cause ?? '', lost }];
    }),
  );
}

function reasons(all: readonly Delay[]) {
  return [...Map.groupBy(all, ({ cause }) => cause)]
    .map(([cause, of]) => ({
      cause,
      containers: new Set(of.map(({ id }) => id)).size,
      delays: of.length,
      days_lost: of.reduce((sum, { lost }) => sum + lost, 0),
    }))
    .filter(({ containers }) => containers >= 5)
    .toSorted((one, other) => other.containers - one.containers || (one.cause < other.cause ? -1 : 1));
}

// 200 histories have every group, every reason and enough months.
const historyCount = 200;

describe('the report of random histories', () => {
  const app = useTestApp();
  // The tests only read the histories.
  const world = {} as Awaited<ReturnType<typeof makeHistories>>;
  const seen: { visitor: Visitor; histories: ContainerHistory[] }[] = [];
  const period = () => ({ from: world.from, to: world.to });
  before(async () => {
    Object.assign(world, await makeHistories(app, historyCount, 4711));
    const present = world.histories.filter(({ isDeleted }) => !isDeleted);
    const member = await signedInAs(app, { role: 3, team: world.teams[0] as number });
    const ofMember = present.filter(({ team_id }) => team_id === null || team_id === world.teams[0]);
    seen.push({ visitor: world.admin, histories: present }, { visitor: member.visitor, histories: ofMember });
  });

  test('has the figures of an independent count, for each user of the containers that they see', async () => {
    for (const { visitor, histories } of seen) {
      const outcomesOf = Object.fromEntries(measures.map((measure) => [measure, outcomes(histories, measure)]));
      for (const measure of measures)
        for (const group of groupings) {
          const { body } = await visitor.call(calls.report, { ...period(), measure, group });
          const all = outcomesOf[measure] as Outcome[];
          for (const of of measures) {
            const expected = outcomesOf[of] as Outcome[];
            assert.deepEqual(body.totals[of], rate(expected), of);
            for (const month of body.months)
              assert.deepEqual(month[of], rate(expected.filter((one) => one.month === month.month)));
          }
          assert.deepEqual(
            [body.months.length, body.months[0]?.month, body.months.at(-1)?.month],
            [10, world.from, world.to],
          );
          const { median, p80 } = body.totals;
          assert.deepEqual({ median, p80 }, slips(all));
          const grouped = [...Map.groupBy(all, ({ of }) => of[group])].filter(([, of]) => of.length >= 5);
          assert.deepEqual(
            new Map(body.groups.map(({ key, name: _name, ...figures }) => [key, figures])),
            new Map(grouped.map(([key, of]) => [key, { ...rate(of), ...slips(of) }])),
          );
          assert.equal(body.others, all.length - grouped.reduce((sum, [, of]) => sum + of.length, 0));
          assert.deepEqual(body.reasons, reasons(delays(histories)));
        }
    }
    const full = (await world.admin.call(calls.report, period())).body;
    assert.ok(full.groups.length === 5 && full.reasons.length === 5, 'the histories have every group and reason');
    assert.ok(full.months.filter(({ pfi }) => pfi.n >= 5).length >= 4, 'the histories fill several months');
  });

  test('the link of each figure lists exactly its containers', async () => {
    for (const { visitor, histories } of seen) {
      const check = async (counted: Counted, expected: readonly { id: number }[], figure: number) => {
        const address = listAddress(filtersOf(counted));
        const view = containersView.read(new URLSearchParams(address.split('?')[1]));
        const { body, raw } = await visitor.call(containersContract.page, {
          ...filterOf(view, `${world.to}-28`),
          limit: 200,
        });
        assert.equal(raw.statusCode, 200, raw.body);
        const ids = new Set(expected.map(({ id }) => id));
        assert.deepEqual([body.found, body.containers.length], [figure, figure], address);
        assert.deepEqual(new Set(body.containers.map(({ id }) => id)), ids, address);
      };
      for (const measure of measures) {
        const all = outcomes(histories, measure);
        for (const group of groupings) {
          const { groups, months } = (await visitor.call(calls.report, { ...period(), measure, group })).body;
          for (const { key, n } of groups)
            await check(
              { measure, ...period(), group: { field: group, key } },
              all.filter(({ of }) => of[group] === key).map(({ of }) => of),
              n,
            );
          if (group !== 'supplier_id') continue;
          for (const { month, [measure]: figures } of months) {
            const inMonth = all.filter((one) => one.month === month);
            await check({ measure, from: month, to: month }, inMonth, figures.n);
            if (figures.n < 5) continue;
            for (const result of results) {
              const which = result.startsWith('first') ? 'first' : 'last';
              const isOnTime = result.endsWith('on_time');
              const onTime = figures[`${which}_on_time`] ?? 0;
              const listed = inMonth.filter((one) => one[which] <= 0 === isOnTime);
              await check({ measure, from: month, to: month, result }, listed, isOnTime ? onTime : figures.n - onTime);
            }
          }
        }
      }
      for (const { cause, containers } of (await visitor.call(calls.report, period())).body.reasons)
        await check(
          { ...period(), cause },
          delays(histories).filter((one) => one.cause === cause),
          containers,
        );
      const open = (await visitor.call(calls.report, period())).body.open_delays;
      const listed = (await visitor.call(containersContract.page, { preset: 'no_new_date' })).body.found;
      assert.equal(open, listed < 5 ? null : listed);
    }
  });

  test('the migration computes the same columns from the histories', async () => {
    const { db } = app.ctx;
    const stored = async () => [
      await db
        .selectFrom('containers')
        .select(['id', 'received_on', 'departed_on', 'pfi_slip', 'pfi_last_slip', 'ex_factory_slip'])
        .select(['ex_factory_last_slip', 'eta_slip', 'eta_last_slip'])
        .orderBy('id')
        .execute(),
      await db
        .selectFrom('container_events')
        .select(['id', 'cause', 'logged_on', 'promised_date', 'days_lost'])
        .orderBy('id')
        .execute(),
    ];
    const expected = await stored();
    await db
      .updateTable('containers')
      .set({ received_on: null, departed_on: null, pfi_slip: null, pfi_last_slip: null, ex_factory_slip: null })
      .set({ ex_factory_last_slip: null, eta_slip: null, eta_last_slip: null })
      .execute();
    await db
      .updateTable('container_events')
      .set({ cause: null, logged_on: null, promised_date: null, days_lost: null })
      .execute();
    await db.transaction().execute(async (tx) => {
      await fillOutcomes(tx);
      await correctUndoneDepartures(tx);
    });
    assert.deepEqual(await stored(), expected);
  });

  test('the CSV has every figure with its number of containers', async () => {
    const { body } = await world.admin.call(calls.report, { ...period(), measure: 'eta', group: 'pol' });
    const csv = (await world.admin.call(calls.csv, { ...period(), measure: 'eta', group: 'pol' })).raw.body;
    const lines = csv.split('\r\n').slice(1, -1);
    const figures = 3 * 2 * (1 + 10) + 2 + 4 * body.groups.length + 3 * body.reasons.length + 2 + 1;
    assert.equal(lines.length, figures);
    const { n, first_on_time } = body.totals.eta;
    const percent = Math.round(((first_on_time ?? 0) * 1000) / n) / 10;
    assert.ok(lines.includes(`"On-time rate","ETA","First date","","${percent}","%","${n}"`), lines.join('\n'));
    assert.ok(
      lines.some((line) =>
        line.startsWith('"Typically late by (median), by port of loading","ETA","First date","Shanghai"'),
      ),
    );
  });
});

describe('the period and the limits of the report', () => {
  const app = useTestApp();

  test('an empty company has no figures, and the last twelve months by default', async () => {
    app.setNow(new Date('2026-05-04T12:00:00'));
    const admin = await asAdmin(app);
    const { body } = await admin.call(calls.report, {});
    assert.deepEqual([body.from, body.to, body.months.length], ['2025-06', '2026-05', 12]);
    assert.deepEqual(body.totals.pfi, { n: 0, first_on_time: null, last_on_time: null });
    assert.deepEqual([body.groups, body.reasons, body.open_delays, body.totals.median], [[], [], null, null]);
    for (const wrong of [{ from: '2026-05', to: '2026-04' }, { from: '2020-01', to: '2026-01' }, { from: '2026-13' }])
      assert.equal((await admin.call(calls.report, wrong)).status, 422);
  });

  test('four containers have no figure, five have one; created as Received, they do not count', async () => {
    const admin = await asAdmin(app);
    const { make, put } = containersOf(app, () => admin);
    const team = await makeTeam(app);
    const other = await signedInAs(app, { role: 3, team });
    for (let count = 0; count < 5; count += 1) {
      await make(5, 2);
      const { body } = await admin.call(calls.report, {});
      assert.deepEqual(body.totals.pfi, { n: count, first_on_time: null, last_on_time: null });
      assert.deepEqual([body.groups, body.totals.median], [[], null]);
      await put((await make()).id, 'Received');
    }
    const { body } = await other.visitor.call(calls.report, {});
    assert.deepEqual(body.totals.pfi, { n: 5, first_on_time: 5, last_on_time: 5 });
    assert.deepEqual(body.groups, [
      { key: null, name: null, n: 5, first_on_time: 5, last_on_time: 5, median: -10, p80: -10 },
    ]);
  });
});
