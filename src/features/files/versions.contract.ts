import { z } from 'zod';
import type { Contract } from '#shared/endpoint.ts';
import { id, idText, instant } from '#shared/fields.ts';
import { file } from './files.contract.ts';

const person = z.object({ id, name: z.string() }).nullable();

const version = z.object({
  id,
  /** The name the file had with this content. */
  filename: z.string(),
  size: z.number(),
  /** Who brought this content, and when. */
  user: person,
  created_at: instant,
});
export type FileVersion = z.infer<typeof version>;

const fileDetails = file.extend({
  team: z.object({ id, name: z.string() }),
  file_type: z.object({ id, name: z.string() }).nullable(),
  content_hash: z.string(),
  media_type: z.string(),
  /** Who brought the content it has now, and when. */
  content_by: person,
  content_at: instant,
  versions_count: z.number(),
  downloads_count: z.number(),
});
export type FileDetails = z.infer<typeof fileDetails>;

const fileEventKinds = [
  'uploaded',
  'downloaded',
  'renamed',
  'replaced',
  'version_restored',
  'type_changed',
  'moved',
  'trashed',
  'restored',
] as const;

const fileEvent = z.object({
  what: z.enum(fileEventKinds),
  user: person,
  /** Names before and after, where there are such. */
  old_value: z.string().nullable(),
  new_value: z.string().nullable(),
  happened_at: instant,
});
export type FileEvent = z.infer<typeof fileEvent>;

const params = z.object({ id: idText });

/** Source: decisions.md section 6, Trash and versions. */
export const versionsContract = {
  details: {
    method: 'GET',
    path: '/api/files/:id',
    summary: 'Everything about one file.',
    params,
    answer: fileDetails,
  },
  history: {
    method: 'GET',
    path: '/api/files/:id/history',
    summary: 'Who did what with a file, newest first; at most the last 200.',
    params,
    answer: z.array(fileEvent),
  },
  list: {
    method: 'GET',
    path: '/api/files/:id/versions',
    summary:
      'The newest 500 earlier contents of a file, newest first; `/storage/{filepath}?version={id}` is one of them.',
    params,
    answer: z.array(version),
  },
  restore: {
    method: 'POST',
    path: '/api/files/:id/versions/:version_id/restore',
    summary: 'Gives a file an earlier content again; the one it has now is kept as a version.',
    params: z.object({ id: idText, version_id: idText }),
    answer: file,
    refuses: [403, 409],
  },
} as const satisfies Contract;
