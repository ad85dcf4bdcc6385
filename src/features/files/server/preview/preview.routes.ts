import type { previewsContract } from '#features/files/preview/preview.contract.ts';
import type { Routes } from '#server/http/mount.ts';
import { openDerived, previewOf } from './preview.service.ts';

export const previewsRoutes: Routes<typeof previewsContract> = {
  state: { gate: 'signed-in', handle: ({ ctx, caller, input }) => previewOf(ctx, caller, input.id) },
  thumbnail: {
    gate: 'signed-in',
    handle: ({ ctx, caller, input }) => openDerived(ctx, caller, { id: input.id, kind: 'thumbnail' }),
  },
  page: {
    gate: 'signed-in',
    handle: ({ ctx, caller, input: { id, charset, language, time_zone } }) =>
      openDerived(ctx, caller, { id, kind: 'page', charset, reader: { language, time_zone } }),
  },
};
