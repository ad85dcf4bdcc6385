import type { Routes } from '#server/http/mount.ts';
import { roles } from '#shared/access.ts';
import type { tokensContract } from '../tokens.contract.ts';
import { createToken, listAllTokens, listOwnTokens, revokeToken } from './tokens.service.ts';

export const tokensRoutes: Routes<typeof tokensContract> = {
  own: { gate: 'signed-in', handle: ({ ctx, caller }) => listOwnTokens(ctx, caller) },
  create: { gate: 'signed-in', handle: ({ ctx, caller, http, input }) => createToken(ctx, caller, http, input) },
  everyone: { gate: { roles: [roles.administrator] }, handle: ({ ctx, input }) => listAllTokens(ctx, input) },
  revoke: { gate: 'signed-in', handle: ({ ctx, caller, input }) => revokeToken(ctx, caller, input.id) },
};
