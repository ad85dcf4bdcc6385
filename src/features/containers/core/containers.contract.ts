import { z } from 'zod';
import { paperAnswer } from '#features/papers/checklist.contract.ts';
import { calendarDate } from '#shared/calendar.ts';
import type { Contract } from '#shared/endpoint.ts';
import { id, idText, instant, requiredLine, severalLines } from '#shared/fields.ts';
import { recordOf } from '#shared/record-of.ts';
import { filterFields, optionalAnswer, optionalDate, optionalInput, orderFields } from './container-fields.contract.ts';
import { optionalFields } from './container-fields.rules.ts';
import { delayCategories, maxEvidence, statusWords } from './containers.rules.ts';
import { refusals } from './containers.texts.ts';

const flag = z.union([z.literal(0), z.literal(1)]);

/**
 * See docs/specification.md#entities and docs/choices.md#answers-of-calls. The fields after `updated_at` are our
 * choice.
 */
export const container = z
  .object({
    id,
    name: z.string(),
    container_no: z.string(),
    status_id: id,
    /** Always the stored status. */
    status_name: z.string(),
    pfi_date: z.string(),
    /** The same date as `pfi_date`, under another name. */
    expected_date: z.string(),
    ex_factory_date: z.string(),
    is_delayed_pfi: flag,
    is_delayed_ex_factory: flag,
    /** The user who created it. */
    user_name: z.string(),
    /** The user who last marked it Received. */
    checkedBy: z.string().nullable(),
    created_at: instant,
    updated_at: instant,
    /** Increases with every change by a user. */
    version: z.number(),
    /** Number of entries in each delay history. */
    pfi_delays: z.number(),
    ex_factory_delays: z.number(),
    /** The dates at creation, and the number of changes of each. */
    first_pfi_date: z.string(),
    first_ex_factory_date: z.string(),
    pfi_moves: z.number(),
    ex_factory_moves: z.number(),
    /** The PFI date that was marked as overdue; null if none was. */
    overdue_date: z.string().nullable(),
    /**
     * The last entry by a person, and whether the server itself has logged the newest PFI delay. Only in lists and in the
     * answer for one container.
     */
    heard_at: instant.optional(),
    pfi_delay_by_rule: z.boolean().optional(),
    /** The beginning of the latest comment. Only where the two fields above are. */
    last_comment: z.string().optional(),
    ...optionalAnswer,
    /** Left out in the list of every container and in the trash. */
    ...paperAnswer,
  })
  .meta({ id: 'Container' });
export type Container = z.infer<typeof container>;

/** See docs/specification.md#entities. `category` is our choice. */
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
  'comment',
  'linked',
  'unlinked',
  ...optionalFields,
] as const;

/** One entry of the history of a container. */
export const containerEvent = z
  .object({
    id,
    what: z.enum(eventKinds),
    old_value: z.string().nullable(),
    new_value: z.string().nullable(),
    user_name: z.string(),
    reason: z.string().nullable(),
    category: z.enum(delayCategories).nullable(),
    happened_at: instant,
    /** Its documents that the caller sees. Absent if there are none. */
    files: z.array(z.object({ id, filename: z.string() })).optional(),
  })
  .meta({ id: 'ContainerEvent' });
export type ContainerEvent = z.infer<typeof containerEvent>;

const trashedContainer = container.extend({ deleted_at: instant, deleted_by: z.string(), days_left: z.number() });
export type TrashedContainer = z.infer<typeof trashedContainer>;

const counts = z.object(
  recordOf(['all', 'not_received', 'received', 'departed', 'delayed'] as const, () => z.number()),
);
export type ContainerCounts = z.infer<typeof counts>;

const totals = z.object({
  rows: z.number(),
  packages: z.number(),
  weight_kg: z.number(),
  /**
   * The number of containers in each group, the largest first, at most 1,000. The key is an id, the name of a vessel or the
   * Monday of a week; null for the containers without a value. Only with `group`.
   */
  groups: z.array(z.object({ key: z.union([z.string(), z.number()]).nullable(), rows: z.number() })).optional(),
});
export type ContainerTotals = z.infer<typeof totals>;

const maxNameLength = 255;

/** The required fields of a container. */
export const requiredInput = {
  name: requiredLine(maxNameLength, refusals.nameRequired, refusals.nameTooLong),
  container_no: requiredLine(maxNameLength, refusals.numberRequired, refusals.numberTooLong),
  pfi_date: calendarDate(refusals.pfiDateWrong),
  ex_factory_date: z.string({ error: refusals.exFactoryDateRequired }).pipe(calendarDate(refusals.exFactoryDateWrong)),
};

/** The PFI date is sent as `expected_date` too. See docs/specification.md#entities. */
const details = z.object({
  name: requiredInput.name,
  container_no: requiredInput.container_no,
  expected_date: optionalDate(refusals.pfiDateWrong),
  pfi_date: optionalDate(refusals.pfiDateWrong),
  ex_factory_date: requiredInput.ex_factory_date,
});

/** Linked documents that support an entry of the history. Our choice. */
export const evidence = z.array(id).max(maxEvidence, refusals.tooMuchEvidence).optional();

export const version = z.number().int().min(1).optional();
export const reason = severalLines(2000, refusals.reasonTooLong).nullish();

const statusId = z.union([z.literal(1), z.literal(2), z.literal(3)], { error: refusals.unknownStatusId });

