import { z } from 'zod';
import type { Contract } from '#shared/endpoint.ts';
import { idText } from '#shared/fields.ts';
import { maxSelected } from '../core/files.rules.ts';
import { refusals } from '../core/files.texts.ts';

const distinct = (ids: number[]) => [...new Set(ids)];

const ids = z
  .array(idText, { error: refusals.nothingSelected })
  .min(1, refusals.nothingSelected)
  .max(maxSelected, { error: () => refusals.tooManySelected(maxSelected) })
  .transform(distinct);

const changed = z.object({ changed: z.number() });

/** Actions on several files at once. Each applies to all of them or to none. */
export const selectionContract = {
  zip: {
    method: 'GET',
    path: '/api/files/zip',
    summary: 'Several files as one ZIP archive, created while it is sent; `ids=1,2,3`.',
    query: z.object({
      ids: z
        .string()
        .max(11 * maxSelected)
        .transform((text): (string | number)[] => text.split(',').filter((part) => part !== ''))
        .pipe(ids),
    }),
    sends: 'archive',
    refuses: ['file.infected', 'file.not_scanned', 'file.some_not_found', 'file.damaged'],
  },
  trash: {
    method: 'POST',
    path: '/api/files/trash',
    summary: 'Moves several files to the trash.',
    body: z.object({ ids }),
    answer: changed,
    refuses: ['file.some_not_found', 'file.not_owner'],
  },
  restore: {
    method: 'POST',
    path: '/api/files/restore',
    summary: 'Restores several files from the trash.',
    body: z.object({ ids }),
    answer: changed,
    refuses: ['file.some_not_found', 'file.not_owner'],
  },
  changeType: {
    method: 'POST',
    path: '/api/files/change-type',
    summary: 'Changes the type of several files.',
    body: z.object({ ids, file_type_id: idText }),
    answer: changed,
    refuses: ['file.some_not_found', 'file.not_owner', 'file_type.unknown'],
  },
  move: {
    method: 'POST',
    path: '/api/files/move',
    summary: 'Moves several files to another team.',
    body: z.object({ ids, team_id: idText }),
    answer: changed,
    refuses: ['file.some_not_found', 'team.unknown', 'file.move_denied'],
  },
} as const satisfies Contract;
