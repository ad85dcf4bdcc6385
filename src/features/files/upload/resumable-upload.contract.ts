import { z } from 'zod';
import type { Contract } from '#shared/endpoint.ts';
import { id, instant } from '#shared/fields.ts';
import { uploaded } from '../core/files.contract.ts';

const uploadId = z.string().regex(/^[A-Za-z0-9_-]{22}$/);

/** An upload that was started and is not finished. */
const unfinished = z.object({
  id: uploadId,
  /** The name under which the file will be stored, and below its name on the client. */
  filename: z.string(),
  original_name: z.string(),
  /** When the file was last changed on the client, if known. */
  modified_at: instant.nullable(),
  file_type_id: id,
  size: z.number(),
  /** Bytes that the server has stored. */
  received: z.number(),
  created_at: instant,
  /** The server removes the upload at this time unless more bytes arrive. */
  expires_at: instant,
});
export type UnfinishedUpload = z.infer<typeof unfinished>;

const params = z.object({ id: uploadId });

export const uploadsContract = {
  list: {
    method: 'GET',
    path: '/api/uploads',
    summary: "The caller's unfinished uploads, oldest first.",
    answer: z.array(unfinished),
  },
  create: {
    method: 'POST',
    path: '/api/uploads',
    summary:
      'Starts a resumable upload by the tus protocol. Upload-Metadata has `filename` and `file_type_id`, and may have `original_name`, `modified_at`, `folder`, `team_id` and `container_id`.',
    sends: 'tus',
    status: 201,
    refuses: [
      'validation.failed',
      'upload.too_large',
      'file_type.unknown',
      'upload.too_many_unfinished',
      'upload.too_many_unfinished_bytes',
      'file.no_team',
      'reference.gone',
      'team.unknown',
      'file.move_denied',
      'container.not_found',
      'permission.denied',
      'upload.protocol_missing',
    ],
  },
  progress: {
    method: 'HEAD',
    path: '/api/uploads/:id',
    summary: 'The offset of an upload, by the tus protocol. A completely received upload becomes a file.',
    params,
    sends: 'tus',
    status: 200,
    refuses: ['upload.not_found'],
  },
  append: {
    method: 'PATCH',
    path: '/api/uploads/:id',
    summary: 'Appends bytes to an upload, by the tus protocol. With the last byte the upload becomes a file.',
    params,
    sends: 'tus',
    refuses: [
      'upload.not_found',
      'upload.offset_mismatch',
      'file.no_team',
      'file_type.unknown',
      'reference.gone',
      'team.unknown',
      'file.move_denied',
      'upload.piece_too_small',
      'upload.locked',
      'upload.too_large',
      'request.cut_off',
      'upload.protocol_missing',
    ],
  },
  remove: {
    method: 'DELETE',
    path: '/api/uploads/:id',
    summary: 'Cancels an upload and deletes its received bytes.',
    params,
    refuses: ['upload.not_found'],
  },
  file: {
    method: 'GET',
    path: '/api/uploads/:id/file',
    summary: 'The file of a finished upload, and the duplicates of its content. Available for one day.',
    params,
    answer: uploaded,
    refuses: ['upload.not_found'],
  },
} as const satisfies Contract;
