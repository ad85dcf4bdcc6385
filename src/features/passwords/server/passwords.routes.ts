import type { Routes } from '#server/http/mount.ts';
import { managingRoles } from '#shared/access.ts';
import type { passwordsContract } from '../passwords.contract.ts';
import { askForLink, usePasswordLink } from './password-links.service.ts';
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
  change: { gate: 'signed-in', handle: ({ parts, caller, http, input }) => changePassword(parts, caller, http, input) },
  own: {
    gate: 'signed-in',
    handle: async ({ parts, caller }) => ({ given: await isPasswordGiven(parts.db, caller.id) }),
  },
  confirm: {
    gate: 'signed-in',
    handle: ({ parts, caller, http, input }) => confirmOwnPassword(parts, caller, http, input),
  },
  reset: {
    gate: { roles: managingRoles },
    handle: ({ parts, caller, http, input }) => resetPassword(parts, caller, http, input),
  },
  forgot: { gate: 'anyone', handle: ({ parts, http, input }) => askForLink(parts, http, input.email) },
  setByLink: { gate: 'anyone', handle: ({ parts, http, input }) => usePasswordLink(parts, http, input) },
  sessions: { gate: 'signed-in', handle: ({ parts, caller, http }) => listOwnSessions(parts, caller, http) },
  endSession: { gate: 'signed-in', handle: ({ parts, caller, input }) => endOwnSession(parts, caller, input.id) },
  endOtherSessions: { gate: 'signed-in', handle: ({ parts, caller, http }) => endOtherSessions(parts, caller, http) },
};
