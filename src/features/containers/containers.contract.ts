import { z } from 'zod';
import { calendarDate } from '#shared/calendar.ts';
import type { Contract } from '#shared/endpoint.ts';
import { id, idText, instant, oneLine, requiredLine, severalLines } from '#shared/fields.ts';
import { delayCategories, displayedStatuses, statusWords } from './containers.rules.ts';
import { refusals } from './containers.texts.ts';

const flag = z.union([z.literal(0), z.literal(1)]);

/** Source: spec section 3, Container, and decisions.md section 2; what follows `updated_at` is ours. */
export const container = z.object({
  id,
  name: z.string(),
  container_no: z.string(),
  status_id: id,
  /** Always the stored status. */
  status_name: z.string(),
  pfi_date: z.string(),
  /** The same date. */
  expected_date: z.string(),
  ex_factory_date: z.string(),
  is_delayed_pfi: flag,
  is_delayed_ex_factory: flag,
  /** Who created it. */
  user_name: z.string(),
  /** Who last marked it Received. */
  checkedBy: z.string().nullable(),
  created_at: instant,
  updated_at: instant,
  /** Grows with every change that a person makes. */
  version: z.number(),
  /** How many entries each delay history has. */
  pfi_delays: z.number(),
  ex_factory_delays: z.number(),
  /** The dates it was created with, and how often each was moved since. */
  first_pfi_date: z.string(),
  first_ex_factory_date: z.string(),
  pfi_moves: z.number(),
  ex_factory_moves: z.number(),
  /** The PFI date that was marked as crossed; null when none was. */
  overdue_date: z.string().nullable(),
});
export type Container = z.infer<typeof container>;

/** Source: spec section 3, Delay log entry; `category` is ours. */
const delayLog = z.object({
  id,
  user_name: z.string(),
  reason: z.string(),
  logged_at: instant,
  category: z.enum(delayCategories).nullable(),
});
export type DelayLog = z.infer<typeof delayLog>;

export const eventKinds = [
  'created',
  'status',
  'name',
  'container_no',
  'pfi_date',
  'ex_factory_date',
  'delay_pfi',
  'delay_ex_factory',
  'deleted',
  'restored',
] as const;

/** One line of a container's history. */
const containerEvent = z.object({
  id,
  what: z.enum(eventKinds),
  old_value: z.string().nullable(),
  new_value: z.string().nullable(),
  user_name: z.string(),
  reason: z.string().nullable(),
  category: z.enum(delayCategories).nullable(),
  happened_at: instant,
});
export type ContainerEvent = z.infer<typeof containerEvent>;

const trashedContainer = container.extend({ deleted_at: instant, deleted_by: z.string(), days_left: z.number() });
export type TrashedContainer = z.infer<typeof trashedContainer>;

const counts = z.object({
  all: z.number(),
  not_received: z.number(),
  received: z.number(),
  departed: z.number(),
  delayed: z.number(),
});
export type ContainerCounts = z.infer<typeof counts>;

const longestName = 255;

/** An empty field of a form is a date that was not given. */
const optionalDate = (wrong: string) =>
  z
    .union([z.literal(''), calendarDate(wrong)], { error: wrong })
    .transform((date) => (date === '' ? undefined : date))
    .nullish();

/** The PFI date is also sent as `expected_date`. Source: spec section 3, Container. */
const details = z.object({
  name: requiredLine(longestName, refusals.nameRequired, refusals.nameTooLong),
  container_no: requiredLine(longestName, refusals.numberRequired, refusals.numberTooLong),
  expected_date: optionalDate(refusals.pfiDateWrong),
  pfi_date: optionalDate(refusals.pfiDateWrong),
  ex_factory_date: z.string({ error: refusals.exFactoryDateRequired }).pipe(calendarDate(refusals.exFactoryDateWrong)),
});

const version = z.number().int().min(1).optional();
const reason = z
  .string()
  .max(8000, refusals.reasonTooLong)
  .pipe(severalLines(8000))
  .refine((text) => (text?.length ?? 0) <= 2000, refusals.reasonTooLong)
  .nullish();

const statusId = z.union([z.literal(1), z.literal(2), z.literal(3)], { error: refusals.unknownStatusId });

