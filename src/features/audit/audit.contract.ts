import { z } from 'zod';
import type { Contract } from '#shared/endpoint.ts';
import { id, idText, instant, oneLine, placeInTime } from '#shared/fields.ts';
import { acts } from './audit.rules.ts';

const entry = z.object({
  id: z.number(),
  /** Its place in the chain, and the hash over it and everything before; null for a moment, until it is sealed. */
  number: z.number().nullable(),
  hash: z.string().nullable(),
  at: instant,
  /** Names are those of that moment; the id is null where nobody was signed in. */
  user: z.object({ id: id.nullable(), name: z.string() }),
  address: z.string().nullable(),
  act: z.enum(acts),
  /** What it was done to. */
  thing: z.object({ kind: z.string(), id: id.nullable(), name: z.string().nullable() }),
  detail: z.string().nullable(),
});
export type AuditEntry = z.infer<typeof entry>;

const moment = instant.refine((text) => !Number.isNaN(Date.parse(text)), 'This is not a date.');

const filters = z.object({
  user_id: idText.optional(),
  act: z.enum(acts).optional(),
  /** At or after this instant, and before that one. */
  from: moment.optional(),
  to: moment.optional(),
  /** A part of a person's or a thing's name, of an address or of the details; case and accents do not matter. */
  search: oneLine(200).optional(),
});
export type AuditFilters = z.output<typeof filters>;

export const auditContract = {
  list: {
    method: 'GET',
    path: '/api/audit',
    summary: 'Who did what, newest first. For the next page say `next` as `after`.',
    query: filters.extend({
      after: placeInTime.optional(),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    answer: z.object({
      /** May be fewer than asked for although there is a next page: looking for more would have taken too long. */
      entries: z.array(entry),
      next: z.string().nullable(),
    }),
  },
  csv: {
    method: 'GET',
    path: '/api/audit.csv',
    summary: 'All entries that pass the filters, newest first, as CSV, written while it is sent.',
    query: filters,
    sends: 'csv',
    // That it was exported is noted first.
    refuses: [507],
  },
} as const satisfies Contract;
