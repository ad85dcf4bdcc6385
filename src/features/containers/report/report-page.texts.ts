import { counted, formatPercent, locale } from '#shared/format.ts';
import { fieldLabels } from '../core/container-fields.texts.ts';
import { minContainers } from './outcomes.rules.ts';

const ruleOfFive = `With fewer than ${minContainers} containers, a single one would decide the figure, so it is not shown.`;

/** Our choice throughout. */
export const reportTexts = {
  title: 'Container Report',
  subtitle: 'How well the promised dates of your containers were kept',
  back: 'Back to the containers',
  csv: 'CSV of all figures',
  print: 'Print',
  period: 'Period',
  last: (months: number) => `Last ${months} months`,
  ownPeriod: 'From and to a month',
  from: 'First month',
  to: 'Last month',
  date: 'Promised date',
  group: 'Grouped by',
  loading: 'Loading the report...',
  failed: 'The report could not be loaded',
  emptyTitle: 'Not enough containers yet',
  emptyHint: `${ruleOfFive} Choose a longer period, or mark containers as Received and Departed and enter their ATA.`,
  eventOf: { pfi: 'PFI: received', ex_factory: 'Ex-Factory: departed', eta: 'ETA: arrived' },
  ruleOfFive,
  totals: 'The whole period',
  onTimeFirst: 'On time, first date',
  onTimeLast: 'On time, last date',
  slipMedian: 'Typically late by',
  slipP80: '4 of 5 late by at most',
  openDelays: 'Open delays',
  withoutNewDate: 'without a new date',
  fewer: `Fewer than ${minContainers}`,
  days: (days: number) => (days < 0 ? `${counted(-days, 'day')} early` : counted(days, 'day')),
  of: (containers: number) => `of ${counted(containers, 'container')}`,
  percent: formatPercent,
  late: (containers: number) => `${containers.toLocaleString(locale)} late`,
  onTimeOf: (percent: number, containers: number) =>
    `${formatPercent(percent)}: ${counted(containers, 'container')} on time`,
  tooFew: `of fewer than ${minContainers} containers`,
  none: '–',
  withoutDay: (day: 'received_on' | 'departed_on', count: number) =>
    `${counted(count, `${day === 'received_on' ? 'received' : 'departed'} container`)} without '${fieldLabels[day]}'`,
  withoutDays: 'Not counted:',
  barLabel: (name: string, n: number) => `${name} (${counted(n, 'container')})`,
  months: (measure: string) => `${measure}: on time by month`,
  noRates: `No month has at least ${minContainers} containers. ${ruleOfFive}`,
  monthsNote: 'The number below each month is the number of containers. A bar opens them.',
  chartOf: (title: string) => `${title}, as a chart. The table has its numbers.`,
  asTable: 'Show the table',
  asChart: 'Show the chart',
  month: 'Month',
  first: 'First date',
  lastDate: 'Last date',
  n: 'Containers',
  groups: (by: string, measure: string) => `${measure}: on time by ${by.toLowerCase()}`,
  noGroups: `No group has at least ${minContainers} containers. ${ruleOfFive}`,
  allGroups: (groups: number) => `Show all ${groups}`,
  others: (containers: number) =>
    `${counted(containers, 'container')} ${containers === 1 ? 'is' : 'are'} left out: their groups have fewer than ${minContainers}, or come after the first 500.`,
  p80: '4 of 5 at most',
  reasons: 'Reasons of delays',
  reason: 'Reason',
  byCount: 'Containers by reason',
  byDays: 'Days lost by reason',
  containers: 'Containers',
  delays: 'Delays',
  daysLost: 'Days lost',
  noReasons: `No reason has at least ${minContainers} containers. ${ruleOfFive}`,
  definitions: 'How to read these figures',
} as const;

/** The definitions of docs/decisions/report.md for readers of the page. */
export const readingTexts: Readonly<Record<string, string>> = {
  'On time':
    'The container was received on or before its PFI date, departed on or before its ex-factory date, or arrived (ATA) on or before its ETA. Each is compared with two dates.',
  'First and last date':
    'The first date is the one entered first. The last date is the one that stood when the container was received or departed; later changes do not count. For the ETA it is the current one.',
  'Received and departed':
    "The days 'Received on' and 'Departed on' of the container. If no day is entered, the day counts on which the container was marked Received or Departed. A container that was added as Received or Departed without a day does not count. An undone departure does not count either.",
  Month:
    'The month of the receipt, the departure or the ATA. Days are those of the time zone of the server. A delay belongs to the day on which it was logged.',
  'Late by':
    'Days from the first date to the receipt, the departure or the ATA. Typically: half of the containers were no later than this. 4 of 5: four fifths of the containers were no later than this.',
  'Days lost':
    'The days by which the date of a delay was moved until the next delay of the same date. Several delays of a container count one after the other, PFI and ex-factory together.',
  [`Fewer than ${minContainers} containers`]: `${ruleOfFive} This holds for shares, days, groups and reasons. Only containers that you see are counted.`,
};
