import type { Routes } from '#server/http/mount.ts';
import type { invitationsContract } from '../invitations.contract.ts';
import { inviteUser, listInvitations, revokeInvitation, sendInvitationAgain } from './invite.service.ts';
import { registrars } from './users.routes.ts';

export const invitationsRoutes: Routes<typeof invitationsContract> = {
  invite: { gate: registrars, handle: ({ ctx, caller, input }) => inviteUser(ctx, caller, input) },
  list: { gate: registrars, handle: ({ ctx, input }) => listInvitations(ctx, input) },
  sendAgain: { gate: registrars, handle: ({ ctx, caller, input }) => sendInvitationAgain(ctx, caller, input.id) },
  revoke: { gate: registrars, handle: ({ ctx, caller, input }) => revokeInvitation(ctx, caller, input.id) },
};
