import { createHash, randomBytes } from 'node:crypto';
import { notifyUsers } from '#features/notifications/server/notifications.queries.ts';
import { deleteOldLinks, insertLink } from '#features/passwords/server/passwords.queries.ts';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/database/db.ts';
import type { Mailer } from '#server/mail.ts';
import { invitationMs, retryInvitationMs } from '../users-import.rules.ts';
import { usersImportTexts as texts } from '../users-import.texts.ts';
import {
  claimInvitation,
  deleteInvitation,
  findDueInvitation,
  findInvited,
  hasFailed,
  markFailed,
  takeFailed,
} from './invitations.queries.ts';
import { lockRights } from './users.queries.ts';

const maxNamed = 10;

const later = (at: string, ms: number) => new Date(Date.parse(at) + ms).toISOString();

/**
 * Mails the queued invitations one after another, and notifies the importing users of those that the mail server did not
 * accept. Ends early if the server stops: the queue is in the database, so a later run goes on. A server that dies after a
 * mail was accepted sends it twice. See docs/decisions/0086-import-of-users.md.
 */
export async function sendInvitations(ctx: Context, signal: AbortSignal): Promise<void> {
  while (ctx.mailer && !signal.aborted) {
    const now = ctx.clock().toISOString();
    const userId = await findDueInvitation(ctx.db, now);
    if (userId === undefined) break;
    const claimed = await claimInvitation(ctx.db, userId, { now, until: later(now, retryInvitationMs) });
    // Without: another server sends it.
    if (claimed) await sendOne(ctx, ctx.mailer, claimed);
  }
  await reportFailed(ctx);
}

async function sendOne(
  ctx: Context,
  mailer: Mailer,
  { user_id, invited_by }: { user_id: number; invited_by: number },
): Promise<void> {
  const { publicUrl, brandName: brand } = ctx.config;
  const at = ctx.clock().toISOString();
  const invited = await ctx.db.transaction().execute(async (tx) => {
    // A change of the address deletes the links. It must not miss one to the old address.
    await lockRights(tx);
    const found = await findInvited(tx, user_id, invited_by);
    if (!found) return undefined;
    await deleteOldLinks(tx, at);
    return { ...found, token: await makeLink(tx, user_id, at) };
  });
  if (invited) {
    const { name, email, by, token } = invited;
    // In the fragment, which is in no server log.
    const link = `${publicUrl}/#new-password=${token}`;
    try {
      await mailer({ to: email, subject: texts.mail.subject(brand), text: texts.mail.text({ name, brand, by, link }) });
    } catch (error) {
      ctx.log.error(error, 'an invitation could not be sent');
      await markFailed(ctx.db, user_id, ctx.clock().toISOString());
      return;
    }
  }
  await deleteInvitation(ctx.db, user_id);
}

/** Stores the hash of a link that sets the first password of a user. Returns the secret of the link. */
export async function makeLink(db: Db, userId: number, at: string): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await insertLink(db, {
    token_hash: createHash('sha256').update(token).digest('hex'),
    user_id: userId,
    created_at: at,
    expires_at: later(at, invitationMs),
  });
  return token;
}

async function reportFailed(ctx: Context): Promise<void> {
  if (!(await hasFailed(ctx.db))) return;
  const created_at = ctx.clock().toISOString();
  const { title, message } = texts.notSent;
  const userIds = await ctx.db.transaction().execute(async (tx) => {
    const notified: number[] = [];
    for (const [userId, failed] of Map.groupBy(await takeFailed(tx), ({ invitedBy }) => invitedBy)) {
      const named = failed.slice(0, maxNamed).map(({ email }) => email);
      const notice = { title, message: message(named, failed.length - maxNamed), link: '/users', created_at };
      notified.push(...(await notifyUsers(tx, [userId], notice)));
    }
    return notified;
  });
  ctx.events.publish({ topic: 'notifications', userIds });
}
