import { z } from 'zod';
import { readerFields } from '#features/files/core/files.contract.ts';
import type { Contract } from '#shared/endpoint.ts';
import { idText } from '#shared/fields.ts';

/** Our choice. */
export const dossierContract = {
  dossier: {
    method: 'GET',
    path: '/api/containers/:id/dossier',
    summary:
      'A ZIP archive with an index as HTML and CSV, the history, and the linked documents that the caller may see, created while it is sent. The index has the dates and numbers of `language` and the times of `time_zone`.',
    params: z.object({ id: idText }),
    query: z.object(readerFields),
    sends: 'archive',
    refuses: ['file.not_scanned', 'container.not_found', 'container.dossier_too_large', 'file.damaged'],
  },
} as const satisfies Contract;
