import { primeVisit } from '#server/access/caller.ts';
import type { Routes } from '#server/http/mount.ts';
import type { sessionContract } from '../session.contract.ts';
import { describeSelf, signIn, signInByCode, signOut } from './session.service.ts';

export const sessionRoutes: Routes<typeof sessionContract> = {
  primeAntiForgery: {
    gate: 'anyone',
    handle: async ({ parts, http }) => primeVisit(parts, http, http.visit),
  },
  currentUser: {
    gate: 'signed-in',
    handle: ({ parts, caller }) => describeSelf(parts, caller.id),
  },
  login: { gate: 'anyone', handle: ({ parts, http, input }) => signIn(parts, http, input) },
  loginCode: {
    gate: 'anyone',
    handle: async ({ parts, http, input }) => ({ user: await signInByCode(parts, http, input.code) }),
  },
  logout: {
    gate: 'signed-in',
    handle: ({ parts, caller, http }) => signOut(parts, caller, http),
  },
};
