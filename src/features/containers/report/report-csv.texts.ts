import type { EventDay } from '../core/container-fields.rules.ts';

export const reportRefusals = {
  monthWrong: 'Give a month as 2026-03.',
  periodWrong: 'The first month is after the last one, or the period is longer than 60 months.',
} as const;

export const csvTexts = {
  name: 'container report',
  heading: ['Figure', 'Date', 'Compared with', 'Group', 'Value', 'Unit', 'Containers'],
  onTime: 'On-time rate',
  byMonth: 'On-time rate by month',
  byGroup: (by: string) => `On-time rate by ${by.toLowerCase()}`,
  median: 'Typically late by (median)',
  p80: '4 of 5 late by at most (80th percentile)',
  medianBy: (by: string) => `Typically late by (median), by ${by.toLowerCase()}`,
  p80By: (by: string) => `4 of 5 late by at most (80th percentile), by ${by.toLowerCase()}`,
  reasonCount: 'Containers by reason',
  reasonDelays: 'Delays by reason',
  reasonDays: 'Days lost by reason',
  withoutDay: (day: EventDay) => (day === 'received_on' ? 'Received, without a day' : 'Departed, without a day'),
  open: 'Open delays without a new date',
  first: 'First date',
  last: 'Last date',
  percent: '%',
  days: 'days',
  containers: 'containers',
  delays: 'delays',
} as const;
