import { createHash, randomBytes } from 'node:crypto';
import { system } from '#features/audit/audit.rules.ts';
import { notifyUsers } from '#features/notifications/server/notifications.queries.ts';
import { deleteOldLinks, insertLink } from '#features/passwords/server/passwords.queries.ts';
import { lockRights } from '#server/access/access.queries.ts';
import { transact } from '#server/access/transact-as.ts';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/database/db.ts';
import { hasFailedWork } from '#server/database/work.queries.ts';
import type { Task } from '#server/database/work.queries.ts';
import type { Mailer } from '#server/mail.ts';
import { runWork } from '#server/run-work.ts';
import type { Outcome } from '#server/run-work.ts';
import { invitationMs, retryInvitationMs } from '../users-import.rules.ts';
import { usersImportTexts as texts } from '../users-import.texts.ts';
import { findInvited, insertInvitation, queueInvitation, takeFailed } from './invitations.queries.ts';

const maxNamed = 10;

const later = (at: string, ms: number) => new Date(Date.parse(at) + ms).toISOString();

/**
 * Mails the queued invitations one after another, and notifies the importing users of those that the mail server did not
 * accept. Ends early if the server stops: the queue is in the database, so a later run goes on. A server that dies after a
 * mail was accepted sends it twice. See docs/decisions/import-of-users.md#invitations.
 */
export async function sendInvitations(ctx: Context, signal: AbortSignal): Promise<void> {
  const { mailer } = ctx;
  const work = { kind: 'invitation', leaseMs: retryInvitationMs, retryMs: retryInvitationMs } as const;
  if (mailer) await runWork(ctx, work, (task) => sendOne(ctx, mailer, task), signal);
  await reportFailed(ctx);
}

async function sendOne(ctx: Context, mailer: Mailer, { key }: Task): Promise<Outcome> {
  const userId = Number(key);
  const { publicUrl, brandName: brand } = ctx.config;
  const at = ctx.clock().toISOString();
  const invited = await ctx.db.transaction().execute(async (tx) => {
    // A change of the address deletes the links. It must not miss one to the old address.
    await lockRights(tx);
    const found = await findInvited(tx, userId);
    if (!found) return undefined;
    await deleteOldLinks(tx, at);
    return { ...found, token: await makeLink(tx, userId, at) };
  });
  if (!invited) return 'done';
  const { name, email, by, token } = invited;
  // In the fragment, which is in no server log.
  const link = `${publicUrl}/#new-password=${token}`;
  try {
    await mailer({ to: email, subject: texts.mail.subject(brand), text: texts.mail.text({ name, brand, by, link }) });
    return 'done';
  } catch (error) {
    ctx.log.error(error, 'an invitation could not be sent');
    return 'failed';
  }
}

/**
 * Invites a user in the transaction that creates them: queues the mail with the link or, without a mail server, makes the
 * link and returns its secret.
 */
export async function issueInvitation(
  tx: Db,
  { userId, by, at, isMailed }: { userId: number; by: { id: number }; at: string; isMailed: boolean },
): Promise<string | undefined> {
  await insertInvitation(tx, userId, by.id, at);
  if (!isMailed) return makeLink(tx, userId, at);
  await queueInvitation(tx, userId, by.id, at);
  return undefined;
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
  if (!(await hasFailedWork(ctx.db, 'invitation'))) return;
  const { title, message } = texts.notSent;
  await transact(ctx, system, async (tx, write) => {
    for (const [userId, failed] of Map.groupBy(await takeFailed(tx), ({ invitedBy }) => invitedBy)) {
      const named = failed.slice(0, maxNamed).map(({ email }) => email);
      const notice = { title, message: message(named, failed.length - maxNamed), link: '/users' };
      await notifyUsers(write, [userId], notice);
    }
  });
}
