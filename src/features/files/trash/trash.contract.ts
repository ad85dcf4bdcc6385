import { z } from 'zod';
import type { Contract } from '#shared/endpoint.ts';
import { id, idText, instant, timeCursor } from '#shared/fields.ts';
import { file } from '../core/files.contract.ts';

const trashedFile = file.extend({
  trashed_at: instant,
  trashed_by: z.object({ id, name: z.string() }).nullable(),
  team_name: z.string(),
  /** Days until the file is deleted for good. */
  days_left: z.number(),
});
export type TrashedFile = z.infer<typeof trashedFile>;

const params = z.object({ id: idText });

/** See docs/choices.md#trash-and-versions. */
export const trashContract = {
  list: {
    method: 'GET',
    path: '/api/trash',
    summary:
      'Deleted files that the caller may see, last deleted first. For the next page send the last file as `after=trashed_at,id`.',
    query: z.object({
      after: timeCursor.optional(),
      limit: z.coerce.number().int().min(1).max(500).default(100),
    }),
    answer: z.array(trashedFile),
  },
  restore: {
    method: 'POST',
    path: '/api/trash/:id/restore',
    summary: 'Restores a file from the trash.',
    params,
    answer: file,
    refuses: ['file.not_in_trash', 'file.not_owner'],
  },
  remove: {
    method: 'DELETE',
    path: '/api/trash/:id',
    summary: 'Deletes a file in the trash for good, with its versions.',
    params,
    refuses: ['file.not_in_trash', 'password.confirmation_required'],
  },
} as const satisfies Contract;
