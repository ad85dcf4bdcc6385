import { z } from 'zod';
import type { Contract } from '#shared/endpoint.ts';
import { id } from '#shared/fields.ts';

export const fileType = z.object({ id, name: z.string(), description: z.string().nullable() });
export type FileType = z.infer<typeof fileType>;

export const fileTypesContract = {
  list: { method: 'GET', path: '/api/file-type', summary: 'Every file type.', answer: z.array(fileType) },
} as const satisfies Contract;
