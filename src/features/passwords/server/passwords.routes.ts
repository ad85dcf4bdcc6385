import type { Routes } from '#server/http/mount.ts';
import { managingRoles } from '#shared/access.ts';
import type { passwordsContract } from '../passwords.contract.ts';
import { requestPasswordLink, usePasswordLink } from './password-links.service.ts';
import { isPasswordGiven } from './passwords.queries.ts';
import {
  changePassword,
  confirmOwnPassword,
  endOtherSessions,
  endOwnSession,
  listOwnSessions,
  resetPassword,
} from './passwords.service.ts';

export const passwordsRoutes: Routes<typeof passwordsContract> = {
  change: { gate: 'signed-in', handle: ({ ctx, caller, http, input }) => changePassword(ctx, caller, http, input) },
  own: {
    gate: 'signed-in',
    handle: async ({ ctx, caller }) => ({ given: await isPasswordGiven(ctx.db, caller.id) }),
  },
  confirm: {
    gate: 'signed-in',
    handle: ({ ctx, caller, http, input }) => confirmOwnPassword(ctx, caller, http, input.password),
  },
  reset: {
    gate: { roles: managingRoles },
    handle: ({ ctx, caller, http, input }) => resetPassword(ctx, caller, http, input),
  },
  forgot: { gate: 'anyone', handle: ({ ctx, http, input }) => requestPasswordLink(ctx, http, input.email) },
  setByLink: { gate: 'anyone', handle: ({ ctx, http, input }) => usePasswordLink(ctx, http, input) },
  sessions: { gate: 'signed-in', handle: ({ ctx, caller, http }) => listOwnSessions(ctx, caller, http) },
  endSession: { gate: 'signed-in', handle: ({ ctx, caller, input }) => endOwnSession(ctx, caller, input.id) },
  endOtherSessions: { gate: 'signed-in', handle: ({ ctx, caller, http }) => endOtherSessions(ctx, caller, http) },
};
