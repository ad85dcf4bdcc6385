import { z } from 'zod';
import type { Contract } from '#shared/endpoint.ts';
import { oneLine } from '#shared/fields.ts';

/** Number of folders in one response. */
export const maxFoldersListed = 50;

export const foldersContract = {
  list: {
    method: 'GET',
    path: '/api/folders',
    summary: `The first ${maxFoldersListed} folders of files that the caller may see, by path, with the number of their files.`,
    query: z.object({
      /** Part of the path. The case of Latin letters without accents does not matter. */
      search: oneLine(255).optional(),
    }),
    answer: z.array(z.object({ folder: z.string(), files: z.number() })),
  },
} as const satisfies Contract;
