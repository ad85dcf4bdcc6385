import type { Routes } from '#server/http/mount.ts';
import { roles } from '#shared/access.ts';
import type { mailInContract } from '../mail-in.contract.ts';
import { maxListed } from '../mail-in.rules.ts';
import { listLeft } from './mail-in.queries.ts';

export const mailInRoutes: Routes<typeof mailInContract> = {
  left: {
    gate: { roles: [roles.administrator] },
    handle: ({ ctx, input: { after, limit = maxListed } }) => listLeft(ctx.listDb, { after, limit }),
  },
};
