import { z } from 'zod';
import type { Contract } from '#shared/endpoint.ts';
import { id, idText, oneLine, requiredLine } from '#shared/fields.ts';
import { idList } from './container-fields.contract.ts';
import { fieldRefusals } from './container-fields.texts.ts';

const party = z.object({ id, name: z.string() });
export type Party = z.infer<typeof party>;

const partyInput = z.object({
  name: requiredLine(255, fieldRefusals.partyNameRequired, fieldRefusals.partyNameTooLong),
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
    params: z.object({ id: idText }),
    body: partyInput,
    answer: party,
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
