import { z } from 'zod';
import { charsets } from '#features/extraction/charset.rules.ts';
import { unreadableReasons } from '#features/extraction/unreadable.rules.ts';
import { readerFields } from '#features/files/core/files.contract.ts';
import type { Contract } from '#shared/endpoint.ts';
import { idText } from '#shared/fields.ts';

const ofFile = z.object({ id: idText });

/**
 * `waiting`: extraction is queued; `made`: there is a preview; `failed`: extraction failed; `none`: this kind of file
 * has no preview.
 */
const previewStates = ['waiting', 'made', 'failed', 'none'] as const;

const preview = z.object({
  state: z.enum(previewStates),
  has_thumbnail: z.boolean(),
  has_page: z.boolean(),
  /** The reason for a missing preview. Left out if there is one, and for kinds of files that never have one. */
  reason: z.enum(unreadableReasons).optional(),
});
export type Preview = z.infer<typeof preview>;

export const previewsContract = {
  state: {
    method: 'GET',
    path: '/api/files/:id/preview',
    summary: 'Whether a file has, or will have, a thumbnail and an HTML page.',
    params: ofFile,
    answer: preview,
    refuses: ['file.not_found'],
  },
  thumbnail: {
    method: 'GET',
    path: '/api/files/:id/thumbnail',
    summary: 'The thumbnail of a picture, as WebP.',
    params: ofFile,
    sends: 'file',
    refuses: ['file.infected', 'file.not_scanned', 'file.not_found', 'file.no_preview'],
  },
  page: {
    method: 'GET',
    path: '/api/files/:id/page',
    summary:
      'The content of an office document, as HTML without scripts. `charset` is that of the names in a ZIP archive, in place of the detected one. Moments are in `language` and `time_zone`.',
    params: ofFile,
    query: z.object({ charset: z.enum(charsets).optional(), ...readerFields }),
    sends: 'file',
    refuses: ['file.infected', 'file.not_scanned', 'file.not_found', 'file.no_preview'],
  },
} as const satisfies Contract;
