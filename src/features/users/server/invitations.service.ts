import { notifyUsers } from '#features/notifications/server/notifications.queries.ts';
import { queueMail } from '#features/notifications/server/outbox.queries.ts';
import { deleteOldLinks, insertLink } from '#features/passwords/server/passwords.queries.ts';
import { lockRights } from '#server/access/access.queries.ts';
import type { Write } from '#server/access/transact-as.ts';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/database/db.ts';
import type { Mail } from '#server/mail.ts';
import { invitationMs } from '../users-import.rules.ts';
import { usersImportTexts as texts } from '../users-import.texts.ts';
import { findInvited, insertInvitation, markNotSent } from './invitations.queries.ts';

const maxNamed = 10;

/** Makes the mail with the link for the first password. The link is made here, so it waits in no queue. */
export async function makeInvitation(ctx: Context, subject: string): Promise<Mail | undefined> {
  const userId = Number(subject);
  const { publicUrl, brandName: brand } = ctx.config;
  const at = ctx.clock().toISOString();
  const invited = await ctx.db.transaction().execute(async (tx) => {
    // A change of the address deletes the links. It must not miss one to the old address.
    await lockRights(tx);
    const found = await findInvited(tx, userId);
    if (!found) return undefined;
    await deleteOldLinks(tx, at);
    return { ...found, token: await insertLink(tx, userId, at, invitationMs) };
  });
  if (!invited) return undefined;
  const { name, email, by, token } = invited;
  // In the fragment, which is in no server log.
  const link = `${publicUrl}/#new-password=${token}`;
  return { to: email, subject: texts.mail.subject(brand), content: texts.mail.content({ name, brand, by, link }) };
}

/** Notifies the users who invited that these invitations were not sent. */
export async function reportInvitations(write: Write, subjects: readonly string[]): Promise<boolean> {
  const { title, message } = texts.notSent;
  for (const [userId, failed] of Map.groupBy(
    await markNotSent(write.tx, subjects.map(Number)),
    ({ invitedBy }) => invitedBy,
  )) {
    const named = failed.slice(0, maxNamed).map(({ email }) => email);
    await notifyUsers(write, [userId], { title, message: message(named, failed.length - maxNamed), link: '/users' });
  }
  return true;
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
  if (!isMailed) return insertLink(tx, userId, at, invitationMs);
  await queueMail(tx, 'invitation', { subject: userId, owner_id: by.id }, at);
  return undefined;
}
