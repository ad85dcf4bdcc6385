import { z } from 'zod';
import type { Contract } from '#shared/endpoint.ts';
import { id } from '#shared/fields.ts';
import { maxFilesPerRequest } from '../core/files.rules.ts';

/** Each file takes up to three searches in texts. */
export const maxProposedByText = 10;

const proposal = { file_type_id: id, matching: z.number(), similar: z.number() };

/** Ids separated by commas. */
const fewIds = z
  .string()
  .regex(/^\d{1,10}(,\d{1,10})*$/)
  .transform((ids) => ids.split(',').map(Number))
  .pipe(z.array(id).max(maxProposedByText));

/** Our choice. */
export const typeProposalsContract = {
  propose: {
    method: 'POST',
    path: '/api/files/type-proposals',
    summary:
      'For each file name the type that most of the similarly named files have, of those that the caller may see; null if there is none.',
    body: z.object({ names: z.array(z.string().max(4096)).min(1).max(maxFilesPerRequest) }),
    answer: z.object({
      proposals: z.array(z.object(proposal).nullable()),
    }),
  },
  byText: {
    method: 'GET',
    path: '/api/files/type-proposals',
    summary:
      'Proposes another type for files whose text begins like the text of files of that type. Compares with files that the caller may see. Only for files of the last 14 days whose type is unchanged.',
    query: z.object({ ids: fewIds }),
    answer: z.object({ proposals: z.array(z.object({ file_id: id, ...proposal })) }),
  },
} as const satisfies Contract;
