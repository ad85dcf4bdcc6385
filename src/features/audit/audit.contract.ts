import { z } from 'zod';
import type { Contract } from '#shared/endpoint.ts';
import { exportCalls } from '#shared/export-calls.ts';
import { idText, instant, oneLine, timeCursor } from '#shared/fields.ts';
import { acts } from './audit.rules.ts';

/** Any number: an entry cannot be changed, and one unexpected id must not make the whole log unreadable. */
const recordedId = z.number().nullable();

const entry = z
  .object({
    id: z.number(),
    /** Its position in the chain, and the hash over it and all earlier entries; null until the entry is sealed. */
    number: z.number().nullable(),
    hash: z.string().nullable(),
    at: instant,
    /** The name at that time. The id is null if the actor was not signed in. */
    user: z.object({ id: recordedId, name: z.string() }),
    address: z.string().nullable(),
    act: z.enum(acts),
    /** The object of the act. */
    thing: z.object({ kind: z.string(), id: recordedId, name: z.string().nullable() }),
    detail: z.string().nullable(),
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntry = z.infer<typeof entry>;

const moment = instant.refine((text) => !Number.isNaN(Date.parse(text)), 'This is not a date.');

const filters = z.object({
  user_id: idText.optional(),
  act: z.enum(acts).optional(),
  /** `from` is included, `to` is not. */
  from: moment.optional(),
  to: moment.optional(),
  /** Part of a user name, an object name, an address or the details. Ignores case and accents. */
  search: oneLine(200).optional(),
});
export type AuditFilters = z.output<typeof filters>;

export const auditContract = {
  list: {
    method: 'GET',
    path: '/api/audit',
    summary: 'The audit log, newest first. For the next page, send `next` as `after`.',
    query: filters.extend({
      after: timeCursor.optional(),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    answer: z.object({
      /** May be fewer than `limit` although there is a next page, because a search is limited in time. */
      entries: z.array(entry),
      next: z.string().nullable(),
    }),
  },
  ...exportCalls('/api/audit', 'All entries that match the filters, newest first', filters),
} as const satisfies Contract;
