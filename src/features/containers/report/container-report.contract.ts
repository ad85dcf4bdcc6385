import { z } from 'zod';
import type { Contract } from '#shared/endpoint.ts';
import { id } from '#shared/fields.ts';
import { delayCauses, groupings, measures } from '../core/container-fields.rules.ts';
import { maxMonths, monthsBetween } from './container-report.rules.ts';
import { reportRefusals } from './report-csv.texts.ts';

const month = z.string().regex(/^(19|20|21)\d\d-(0[1-9]|1[0-2])$/, reportRefusals.monthWrong);

const query = z
  .object({
    /** The first and the last month. The default is the last twelve months, with the current one of the server. */
    from: month.optional(),
    to: month.optional(),
    /** The promised date that the groups and the numbers of days late refer to. */
    measure: z.enum(measures).default('pfi'),
    group: z.enum(groupings).default('supplier_id'),
  })
  .refine(
    ({ from, to }) => !from || !to || (from <= to && monthsBetween(from, to) <= maxMonths),
    reportRefusals.periodWrong,
  );
export type ReportInput = z.output<typeof query>;

/** The numbers of containers. Those on time are null if there are fewer than five. */
const rate = z.object({
  n: z.number(),
  first_on_time: z.number().nullable(),
  last_on_time: z.number().nullable(),
});
export type Rate = z.infer<typeof rate>;

/** Days from the first promised date, negative if earlier. Null if there are fewer than five containers. */
const slip = { median: z.number().nullable(), p80: z.number().nullable() };

const group = rate.extend({
  ...slip,
  /** An id, or the UN/LOCODE of a port. Null: the field is empty. */
  key: z.union([id, z.string()]).nullable(),
  name: z.string().nullable(),
});
export type ReportGroup = z.infer<typeof group>;

const reason = z.object({
  cause: z.enum(delayCauses),
  containers: z.number(),
  delays: z.number(),
  /** Negative if the dates were moved to earlier days. */
  days_lost: z.number(),
});

const report = z.object({
  from: month,
  to: month,
  measure: z.enum(measures),
  group: z.enum(groupings),
  /** Every month of the period. */
  months: z.array(z.object({ month, pfi: rate, ex_factory: rate, eta: rate })),
  /** The whole period. The slip is that of the measure. */
  totals: z.object({ pfi: rate, ex_factory: rate, eta: rate, ...slip }),
  /** The largest groups of at least five containers, at most 500. */
  groups: z.array(group),
  /** The number of containers in all other groups. */
  others: z.number(),
  /** Causes with at least five containers. */
  reasons: z.array(reason),
  /** The containers that are Received or Departed without the day, at any time. No figure counts them. */
  without_day: z.object({ received_on: z.number(), departed_on: z.number() }),
  /** The number of containers that are not received and have no new date after a delay. Null if there are fewer than five. */
  open_delays: z.number().nullable(),
});
export type Report = z.infer<typeof report>;

export const containerReportContract = {
  report: {
    method: 'GET',
    path: '/api/containers/report',
    summary: 'How well promised dates were kept, over the containers that the caller sees.',
    query,
    answer: report,
  },
  csv: {
    method: 'GET',
    path: '/api/containers/report.csv',
    summary: 'Every figure of the report as CSV, one per line.',
    query,
    sends: 'csv',
  },
} as const satisfies Contract;
