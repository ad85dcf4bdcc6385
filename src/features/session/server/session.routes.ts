import { primeVisit } from '#server/access/caller.ts';
import type { Routes } from '#server/http/mount.ts';
import type { sessionContract } from '../session.contract.ts';
import { findCurrentUser } from './session.queries.ts';
import { signIn, signOut } from './session.service.ts';

export const sessionRoutes: Routes<typeof sessionContract> = {
  primeAntiForgery: {
    gate: 'anyone',
    handle: async ({ parts, http }) => primeVisit(parts, http, http.visit),
  },
  currentUser: {
    gate: 'signed-in',
    handle: ({ parts, caller }) => findCurrentUser(parts.db, caller),
  },
  login: {
    gate: 'anyone',
    handle: async ({ parts, http, input }) => ({ user: await signIn(parts, http, input) }),
  },
  logout: {
    gate: 'signed-in',
    handle: ({ parts, caller, http }) => signOut(parts, caller, http),
  },
};
