import { z } from 'zod';
import type { Contract } from '#shared/endpoint.ts';
import { id } from '#shared/fields.ts';
import { maxFilesPerRequest } from './files.rules.ts';

/** Our choice. */
export const typeProposalsContract = {
  propose: {
    method: 'POST',
    path: '/api/files/type-proposals',
    summary:
      'For each file name the type that most of the similarly named files have, of those that the caller may see; null if there is none.',
    body: z.object({ names: z.array(z.string().max(4096)).min(1).max(maxFilesPerRequest) }),
    answer: z.object({
      proposals: z.array(z.object({ file_type_id: id, matching: z.number(), similar: z.number() }).nullable()),
    }),
  },
} as const satisfies Contract;
