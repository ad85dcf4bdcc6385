import { z } from 'zod';
import type { Contract } from '#shared/endpoint.ts';
import { id, idText, oneLine, requiredLine } from '#shared/fields.ts';
import { recordOf } from '#shared/record-of.ts';
import { idList } from '../core/container-fields.contract.ts';
import { fieldRefusals } from '../core/container-fields.texts.ts';

const party = z.object({ id, name: z.string() }).meta({ id: 'Party' });
export type Party = z.infer<typeof party>;

/** How the containers that the caller sees use a name. */
export const partyKinds = ['supplier', 'customer', 'carrier'] as const;
export type PartyKind = (typeof partyKinds)[number];

/**
 * A party with the number of containers of each kind that the caller sees, and the cost of a day over free time as a
 * carrier.
 */
const usedParty = party.extend({
  ...recordOf(partyKinds, () => z.number()),
  day_rate: z.number().nullable(),
  currency: z.string().nullable(),
});
export type UsedParty = z.infer<typeof usedParty>;

/** The containers that name a party, by team. Null: of no team. At most 50 teams. */
const renamed = z.object({
  from: z.string(),
  containers: z.number(),
  teams: z.array(z.object({ name: z.string().nullable(), containers: z.number() })),
});

const params = z.object({ id: idText });
const partyInput = z.object({
  name: requiredLine(255, fieldRefusals.partyNameRequired, fieldRefusals.partyNameTooLong),
});

/** Both or none. */
const rateInput = z
  .object({
    day_rate: z
      .number(fieldRefusals.rateWrong)
      .positive(fieldRefusals.rateWrong)
      .max(1_000_000, fieldRefusals.rateWrong)
      .nullable(),
    /** ISO 4217. */
    currency: z
      .string()
      .max(20, fieldRefusals.currencyWrong)
      .transform((text) => text.trim().toUpperCase())
      .pipe(z.string().regex(/^[A-Z]{3}$/, fieldRefusals.currencyWrong))
      .nullable(),
  })
  .refine(({ day_rate, currency }) => currency !== null || day_rate === null, {
    path: ['currency'],
    error: fieldRefusals.currencyWrong,
  });
const search = oneLine(255).default('');
const limit = z.coerce.number().int().min(1).max(100).default(20);

const port = z.object({ code: z.string(), name: z.string(), country: z.string() });

/** Suppliers, customers and carriers, and ports. Our choice throughout. */
export const partiesContract = {
  list: {
    method: 'GET',
    path: '/api/parties',
    summary: 'Suppliers, customers and carriers by a part of their name.',
    query: z.object({ search, limit, /** Only these. */ ids: idList }),
    answer: z.array(party),
  },
  page: {
    method: 'GET',
    path: '/api/parties/page',
    summary:
      'Parties by name, with the number of containers that the caller sees. Leaves out a party of which all containers are hidden from the caller. For the next page, send `next` as `after`.',
    query: z.object({
      search,
      kind: z.enum([...partyKinds, 'unused']).optional(),
      after: z.string().max(1100).optional(),
      limit: z.coerce.number().int().min(1).max(100).default(50),
    }),
    answer: z.object({ parties: z.array(usedParty), next: z.string().nullable() }),
  },
  doubles: {
    method: 'GET',
    path: '/api/parties/doubles',
    summary: 'Pairs of names that probably mean the same party: at most 20, among the first 5,000 names of the page.',
    answer: z.array(z.object({ one: usedParty, other: usedParty })),
  },
  change: {
    method: 'GET',
    path: '/api/parties/:id/change',
    summary:
      'What a new name of a party would change: the party that has this name already, and the containers that the caller sees, by their current name and team.',
    params,
    query: partyInput,
    answer: z.object({ into: party.nullable(), changes: z.array(renamed) }),
    refuses: ['party.not_found'],
  },
  add: {
    method: 'POST',
    path: '/api/parties',
    summary:
      'Returns the party of this name, and creates it if there is none. Case, accents and punctuation are ignored.',
    body: partyInput,
    answer: party,
  },
  rename: {
    method: 'PUT',
    path: '/api/parties/:id',
    summary: 'Renames a party. If another one has this name, both become that one, with the containers of both.',
    params,
    /** `into` is that of the reviewed change. If another party has the name now, the response is 409. */
    body: partyInput.extend({ into: id.nullish() }),
    answer: party,
    refuses: ['party.not_found', 'party.changed'],
  },
  setRate: {
    method: 'PUT',
    path: '/api/parties/:id/rate',
    summary: 'Sets the cost of a day over free time in containers of a carrier. Null removes it.',
    params,
    body: rateInput,
    refuses: ['party.not_found'],
  },
  ports: {
    method: 'GET',
    path: '/api/ports',
    summary: 'The larger container ports by a part of their name, country or UN/LOCODE.',
    query: z.object({ search, limit }),
    answer: z.array(port),
  },
} as const satisfies Contract;
