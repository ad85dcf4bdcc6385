import { z } from 'zod';
import type { Contract } from '#shared/endpoint.ts';
import { id, idText, instant } from '#shared/fields.ts';
import { registration, user } from './users.contract.ts';

const invitation = z.object({
  user_id: id,
  name: z.string(),
  email: z.string(),
  role_id: id,
  invited_by: z.string(),
  invited_at: instant,
  /** The end of the link, or null if there is none. */
  expires_at: instant.nullable(),
  /** The link is still to be mailed, was not accepted by the mail server, works, or does not work any more. */
  state: z.enum(['queued', 'not_sent', 'open', 'expired']),
});
export type Invitation = z.infer<typeof invitation>;

/** `token` is the secret of the link. It is null if the link is mailed. */
const issued = z.object({ mailed: z.boolean(), token: z.string().nullable() });

const params = z.object({ id: idText });

export const invitationsContract = {
  invite: {
    method: 'POST',
    path: '/api/invitations',
    summary:
      'Creates a user and mails a link that sets the first password once, within seven days. Without a mail server, the answer has the token of the link.',
    body: registration.omit({ password: true, password_confirmation: true }),
    answer: issued.extend({ user }),
    status: 201,
    refuses: ['user.email_taken', 'role.unknown', 'user.above_own_role', 'team.unknown', 'reference.gone'],
  },
  list: {
    method: 'GET',
    path: '/api/invitations',
    summary: 'The invited users who have not set a password, the latest first, page by page.',
    query: z.object({
      after: z.string().max(4000).optional(),
      limit: z.coerce.number().int().min(1).max(200).default(20),
    }),
    answer: z.object({
      invitations: z.array(invitation),
      next: z.string().nullable(),
      /** Whether invitations are mailed. Otherwise the user who invites hands over the link. */
      mailed: z.boolean(),
    }),
    refuses: ['cursor.invalid'],
  },
  sendAgain: {
    method: 'POST',
    path: '/api/invitations/:id/send',
    summary: 'Makes a new link for an invited user, mails it, and ends the previous one. `id` is that of the user.',
    params,
    answer: issued,
    refuses: ['invitation.not_found', 'user.above_own_role', 'rate_limit.exceeded'],
  },
  revoke: {
    method: 'DELETE',
    path: '/api/invitations/:id',
    summary: 'Ends the link of an invited user, and deletes the account, which nobody has opened.',
    params,
    refuses: ['invitation.not_found', 'user.above_own_role'],
  },
} as const satisfies Contract;
