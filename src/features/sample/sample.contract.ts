import { z } from 'zod';
import type { Contract } from '#shared/endpoint.ts';
import { instant } from '#shared/fields.ts';

const sample = z.object({
  /** When the sample company was added. Null if it is not there. */
  added_at: instant.nullable(),
  /** Whether it can be added: as long as there is no file and no container. */
  may_add: z.boolean(),
});
export type Sample = z.infer<typeof sample>;

export const sampleContract = {
  find: {
    method: 'GET',
    path: '/api/sample',
    summary: 'Whether the sample company is there, and whether it can be added.',
    answer: sample,
  },
  add: {
    method: 'POST',
    path: '/api/sample',
    summary: 'Adds the sample company: teams, file types, suppliers, containers and documents, but no users.',
    answer: sample,
    status: 201,
    refuses: ['sample.exists', 'sample.not_empty'],
  },
  remove: {
    method: 'DELETE',
    path: '/api/sample',
    summary: 'Deletes the sample company for good. Its teams, file types and suppliers stay if other records use them.',
    refuses: ['sample.not_found'],
  },
} as const satisfies Contract;
