import { z } from 'zod';
import type { Contract } from '#shared/endpoint.ts';

/** See docs/choices.md#further-calls. */
export const apiDocumentContract = {
  document: {
    method: 'GET',
    path: '/api/openapi.json',
    area: 'any',
    summary: 'Every call of the API, as an OpenAPI 3.1 document.',
    answer: z.looseObject({ openapi: z.string(), paths: z.record(z.string(), z.unknown()) }),
  },
  page: {
    method: 'GET',
    path: '/api/docs',
    area: 'any',
    summary: 'Every call of the API, as an HTML page.',
    sends: 'page',
  },
} as const satisfies Contract;
