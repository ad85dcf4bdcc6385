import { primeSession } from '#server/access/caller.ts';
import type { Routes } from '#server/http/mount.ts';
import type { sessionContract } from '../session.contract.ts';
import { describeSelf, signIn, signInByCode, signOut } from './session.service.ts';

export const sessionRoutes: Routes<typeof sessionContract> = {
  primeAntiForgery: {
    gate: 'anyone',
    handle: async ({ ctx, http }) => primeSession(ctx, http, http.session),
  },
  currentUser: {
    gate: 'signed-in',
    handle: ({ ctx, caller }) => describeSelf(ctx, caller.id),
  },
  login: { gate: 'anyone', handle: ({ ctx, http, input }) => signIn(ctx, http, input) },
  loginCode: {
    gate: 'anyone',
    handle: async ({ ctx, http, input }) => ({ user: await signInByCode(ctx, http, input.code) }),
  },
  logout: {
    gate: 'signed-in',
    handle: ({ ctx, caller, http }) => signOut(ctx, caller, http),
  },
};