const creation = details.extend({
  ...optionalInput,
  status_id: z
    .union([z.string(), z.number()], { error: refusals.unknownStatusId })
    .transform(Number)
    .pipe(statusId)
    .nullish(),
});
export type ContainerCreation = z.output<typeof creation>;

/** `version` is the version that the client has read. If it is outdated, the response is 409 with the current container. */
const edition = details.extend({
  ...optionalInput,
  /** A creation has it, and an edit takes the same body. It does not change the status. */
  status_id: z.unknown().optional(),
  version,
  reason,
});
export type ContainerEdition = z.output<typeof edition>;

const statusChange = z.object({
  status: z.enum(statusWords, { error: refusals.unknownStatus }),
  delay_reason: reason,
  delay_category: z.enum(delayCategories, { error: refusals.unknownCategory }).nullish(),
  version,
  /**
   * The reason for a status change without all papers. If it is sent, even empty, the history names the missing types.
   */
  papers_reason: reason,
  file_ids: evidence,
});
export type StatusChange = z.output<typeof statusChange>;

const params = z.object({ id: idText });

export const unknownReferences = [
  'party.unknown',
  'user.unknown',
  'team.unknown',
  'container.team_not_visible',
] as const;

/** A container after a change of its status. `undo_id` is the `bulk_id` for the undo of the change. A delay has none. */
const movedContainer = container.extend({ undo_id: id.optional() });
export type MovedContainer = z.infer<typeof movedContainer>;

/** The `details` of a 409 response of these calls. */
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
    summary: 'Filtered containers, newest first unless sorted. For the next page, send `next` as `after`.',
    query: z.object({
      ...filterFields,
      ...orderFields,
      after: idText.optional(),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    answer: z.object({
      containers: z.array(container),
      next: id.nullable(),
      found: z.number(),
    }),
  },
  counts: {
    method: 'GET',
    path: '/api/containers/counts',
    summary: 'The number of containers in each state, regardless of filters.',
    query: z.object({ today: filterFields.today }),
    answer: counts,
  },
  totals: {
    method: 'GET',
    path: '/api/containers/totals',
    summary: 'The number, the packages and the weight of the filtered containers, and the numbers of their groups.',
    query: z.object({ ...filterFields, group: orderFields.group }),
    answer: totals,
  },
  trash: {
    method: 'GET',
    path: '/api/containers/trash',
    summary: 'Deleted containers, last deleted first. Each can be restored for 30 days.',
    query: z.object({ after: idText.optional(), limit: z.coerce.number().int().min(1).max(200).default(50) }),
    answer: z.object({ containers: z.array(trashedContainer), next: id.nullable() }),
  },
  find: {
    method: 'GET',
    path: '/api/containers/:id',
    summary:
      'One container. For users who may restore it, the refusal distinguishes a deleted container from an unknown id.',
    params,
    answer: container,
    refuses: ['container.not_found', 'container.in_trash'],
  },
  create: {
    method: 'POST',
    path: '/api/containers',
    summary: 'Creates a container.',
    body: creation,
    answer: container,
    status: 201,
    refuses: ['container.expected_date_required', 'container.day_in_future', ...unknownReferences],
  },
  update: {
    method: 'PUT',
    path: '/api/containers/:id',
    summary:
      'Changes the details of a container. Name, order number and both dates are required. Every other field stays if it is left out, and is cleared by null or an empty text. The status and the delay flags stay.',
    params,
    body: edition,
    answer: container,
    refuses: [
      'container.not_found',
      'container.expected_date_required',
      'container.day_in_future',
      'container.changed',
      ...unknownReferences,
    ],
  },
  remove: {
    method: 'DELETE',
    path: '/api/containers/:id',
    summary: 'Moves a container to the trash. Its history is kept.',
    params,
    refuses: ['container.not_found'],
  },
  restore: {
    method: 'POST',
    path: '/api/containers/:id/restore',
    summary: 'Restores a container from the trash.',
    params,
    answer: container,
    refuses: ['container.not_in_trash'],
  },
  changeStatus: {
    method: 'PUT',
    path: '/api/containers/:id/status',
    summary: 'Changes the status of a container, or logs a delay with its reason.',
    params,
    body: statusChange,
    answer: movedContainer,
    refuses: [
      'container.not_found',
      'container.changed',
      'container.status_not_allowed',
      'container.delay_not_allowed',
      'container.delay_reason_required',
      'container.file_not_linked',
    ],
  },
  delayLogs: {
    method: 'GET',
    path: '/api/containers/:id/delay-logs',
    summary: 'The newest 500 PFI delays of a container, newest first.',
    params,
    answer: z.array(delayLog),
    refuses: ['container.not_found'],
  },
  exFactoryDelayLogs: {
    method: 'GET',
    path: '/api/containers/:id/ex-factory-delay-logs',
    summary: 'The newest 500 ex-factory delays of a container, newest first.',
    params,
    answer: z.array(delayLog),
    refuses: ['container.not_found'],
  },
  history: {
    method: 'GET',
    path: '/api/containers/:id/history',
    summary: 'The history of a container, newest first. For the next page, send `next` as `after`.',
    params,
    query: z.object({ after: idText.optional(), limit: z.coerce.number().int().min(1).max(200).default(50) }),
    answer: z.object({ events: z.array(containerEvent), next: id.nullable() }),
    refuses: ['container.not_found'],
  },
} as const satisfies Contract;
