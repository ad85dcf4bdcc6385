import { z } from 'zod';
import type { Contract } from '#shared/endpoint.ts';
import { id, idText, requiredLine, severalLines } from '#shared/fields.ts';
import { texts } from './file-types.texts.ts';

export const fileType = z.object({ id, name: z.string(), description: z.string().nullable() }).meta({ id: 'FileType' });
export type FileType = z.infer<typeof fileType>;

/** The longest name and description of a file type, in characters. Our choice. */
export const maxNameLength = 120;
export const maxDescriptionLength = 2000;

const body = z.object({
  name: requiredLine(maxNameLength, texts.nameRequired, texts.nameTooLong),
  description: severalLines(maxDescriptionLength, texts.descriptionTooLong).nullish(),
  /** Part of the specified payload. The address names the file type. */
  id: idText.nullish().catch(undefined),
});
export type FileTypeInput = z.output<typeof body>;

const params = z.object({ id: idText });

export const fileTypesContract = {
  list: { method: 'GET', path: '/api/file-type', area: 'any', summary: 'Every file type.', answer: z.array(fileType) },
  create: {
    method: 'POST',
    path: '/api/file-type',
    summary: 'Creates a file type.',
    body,
    answer: fileType,
    status: 201,
    refuses: ['file_type.too_many'],
  },
  update: {
    method: 'PUT',
    path: '/api/file-type/:id',
    summary: 'Changes a file type.',
    params,
    body,
    answer: fileType,
    refuses: ['file_type.not_found'],
  },
  remove: {
    method: 'DELETE',
    path: '/api/file-type/:id',
    summary: "Deletes a file type; its files stay and then show 'Unknown (ID: x)'.",
    params,
    refuses: ['file_type.not_found'],
  },
  counts: {
    method: 'GET',
    path: '/api/file-type/counts',
    summary: 'The number of files outside the trash of every file type.',
    answer: z.array(z.object({ id, files: z.number() })),
  },
  usage: {
    method: 'GET',
    path: '/api/file-type/:id/usage',
    summary: 'The number of files that deleting a file type affects.',
    params,
    answer: z.object({ files: z.number() }),
    refuses: ['file_type.not_found'],
  },
} as const satisfies Contract;
