import { z } from 'zod';
import type { Contract } from '#shared/endpoint.ts';

/** Source: decisions.md section 2, last point. */
export const apiDocumentContract = {
  document: {
    method: 'GET',
    path: '/api/openapi.json',
    summary: 'Every call, as an OpenAPI 3.1 document.',
    answer: z.looseObject({ openapi: z.string(), paths: z.record(z.string(), z.unknown()) }),
  },
  page: {
    method: 'GET',
    path: '/api/docs',
    summary: 'The same as a page to read.',
    sends: 'page',
  },
} as const satisfies Contract;
