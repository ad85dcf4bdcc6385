import { z } from 'zod';
import { calendarDate } from '#shared/calendar.ts';
import { id, idText, oneLine, severalLines } from '#shared/fields.ts';
import { recordOf } from '#shared/record-of.ts';
import {
  absences,
  delayCauses,
  listGroups,
  maxTextLengths,
  measures,
  optionalDateFields,
  portFields,
  presets,
  quantityFields,
  rangeEnds,
  referenceFields,
  results,
  sorts,
  textFields,
  warningCodes,
} from './container-fields.rules.ts';
import { fieldRefusals } from './container-fields.texts.ts';
import { displayedStatuses } from './containers.rules.ts';
import { refusals } from './containers.texts.ts';

/** A note about a container that is probably wrong. It never refuses a change. */
const warning = z.object({ code: z.enum(warningCodes), field: z.string(), message: z.string() });
export type ContainerWarning = z.infer<typeof warning>;

const answeredText = () => z.string().optional();
const answeredNumber = () => z.number().optional();
const names = ['supplier_name', 'customer_name', 'carrier_name', 'assignee_name', 'team_name'] as const;

/** The optional fields in an answer. An empty field is left out, which keeps long lists short. */
export const optionalAnswer = {
  ...recordOf([...textFields, ...optionalDateFields, 'remarks'], answeredText),
  ...recordOf(quantityFields, answeredNumber),
  ...recordOf(referenceFields, () => id.optional()),
  ...recordOf(names, answeredText),
  /** UN/LOCODE of the port of loading and of discharge, and the names of those in the product's list. */
  ...recordOf(['pol', 'pol_name', 'pod', 'pod_name'], answeredText),
  /** The first value of each of these dates, and the number of later changes. */
  ...recordOf(['first_etd', 'first_eta'], answeredText),
  ...recordOf(['etd_moves', 'eta_moves'], answeredNumber),
  /** The cost of a day over free time, and its currency (ISO 4217), if the carrier has a rate. */
  day_rate: z.number().optional(),
  currency: answeredText(),
  warnings: z.array(warning).optional(),
};

const text = (field: keyof typeof maxTextLengths) =>
  oneLine(maxTextLengths[field])
    .transform((value) => (value === '' ? null : value))
    .nullish();

/** An empty form field counts as a missing date. */
export const optionalDate = (message: string) =>
  z
    .union([z.literal(''), calendarDate(message)], { error: message })
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
  ...recordOf(textFields, text),
  ...recordOf(portFields, () => port),
  /**
   * The day of the receipt and of the departure are not in the future. A status that is set later keeps this day; without it, the
   * day of the change of the status counts.
   */
  ...recordOf(optionalDateFields, () => optionalDate(refusals.dateWrong)),
  packages: z.number().int().min(0).max(1_000_000_000).nullish(),
  weight_kg: z.number().min(0).max(1_000_000_000).nullish(),
  /** Without a team, all users with the module see the container. */
  ...recordOf(referenceFields, () => id.nullish()),
  /** May have several lines. */
  remarks: severalLines(maxTextLengths.remarks, fieldRefusals.remarksTooLong).nullish(),
};

const month = z.coerce.number().int().min(1).max(12).optional();
const day = calendarDate(refusals.dateWrong).optional();

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
  ...recordOf(rangeEnds, () => day),
  preset: z.enum(presets).optional(),
  ...recordOf(referenceFields, () => idText.optional()),
  vessel: oneLine(100).optional(),
  /** UN/LOCODE of the port of loading or of discharge. */
  port: z.string().max(5).optional(),
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
