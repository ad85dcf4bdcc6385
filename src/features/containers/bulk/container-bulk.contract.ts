import { z } from 'zod';
import { calendarDate } from '#shared/calendar.ts';
import type { Contract } from '#shared/endpoint.ts';
import { id, idText, requiredLine } from '#shared/fields.ts';
import { recordOf } from '#shared/record-of.ts';
import { filterFields, optionalInput } from '../core/container-fields.contract.ts';
import { dateFields, maxBulk } from '../core/container-fields.rules.ts';
import { fieldRefusals } from '../core/container-fields.texts.ts';
import { reason, unknownReferences } from '../core/containers.contract.ts';
import { refusals } from '../core/containers.texts.ts';
import { bulkFields } from './container-bulk.rules.ts';

/** Moves a date by a number of days, or to a day. A container without this date stays as it is if `days` is given. */
const move = z.union(
  [
    z.object({ field: z.enum(dateFields), days: z.number().int().min(-3650).max(3650) }).strict(),
    z.object({ field: z.enum(dateFields), date: calendarDate(refusals.dateWrong) }).strict(),
  ],
  { error: fieldRefusals.moveWrong },
);

/** A party by its name. It is created if there is none in any spelling, and takes precedence over an id. */
const partyName = requiredLine(255, fieldRefusals.partyNameRequired, fieldRefusals.partyNameTooLong).optional();

const bulkChange = z.object({
  /** The containers by id, or all that match the filter but those of `except`. */
  ids: z.array(id).min(1).max(maxBulk, fieldRefusals.tooMany).optional(),
  filter: z.object(filterFields).optional(),
  except: z.array(id).max(maxBulk, fieldRefusals.tooMany).default([]),
  moves: z.array(move).max(dateFields.length).default([]),
  set: z
    .object(optionalInput)
    .pick(recordOf(bulkFields, () => true as const))
    .extend(recordOf(['supplier_name', 'customer_name', 'carrier_name'] as const, () => partyName))
    .strict()
    .default({}),
  /** The same change as by the buttons 'Mark Received' and 'Mark Departed'. */
  status: z.enum(['Received', 'Departed'], { error: refusals.unknownStatus }).optional(),
  reason,
  /**
   * The reason for a status change without all papers. If it is sent, even empty, each history names the missing types.
   */
  papers_reason: reason,
  /**
   * The containers of a dry run with their versions. If the change would find others, or one of them was changed since, it
   * is refused with 409. The same call sent again returns the id of the change that it made, for a client that has lost the
   * answer.
   */
  versions: z
    .array(z.object({ id, version: z.number().int() }))
    .max(maxBulk, fieldRefusals.tooMany)
    .optional(),
  /** Returns the changes without making them. */
  dry_run: z.boolean().default(false),
});
export type BulkChange = z.output<typeof bulkChange>;

export const plannedChange = z.object({
  id,
  name: z.string(),
  container_no: z.string(),
  version: z.number(),
  /** The fields that change. Empty if the container already has these values. */
  changes: z.array(z.object({ field: z.string(), from: z.string().nullable(), to: z.string().nullable() })),
});
export type PlannedChange = z.infer<typeof plannedChange>;

export const bulkContract = {
  change: {
    method: 'PATCH',
    path: '/api/containers/bulk',
    summary: 'Changes many containers at once, all or none. With `dry_run`, only returns the changes.',
    body: bulkChange,
    answer: z.object({
      /** The id for the undo. Null for a dry run, and if nothing changed. */
      bulk_id: id.nullable(),
      changed: z.number(),
      unchanged: z.number(),
      /** The number of containers whose status changes although papers are missing that are expected before it. */
      papers_missing: z.number(),
      /** Empty in the answer to a call that was sent again. */
      containers: z.array(plannedChange),
    }),
    refuses: [
      'container.not_found',
      'container.too_many',
      'container.nothing_to_change',
      'container.day_in_future',
      'container.status_not_allowed',
      'container.changed',
      ...unknownReferences,
    ],
  },
  undo: {
    method: 'POST',
    path: '/api/containers/bulk/:id/undo',
    summary:
      'Undoes an own bulk change within ten minutes. Containers that were changed since keep their current values.',
    params: z.object({ id: idText }),
    answer: z.object({ restored: z.number(), kept: z.number() }),
    refuses: ['container.no_undo'],
  },
} as const satisfies Contract;
