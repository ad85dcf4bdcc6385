import { recordedTable } from '#features/audit/server/audit.queries.ts';
import { measures } from '#features/containers/core/container-fields.rules.ts';
import type { EventDay, Measure } from '#features/containers/core/container-fields.rules.ts';
import {
  causeText,
  emptyGroup,
  groupTexts,
  measureTexts,
} from '#features/containers/report/container-measures.texts.ts';
import type { Rate, Report, ReportGroup, ReportInput } from '#features/containers/report/container-report.contract.ts';
import { daysOf, monthsOf, percentOf, periodOf } from '#features/containers/report/container-report.rules.ts';
import { minContainers } from '#features/containers/report/outcomes.rules.ts';
import { csvTexts } from '#features/containers/report/report-csv.texts.ts';
import { fileViewer } from '#features/files/server/core/visible-files.queries.ts';
import type { Caller } from '#server/access/caller.ts';
import type { Context } from '#server/context.ts';
import type { Table } from '#server/http/table-answer.ts';
import type { Cell } from '#server/http/workbook.ts';
import { localDate } from '#shared/calendar.ts';
import { recordOf } from '#shared/record-of.ts';
import { namesOf } from '../core/container-references.queries.ts';
import { countContainers } from '../list/container-counts.queries.ts';
import { portName } from '../parties/ports.ts';
import { countByMonth, listGroups, listReasons } from './container-report.queries.ts';
import type { GroupRow } from './container-report.queries.ts';

const maxGroups = 500;

const noContainers = { n: 0, first_on_time: 0, last_on_time: 0 };

/** Hides figures about fewer than five containers. */
const rateOf = ({ n, first_on_time, last_on_time }: typeof noContainers): Rate =>
  n < minContainers ? { n, first_on_time: null, last_on_time: null } : { n, first_on_time, last_on_time };

export async function reportFor(ctx: Context, caller: Caller, input: ReportInput): Promise<Report> {
  const { listDb } = ctx;
  const viewer = fileViewer(caller);
  const today = localDate(ctx.clock());
  const { measure, group } = input;
  const period = periodOf(input, today.slice(0, 7));
  const days = daysOf(period.from, period.to);
  const without = (day: EventDay) => countContainers(listDb, { viewer, today, without: day });
  const [{ groups, slip }, reasons, open, pfi, exFactory, eta, received_on, departed_on] = await Promise.all([
    listGroups(listDb, viewer, { measure, group, ...days, limit: maxGroups }),
    listReasons(listDb, viewer, days),
    countContainers(listDb, { viewer, today, preset: 'no_new_date' }),
    countByMonth(listDb, viewer, 'pfi', days),
    countByMonth(listDb, viewer, 'ex_factory', days),
    countByMonth(listDb, viewer, 'eta', days),
    without('received_on'),
    without('departed_on'),
  ]);
  const counts = { pfi, ex_factory: exFactory, eta };
  const inMonth = (of: Measure, month: string) => counts[of].find((one) => one.month === month) ?? noContainers;
  const sums = recordOf(measures, (of) => rateOf(sumOf(counts[of])));
  return {
    ...period,
    measure,
    group,
    months: monthsOf(period.from, period.to).map((month) => ({
      month,
      ...recordOf(measures, (of) => rateOf(inMonth(of, month))),
    })),
    totals: { ...sums, ...slip },
    groups: await withNames(ctx, group, groups),
    others: sums[measure].n - groups.reduce((sum, { n }) => sum + n, 0),
    reasons,
    without_day: { received_on, departed_on },
    open_delays: open < minContainers ? null : open,
  };
}

const sumOf = (rows: readonly (typeof noContainers)[]) =>
  recordOf(['n', 'first_on_time', 'last_on_time'], (figure) => rows.reduce((sum, row) => sum + row[figure], 0));

async function withNames(ctx: Context, group: Report['group'], rows: readonly GroupRow[]): Promise<ReportGroup[]> {
  const isPort = group === 'pol' || group === 'pod';
  const ids = isPort ? [] : rows.flatMap(({ key }) => (key === null ? [] : [Number(key)]));
  const table = group === 'team_id' ? 'teams' : group === 'assignee_id' ? 'users' : 'parties';
  const names = await namesOf(ctx.listDb, table, ids);
  return rows.map((row) => {
    if (row.key === null) return { ...row, name: null };
    return { ...row, name: (isPort ? portName(String(row.key)) : names.get(Number(row.key))) ?? String(row.key) };
  });
}

/** Every figure of the report, one per row. */
export async function reportTable(ctx: Context, caller: Caller, filters: ReportInput): Promise<Table> {
  const { name } = csvTexts;
  const exported = { act: 'records.exported_containers' as const, name, what: name, filters };
  return recordedTable(ctx, caller, exported, async () => rowsOf(await reportFor(ctx, caller, filters)));
}

async function* rowsOf(report: Report): AsyncGenerator<Cell[][]> {
  yield [[...csvTexts.heading]];
  yield measures.flatMap((measure) => [
    ...ratesOf(csvTexts.onTime, measure, '', report.totals[measure]),
    ...report.months.flatMap((one) => ratesOf(csvTexts.byMonth, measure, one.month, one[measure])),
  ]);
  const { measure, totals } = report;
  const days = (title: string, group: string, value: number | null, n: number): Cell[] => [
    title,
    measureTexts[measure],
    csvTexts.first,
    group,
    value,
    csvTexts.days,
    n,
  ];
  yield [
    days(csvTexts.median, '', totals.median, totals[measure].n),
    days(csvTexts.p80, '', totals.p80, totals[measure].n),
  ];
  const by = groupTexts[report.group];
  const none = emptyGroup(report.group);
  yield report.groups.flatMap((group) => [
    ...ratesOf(csvTexts.byGroup(by), measure, group.name ?? none, group),
    days(csvTexts.medianBy(by), group.name ?? none, group.median, group.n),
    days(csvTexts.p80By(by), group.name ?? none, group.p80, group.n),
  ]);
  yield report.reasons.flatMap(({ cause, containers, delays, days_lost }) => [
    [csvTexts.reasonCount, null, null, causeText(cause), containers, csvTexts.containers, containers],
    [csvTexts.reasonDelays, null, null, causeText(cause), delays, csvTexts.delays, containers],
    [csvTexts.reasonDays, null, null, causeText(cause), days_lost, csvTexts.days, containers],
  ]);
  yield (['received_on', 'departed_on'] as const).map((day): Cell[] => {
    const count = report.without_day[day];
    return [csvTexts.withoutDay(day), null, null, null, count, csvTexts.containers, count];
  });
  yield [[csvTexts.open, null, null, null, report.open_delays, csvTexts.containers, report.open_delays]];
}

function ratesOf(title: string, measure: Measure, group: string, { n, first_on_time, last_on_time }: Rate): Cell[][] {
  return (['first', 'last'] as const).map((which) => {
    const onTime = which === 'first' ? first_on_time : last_on_time;
    const value = onTime === null ? null : percentOf(onTime, n);
    return [title, measureTexts[measure], csvTexts[which], group, value, csvTexts.percent, n];
  });
}