const creation = details.extend({
  status_id: z
    .union([z.string(), z.number()], { error: refusals.unknownStatusId })
    .transform(Number)
    .pipe(statusId)
    .nullish(),
});
export type ContainerCreation = z.output<typeof creation>;

/** `version`: the one that was seen; when it has moved on, the answer is 409 with the container as it is now. */
const edition = details.extend({ version, reason });
export type ContainerEdition = z.output<typeof edition>;

const statusChange = z.object({
  status: z.enum(statusWords, { error: refusals.unknownStatus }),
  delay_reason: reason,
  delay_category: z.enum(delayCategories, { error: refusals.unknownCategory }).nullish(),
  version,
});
export type StatusChange = z.output<typeof statusChange>;

const month = z.coerce.number().int().min(1).max(12).optional();
const params = z.object({ id: idText });

/** What a 409 of these calls carries as `details`. */
export const containerConflict = z.object({ container });

export const containersContract = {
  list: {
    method: 'GET',
    path: '/api/containers',
    summary: 'Every container, newest first.',
    answer: z.array(container),
    sends: 'pieces',
  },
  page: {
    method: 'GET',
    path: '/api/containers/page',
    summary: 'Containers, newest first, filtered and page by page: `next` of one page is `after` of the next.',
    query: z.object({
      /** Part of a name or an order number. */
      search: oneLine(10_000).optional(),
      /** The displayed status; 'Delayed' takes in delay flags too. */
      status: z.enum(displayedStatuses).optional(),
      pfi_month: month,
      ex_factory_month: month,
      /** The reader's day, by which dates are past; the server's when it is missing. */
      today: calendarDate(refusals.dateWrong).optional(),
      after: idText.optional(),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    answer: z.object({
      containers: z.array(container),
      next: id.nullable(),
      found: z.number(),
      /** Of all containers, whatever is searched for. */
      counts,
    }),
  },
  trash: {
    method: 'GET',
    path: '/api/containers/trash',
    summary: 'Deleted containers, last deleted first; each can be restored for 30 days.',
    query: z.object({ after: idText.optional(), limit: z.coerce.number().int().min(1).max(200).default(50) }),
    answer: z.object({ containers: z.array(trashedContainer), next: id.nullable() }),
  },
  find: {
    method: 'GET',
    path: '/api/containers/:id',
    summary: 'One container.',
    params,
    answer: container,
  },
  create: {
    method: 'POST',
    path: '/api/containers',
    summary: 'Creates a container.',
    body: creation,
    answer: container,
    status: 201,
  },
  update: {
    method: 'PUT',
    path: '/api/containers/:id',
    summary: 'Changes name, order number and dates; never the status or the delay flags.',
    params,
    body: edition,
    answer: container,
    refuses: [409],
  },
  remove: {
    method: 'DELETE',
    path: '/api/containers/:id',
    summary: 'Moves a container to the trash, with its history.',
    params,
  },
  restore: {
    method: 'POST',
    path: '/api/containers/:id/restore',
    summary: 'Takes a container out of the trash.',
    params,
    answer: container,
  },
  changeStatus: {
    method: 'PUT',
    path: '/api/containers/:id/status',
    summary: 'Moves a container on, or logs a delay with its reason.',
    params,
    body: statusChange,
    answer: container,
    refuses: [409],
  },
  delayLogs: {
    method: 'GET',
    path: '/api/containers/:id/delay-logs',
    summary: 'The newest 500 PFI delays of a container, newest first.',
    params,
    answer: z.array(delayLog),
  },
  exFactoryDelayLogs: {
    method: 'GET',
    path: '/api/containers/:id/ex-factory-delay-logs',
    summary: 'The newest 500 ex-factory delays of a container, newest first.',
    params,
    answer: z.array(delayLog),
  },
  history: {
    method: 'GET',
    path: '/api/containers/:id/history',
    summary: 'Everything that happened to a container, newest first, page by page.',
    params,
    query: z.object({ after: idText.optional(), limit: z.coerce.number().int().min(1).max(200).default(50) }),
    answer: z.object({ events: z.array(containerEvent), next: id.nullable() }),
  },
} as const satisfies Contract;
