import { z } from 'zod';
import type { Contract } from '#shared/endpoint.ts';
import { idText } from '#shared/fields.ts';

/** Our choice. */
export const dossierContract = {
  dossier: {
    method: 'GET',
    path: '/api/containers/:id/dossier',
    summary:
      'A ZIP archive with an index as HTML and CSV, the history, and the linked documents that the caller may see, created while it is sent.',
    params: z.object({ id: idText }),
    sends: 'archive',
    refuses: ['container.not_found', 'container.dossier_too_large'],
  },
} as const satisfies Contract;
