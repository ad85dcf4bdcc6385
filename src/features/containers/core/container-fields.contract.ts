import { z } from 'zod';
import { calendarDate } from '#shared/calendar.ts';
import { id, idText, oneLine, severalLines } from '#shared/fields.ts';
import {
  absences,
  dateFields,
  delayCauses,
  listGroups,
  maxTextLengths,
  measures,
  presets,
  results,
  sorts,
  warningCodes,
} from './container-fields.rules.ts';
import type { DateField } from './container-fields.rules.ts';
import { fieldRefusals } from './container-fields.texts.ts';
import { displayedStatuses } from './containers.rules.ts';
import { refusals } from './containers.texts.ts';

/** A note about a container that is probably wrong. It never refuses a change. */
const warning = z.object({ code: z.enum(warningCodes), field: z.string(), message: z.string() });
export type ContainerWarning = z.infer<typeof warning>;

/** The optional fields in an answer. An empty field is left out, which keeps long lists short. */
export const optionalAnswer = {
  container_number: z.string().optional(),
  bl_number: z.string().optional(),
  booking_number: z.string().optional(),
  supplier_id: id.optional(),
  supplier_name: z.string().optional(),
  customer_id: id.optional(),
  customer_name: z.string().optional(),
  carrier_id: id.optional(),
  carrier_name: z.string().optional(),
  vessel: z.string().optional(),
  voyage: z.string().optional(),
  /** UN/LOCODE of the port of loading and of discharge, and the names of those in the product's list. */
  pol: z.string().optional(),
  pol_name: z.string().optional(),
  pod: z.string().optional(),
  pod_name: z.string().optional(),
  etd: z.string().optional(),
  eta: z.string().optional(),
  /** The first value of each of these dates, and the number of later changes. */
  first_etd: z.string().optional(),
  first_eta: z.string().optional(),
  etd_moves: z.number().optional(),
  eta_moves: z.number().optional(),
  atd: z.string().optional(),
  ata: z.string().optional(),
  last_free_day: z.string().optional(),
  /** The days of the receipt and the departure. */
  received_on: z.string().optional(),
  departed_on: z.string().optional(),
  goods: z.string().optional(),
  packages: z.number().optional(),
  weight_kg: z.number().optional(),
  seal: z.string().optional(),
  assignee_id: id.optional(),
  assignee_name: z.string().optional(),
  /** The team whose members see the container. Left out: all users with the module see it. */
  team_id: id.optional(),
  team_name: z.string().optional(),
  remarks: z.string().optional(),
  warnings: z.array(warning).optional(),
};

const text = (field: keyof typeof maxTextLengths) =>
  oneLine(maxTextLengths[field])
    .transform((value) => (value === '' ? null : value))
    .nullish();

const date = z
  .union([z.literal(''), calendarDate(refusals.dateWrong)], { error: refusals.dateWrong })
  .transform((value) => (value === '' ? null : value))
  .nullish();

/** A UN/LOCODE. Codes that are missing in the product's list are accepted. Source: UN/CEFACT Recommendation 16. */
const port = z
  .string()
  .max(20, fieldRefusals.portWrong)
  .transform((value) => value.replaceAll(/\s/g, '').toUpperCase())
  .pipe(
    z.union([z.literal(''), z.string().regex(/^[A-Z]{2}[A-Z2-9]{3}$/, fieldRefusals.portWrong)], {
      error: fieldRefusals.portWrong,
    }),
  )
  .transform((value) => (value === '' ? null : value))
  .nullish();

/** The optional fields in a request. A missing field stays unchanged; null or an empty text clears it. */
export const optionalInput = {
  container_number: text('container_number'),
  bl_number: text('bl_number'),
  booking_number: text('booking_number'),
  vessel: text('vessel'),
  voyage: text('voyage'),
  goods: text('goods'),
  seal: text('seal'),
  pol: port,
  pod: port,
  etd: date,
  eta: date,
  atd: date,
  ata: date,
  last_free_day: date,
  /**
   * The day of the receipt and of the departure, not in the future. A status that is set later keeps this day; without it, the
   * day of the change of the status counts.
   */
  received_on: date,
  departed_on: date,
  packages: z.number().int().min(0).max(1_000_000_000).nullish(),
  weight_kg: z.number().min(0).max(1_000_000_000).nullish(),
  supplier_id: id.nullish(),
  customer_id: id.nullish(),
  carrier_id: id.nullish(),
  assignee_id: id.nullish(),
  team_id: id.nullish(),
  /** May have several lines. */
  remarks: severalLines(maxTextLengths.remarks, fieldRefusals.remarksTooLong).nullish(),
};

const month = z.coerce.number().int().min(1).max(12).optional();
const day = calendarDate(refusals.dateWrong).optional();

const ranges = Object.fromEntries(
  dateFields.flatMap((field) => [
    [`${field}_from`, day],
    [`${field}_to`, day],
  ]),
) as Record<`${DateField}_${'from' | 'to'}`, typeof day>;

/** Ids separated by commas. */
export const idList = z
  .string()
  .max(11_000)
  .regex(/^\d{1,10}(,\d{1,10})*$/)
  .transform((ids) => ids.split(',').map(Number))
  .pipe(z.array(id).max(1000))
  .optional();

/** The filters of the list. All that are given apply. */
export const filterFields = {
  /**
   * Words in any order. Each is compared as letters and digits only, without case: 'qkyu 234 623' finds 'QKYU 234623-0'.
   */
  search: oneLine(10_000).optional(),
  /** The displayed status; 'Delayed' includes containers with a delay flag. */
  status: z.enum(displayedStatuses).optional(),
  pfi_month: month,
  ex_factory_month: month,
  /** The current day of the browser, for overdue dates. Defaults to the day of the server. */
  today: day,
  ...ranges,
  preset: z.enum(presets).optional(),
  supplier_id: idText.optional(),
  customer_id: idText.optional(),
  carrier_id: idText.optional(),
  vessel: oneLine(100).optional(),
  /** UN/LOCODE of the port of loading or of discharge. */
  port: z.string().max(5).optional(),
  assignee_id: idText.optional(),
  team_id: idText.optional(),
  pol: z.string().max(5).optional(),
  pod: z.string().max(5).optional(),
  /** Containers in which this field is empty. Of a day: those Received, or Departed, without it. */
  without: z.enum(absences).optional(),
  /**
   * Containers with an outcome: received ('pfi'), departed ('ex_factory') or arrived ('eta') with a promised date. `outcome_from`
   * and `outcome_to` are days of the receipt, the departure or the arrival. With one of the fields below and without
   * `outcome`, it is 'pfi'.
   */
  outcome: z.enum(measures).optional(),
  outcome_from: day,
  outcome_to: day,
  result: z.enum(results).optional(),
  /** Containers with a delay of this cause that was logged from the first to the last of these days. */
  delay_cause: z.enum(delayCauses).optional(),
  delayed_from: day,
  delayed_to: day,
  /** Containers that this import created or changed last. */
  import_id: idText.optional(),
  /** Restricts the list to these containers: ids separated by commas. */
  ids: idList,
};
const filterObject = z.object(filterFields);
export type FilterInput = z.output<typeof filterObject>;

/** The order of a list. */
export const orderFields = {
  sort: z.enum(sorts).default('id'),
  /** The default is 'desc' for ids, and 'asc' for every other order. Empty fields are last in both. */
  order: z.enum(['asc', 'desc']).optional(),
  /** Sorts by this first, so that the containers of a group follow each other. Those without a value are last. */
  group: z.enum(listGroups).optional(),
};
