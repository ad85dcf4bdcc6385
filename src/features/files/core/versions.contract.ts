import { z } from 'zod';
import type { Contract } from '#shared/endpoint.ts';
import { id, idText, instant } from '#shared/fields.ts';
import { file, virusScan } from './files.contract.ts';

const person = z.object({ id, name: z.string() }).nullable();

const version = z.object({
  id,
  /** The name of the file when it had this content. */
  filename: z.string(),
  size: z.number(),
  /** The user who uploaded or restored this content. `created_at` is the time. */
  user: person,
  created_at: instant,
});
export type FileVersion = z.infer<typeof version>;

const fileDetails = file.extend({
  team: z.object({ id, name: z.string() }),
  file_type: z.object({ id, name: z.string() }).nullable(),
  content_hash: z.string(),
  media_type: z.string(),
  /** The user who uploaded or restored the current content, and below the time. */
  content_by: person,
  content_at: instant,
  versions_count: z.number(),
  downloads_count: z.number(),
  /** Whether its text was recognized in pictures, and may contain errors. Our choice. */
  is_scan: z.boolean(),
  /** Whether its text is longer than what the search covers. Our choice. */
  is_partly_searched: z.boolean(),
  virus_scan: virusScan.optional(),
});
export type FileDetails = z.infer<typeof fileDetails>;

const fileEventKinds = [
  'uploaded',
  'viewed',
  'downloaded',
  'renamed',
  'replaced',
  'version_restored',
  'type_changed',
  'moved',
  'trashed',
  'restored',
  'linked',
  'unlinked',
] as const;

const fileEvent = z
  .object({
    what: z.enum(fileEventKinds),
    user: person,
    /** The names before and after the event, for events that change one. */
    old_value: z.string().nullable(),
    new_value: z.string().nullable(),
    happened_at: instant,
  })
  .meta({ id: 'FileEvent' });
export type FileEvent = z.infer<typeof fileEvent>;

const params = z.object({ id: idText });

/** See docs/choices.md#trash-and-versions. */
export const versionsContract = {
  details: {
    method: 'GET',
    path: '/api/files/:id',
    summary: 'The details of a file.',
    params,
    answer: fileDetails,
    refuses: ['file.not_found'],
  },
  history: {
    method: 'GET',
    path: '/api/files/:id/history',
    summary:
      'The last 200 events of a file, newest first. Who opened and who downloaded it is for roles 1 and 2 and its uploader.',
    params,
    answer: z.array(fileEvent),
    refuses: ['file.not_found'],
  },
  list: {
    method: 'GET',
    path: '/api/files/:id/versions',
    summary:
      'At most 500 versions of a file, newest first; `/storage/{filepath}?version={id}` has the content of one. For older ones, send the id of the last as `before`.',
    params,
    query: z.object({ before: idText.optional() }),
    answer: z.array(version),
    refuses: ['file.not_found'],
  },
  restore: {
    method: 'POST',
    path: '/api/files/:id/versions/:version_id/restore',
    summary: 'Restores the content of a version; the current content is kept as a version.',
    params: z.object({ id: idText, version_id: idText }),
    answer: file,
    refuses: [
      'file.infected',
      'file.not_scanned',
      'file.not_found',
      'file.not_owner',
      'file.version_not_found',
      'file.changed',
    ],
  },
} as const satisfies Contract;
