import type { Routes } from '#server/http/mount.ts';
import type { apiDocumentContract } from '../api-document.contract.ts';
import { apiPage } from './api-page.ts';
import { describeApi } from './describe-api.ts';
import type { Call } from './describe-api.ts';

/** `listCalls` is asked when somebody reads: the document describes itself too. */
export const apiDocumentRoutes = (listCalls: () => Call[]): Routes<typeof apiDocumentContract> => ({
  document: { gate: 'signed-in', handle: async ({ parts }) => describeApi(listCalls(), parts.config.brandName) },
  page: { gate: 'signed-in', handle: async ({ parts }) => apiPage(listCalls(), parts.config.brandName) },
});
