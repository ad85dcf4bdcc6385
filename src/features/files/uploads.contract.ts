import { z } from 'zod';
import type { Contract } from '#shared/endpoint.ts';
import { id, instant } from '#shared/fields.ts';
import { duplicate, file } from './files.contract.ts';

const uploadId = z.string().regex(/^[A-Za-z0-9_-]{22}$/);

/** An upload that has begun and is not finished. */
const unfinished = z.object({
  id: uploadId,
  /** What the file will be called, and what it is called where it comes from. */
  filename: z.string(),
  original_name: z.string(),
  /** When it was last changed there, as far as that is known. */
  modified_at: instant.nullable(),
  file_type_id: id,
  size: z.number(),
  /** Bytes that are safe already. */
  received: z.number(),
  created_at: instant,
  /** When it is removed unless more of it arrives. */
  expires_at: instant,
});
export type UnfinishedUpload = z.infer<typeof unfinished>;

const params = z.object({ id: uploadId });

export const uploadsContract = {
  list: {
    method: 'GET',
    path: '/api/uploads',
    summary: "The caller's uploads that have begun and are not finished, oldest first.",
    answer: z.array(unfinished),
  },
  create: {
    method: 'POST',
    path: '/api/uploads',
    summary:
      'Begins an upload that can be resumed, by the tus protocol. Upload-Metadata has `filename` and `file_type_id`, and may have `original_name` and `modified_at`.',
    sends: 'tus',
    status: 201,
    refuses: [409, 422],
  },
  progress: {
    method: 'HEAD',
    path: '/api/uploads/:id',
    summary: 'How far an upload has come, by the tus protocol; one whose every byte has arrived is a file.',
    params,
    sends: 'tus',
    status: 200,
  },
  append: {
    method: 'PATCH',
    path: '/api/uploads/:id',
    summary: 'The next bytes of an upload, by the tus protocol; with the last of them it becomes a file.',
    params,
    sends: 'tus',
    refuses: [409, 422, 423],
  },
  remove: {
    method: 'DELETE',
    path: '/api/uploads/:id',
    summary: 'Gives up an upload and removes what has arrived of it.',
    params,
  },
  file: {
    method: 'GET',
    path: '/api/uploads/:id/file',
    summary: 'The file that a finished upload became, for a day, and whether its content was there already.',
    params,
    answer: z.object({ files: z.array(file), duplicates: z.array(duplicate) }),
  },
} as const satisfies Contract;
