import { z } from 'zod';
import { file, thumbnailField } from '#features/files/core/files.contract.ts';
import { maxFilesPerRequest } from '#features/files/core/files.rules.ts';
import type { Contract } from '#shared/endpoint.ts';
import { id, idText, instant } from '#shared/fields.ts';
import { maxListed, waysOfLinking } from './container-files.rules.ts';

const link = {
  how: z.enum(waysOfLinking),
  /** The number that the server found in the name or in the text, in normal form. Null for links by hand. */
  found: z.string().nullable(),
  /** Null if the server made the link. */
  linked_by: z.object({ id, name: z.string() }).nullable(),
  linked_at: instant,
};

const linkedFile = file.extend({ file_type_name: z.string().nullable(), ...thumbnailField, ...link });
export type LinkedFile = z.infer<typeof linkedFile>;

const linkedContainer = z.object({ id, name: z.string(), container_no: z.string(), status_id: id, ...link });
export type LinkedContainer = z.infer<typeof linkedContainer>;

const params = z.object({ id: idText });

/** Links between containers and files. Our choice throughout. */
export const containerFilesContract = {
  files: {
    method: 'GET',
    path: '/api/containers/:id/files',
    summary: 'The linked files that the caller may see, newest first, and their number.',
    params,
    query: z.object({
      after: idText.optional(),
      limit: z.coerce.number().int().min(1).max(maxListed).default(50),
    }),
    answer: z.object({ files: z.array(linkedFile), next: id.nullable(), found: z.number() }),
    refuses: ['container.not_found'],
  },
  link: {
    method: 'POST',
    path: '/api/containers/:id/files',
    summary: 'Links files to a container. Files that are linked already stay as they are.',
    params,
    body: z.object({ file_ids: z.array(id).min(1).max(maxFilesPerRequest) }),
    answer: z.object({ linked: z.number() }),
    refuses: ['container.not_found', 'file.some_not_found', 'file.not_owner'],
  },
  unlink: {
    method: 'DELETE',
    path: '/api/containers/:id/files/:file_id',
    summary: 'Removes a link. The server does not make it again.',
    params: z.object({ id: idText, file_id: idText }),
    refuses: ['container.not_found', 'file.not_found', 'file.not_owner', 'container.file_not_linked'],
  },
  containers: {
    method: 'GET',
    path: '/api/files/:id/containers',
    summary: 'The linked containers that the caller may see, newest first, at most 200.',
    params,
    answer: z.object({ containers: z.array(linkedContainer) }),
    refuses: ['file.not_found'],
  },
} as const satisfies Contract;
