import type { Routes } from '#server/http/mount.ts';
import type { apiDocumentContract } from '../api-document.contract.ts';
import { apiPage } from './api-page.ts';
import { describeApi, prepareApi } from './describe-api.ts';
import type { Call, Messages } from './describe-api.ts';

/** `listCalls` is a function because the document describes its own calls too. */
export const apiDocumentRoutes = (listCalls: () => Call[], messages: Messages): Routes<typeof apiDocumentContract> => ({
  document: {
    gate: 'signed-in',
    handle: async ({ ctx }) => {
      await prepareApi(listCalls());
      return describeApi(listCalls(), ctx.config, messages);
    },
  },
  page: {
    gate: 'signed-in',
    handle: async ({ ctx }) => {
      await prepareApi(listCalls());
      return apiPage(listCalls(), ctx.config.brandName);
    },
  },
});
