import { recordAudit } from '#features/audit/server/audit.queries.ts';
import { deleteInvitation } from '#features/passwords/server/passwords.queries.ts';
import { lockRights } from '#server/access/access.queries.ts';
import type { Caller } from '#server/access/caller.ts';
import { unusableHash } from '#server/access/password-hash.ts';
import { recordTry, refuseWhenThrottled } from '#server/access/throttle.ts';
import type { Attempts } from '#server/access/throttle.ts';
import { transactLocked } from '#server/access/transact-as.ts';
import type { Context } from '#server/context.ts';
import { formatCursor, parseCursor } from '#server/database/page-of.ts';
import { refusal } from '#server/refusal.ts';
import type { AnswerOf, ParsedInputOf } from '#shared/endpoint.ts';
import { throttle } from '#shared/session-lengths.ts';
import type { invitationsContract } from '../invitations.contract.ts';
import { invitationState } from '../invitations.rules.ts';
import { invitationTexts as texts } from '../invitations.texts.ts';
import { mayShutOut } from '../users.rules.ts';
import { findInvited, latestInvitation, pageOfInvitations } from './invitations.queries.ts';
import { issueInvitation } from './invitations.service.ts';
import { deletePasswordLinks, markDeleted } from './users.queries.ts';
import { createUser, findUserToChange, refuseTakenEmail } from './users.service.ts';

type Calls = typeof invitationsContract;

/** Creates a user without a password, and invites them. The rights are those of `registerUser`. */
export async function inviteUser(
  ctx: Context,
  caller: Caller,
  input: ParsedInputOf<Calls['invite']>,
): Promise<AnswerOf<Calls['invite']>> {
  const isMailed = ctx.mailer !== undefined;
  return transactLocked(ctx, caller, lockRights, async (tx, write) => {
    const user = await createUser(
      write,
      { ...input, password_hash: unusableHash(), password_given: 0 },
      'user.invited',
    );
    const token = await issueInvitation(tx, { userId: user.id, ...write, isMailed });
    return { user, mailed: isMailed, token: token ?? null };
  }).catch(refuseTakenEmail);
}

export async function listInvitations({ listDb, clock, mailer }: Context, input: ParsedInputOf<Calls['list']>) {
  const after = parseCursor(input.after, latestInvitation);
  const { rows, next } = await pageOfInvitations(listDb, { after, limit: input.limit });
  const now = clock().toISOString();
  const invitations = rows.map((row) => ({ ...row, state: invitationState(row, now) }));
  return { invitations, next: next && formatCursor(next), mailed: mailer !== undefined };
}

/** Each mail counts, so that nobody can fill the mailbox of an invited user. */
const mailsTo = (userId: number): Attempts => ({
  failure: { email_key: `invitation:${userId}`, address: '', network: null },
  limits: [{ by: ['email_key'], max: throttle.invitationsPerUser }],
  refusedWith: texts.tooMany,
});

const used = () => refusal.notFound('invitation.not_found', texts.gone);

export async function sendInvitationAgain(ctx: Context, caller: Caller, id: number) {
  const isMailed = ctx.mailer !== undefined;
  return transactLocked(ctx, caller, lockRights, async (tx, write) => {
    if (!(await findInvited(tx, id))) throw used();
    const user = await findUserToChange(tx, write.by, id, mayShutOut);
    const within = { ...ctx, db: tx };
    await refuseWhenThrottled(within, mailsTo(id));
    await recordTry(within, mailsTo(id));
    // The row decides between this call and the link, which may be used at this moment.
    if (!(await deleteInvitation(tx, id))) throw used();
    await deletePasswordLinks(tx, id);
    const token = await issueInvitation(tx, { userId: id, ...write, isMailed });
    await recordAudit(write, 'user.invited_again', user);
    return { mailed: isMailed, token: token ?? null };
  });
}

/** The account is deleted too: otherwise 'Forgot password?' would still open it. */
export async function revokeInvitation(ctx: Context, caller: Caller, id: number): Promise<void> {
  await transactLocked(ctx, caller, lockRights, async (tx, write) => {
    if (!(await findInvited(tx, id))) throw used();
    const user = await findUserToChange(tx, write.by, id, mayShutOut);
    if (!(await deleteInvitation(tx, id))) throw used();
    await markDeleted(tx, id, write.at);
    await recordAudit(write, 'user.invitation_revoked', user);
  });
}
