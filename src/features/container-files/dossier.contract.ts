import { z } from 'zod';
import type { Contract } from '#shared/endpoint.ts';
import { idText } from '#shared/fields.ts';

const isKnown = (make: () => unknown): boolean => {
  try {
    return Boolean(make());
  } catch {
    return false;
  }
};

/** The language and the time zone of the reader. The server formats the index for them. */
const reader = {
  language: z
    .string()
    .max(35)
    .refine((tag) => isKnown(() => new Intl.Locale(tag)), 'This is not a language tag such as de-DE.')
    .optional(),
  time_zone: z
    .string()
    .max(64)
    .refine((timeZone) => isKnown(() => new Intl.DateTimeFormat('en', { timeZone })), 'This is not a time zone.')
    .optional(),
};

/** Our choice. */
export const dossierContract = {
  dossier: {
    method: 'GET',
    path: '/api/containers/:id/dossier',
    summary:
      'A ZIP archive with an index as HTML and CSV, the history, and the linked documents that the caller may see, created while it is sent. The index has the dates and numbers of `language` and the times of `time_zone`.',
    params: z.object({ id: idText }),
    query: z.object(reader),
    sends: 'archive',
    refuses: ['file.not_scanned', 'container.not_found', 'container.dossier_too_large', 'file.damaged'],
  },
} as const satisfies Contract;
