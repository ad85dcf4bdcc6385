import { z } from 'zod';
import type { Contract } from '#shared/endpoint.ts';
import { idText } from '#shared/fields.ts';

const ofFile = z.object({ id: idText });

/** `waiting`: it is being made; `made`: what there is; `failed`: it could not be made; `none`: there is none of such files. */
const previewStates = ['waiting', 'made', 'failed', 'none'] as const;

const preview = z.object({
  state: z.enum(previewStates),
  has_thumbnail: z.boolean(),
  has_page: z.boolean(),
});
export type Preview = z.infer<typeof preview>;

export const previewsContract = {
  state: {
    method: 'GET',
    path: '/api/files/:id/preview',
    summary: 'Whether a file has a thumbnail and a page to look at, or will have.',
    params: ofFile,
    answer: preview,
  },
  thumbnail: {
    method: 'GET',
    path: '/api/files/:id/thumbnail',
    summary: 'A small picture of a picture, WebP.',
    params: ofFile,
    sends: 'file',
  },
  page: {
    method: 'GET',
    path: '/api/files/:id/page',
    summary: 'What an office document holds, as HTML in which nothing can act.',
    params: ofFile,
    sends: 'file',
  },
} as const satisfies Contract;
