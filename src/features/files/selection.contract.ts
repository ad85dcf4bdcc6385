import { z } from 'zod';
import type { Contract } from '#shared/endpoint.ts';
import { idText } from '#shared/fields.ts';
import { mostSelected } from './files.rules.ts';
import { refusals } from './files.texts.ts';

const distinct = (ids: number[]) => [...new Set(ids)];

const ids = z
  .array(idText, { error: refusals.nothingSelected })
  .min(1, refusals.nothingSelected)
  .max(mostSelected, { error: () => refusals.tooManySelected(mostSelected) })
  .transform(distinct);

const changed = z.object({ changed: z.number() });

/** What is done with several files at once: all of them or none. */
export const selectionContract = {
  zip: {
    method: 'GET',
    path: '/api/files/zip',
    summary: 'Several files as one ZIP archive, written while it is sent; `ids=1,2,3`.',
    query: z.object({
      ids: z
        .string()
        .max(11 * mostSelected)
        .transform((text): (string | number)[] => text.split(',').filter((part) => part !== ''))
        .pipe(ids),
    }),
    sends: 'archive',
    refuses: [404],
  },
  trash: {
    method: 'POST',
    path: '/api/files/trash',
    summary: 'Moves several files to the trash.',
    body: z.object({ ids }),
    answer: changed,
    refuses: [404],
  },
  changeType: {
    method: 'POST',
    path: '/api/files/change-type',
    summary: 'Gives several files another type.',
    body: z.object({ ids, file_type_id: idText }),
    answer: changed,
    refuses: [404],
  },
  move: {
    method: 'POST',
    path: '/api/files/move',
    summary: 'Moves several files to another team.',
    body: z.object({ ids, team_id: idText }),
    answer: changed,
    refuses: [404],
  },
} as const satisfies Contract;
