import { giveUpAfterMs, netChanges } from '#features/containers/work/follower-mails.rules.ts';
import { followerMail } from '#features/containers/work/follower-mails.texts.ts';
import { readPermissionTable } from '#server/access/access.queries.ts';
import type { Context } from '#server/context.ts';
import type { Mail } from '#server/mail.ts';
import { mayView } from '#shared/access.ts';
import { productModules } from '#shared/product-modules.ts';
import {
  claimMails,
  deleteMails,
  deleteOldMails,
  findDueUser,
  findRecipient,
  listFollowedEvents,
} from './follower-mails.queries.ts';

/** The number of mails that one statement deletes. */
const batchSize = 1_000;

/**
 * Sends the mails that are due, one for each user. A mail is sent before its events are deleted, so a server that dies in
 * between sends it twice. Throws at the first mail that fails: usually the mail server is away, and the next run goes on with
 * the next user. See docs/decisions/notifications-and-mail.md#mail-to-followers.
 */
export async function sendFollowerMails(ctx: Context, signal: AbortSignal): Promise<void> {
  await giveUp(ctx);
  while (ctx.mailer && !signal.aborted) {
    const now = ctx.clock().toISOString();
    const userId = await findDueUser(ctx.db, now);
    if (userId === undefined) return;
    const eventIds = await ctx.db.transaction().execute((tx) => claimMails(tx, userId, now));
    // Another server was faster.
    if (eventIds.length === 0) return;
    const mail = await makeMail(ctx, userId, eventIds);
    if (mail) await ctx.mailer(mail);
    await deleteMails(ctx.db, userId, eventIds);
  }
}

/** Deletes events that are too old to be mailed. Without a mail server, these are all. */
async function giveUp({ db, clock, log }: Context): Promise<void> {
  const before = new Date(clock().getTime() - giveUpAfterMs).toISOString();
  const events = new Map<number, number>();
  for (;;) {
    const users = await deleteOldMails(db, before, batchSize);
    if (users.length === 0) break;
    for (const userId of users) events.set(userId, (events.get(userId) ?? 0) + 1);
  }
  for (const [user_id, count] of events)
    log.warn({ user_id, events: count }, 'mail to a follower of containers given up after 48 hours');
}

/** Returns undefined if the recipient may not or does not want to know of any of these events any more. */
async function makeMail({ db, config }: Context, userId: number, eventIds: number[]): Promise<Mail | undefined> {
  const recipient = await findRecipient(db, userId);
  if (!recipient || !mayView(await readPermissionTable(db), recipient.role_id, productModules.containers))
    return undefined;
  const containers = netChanges(await listFollowedEvents(db, recipient, eventIds));
  if (containers.length === 0) return undefined;
  const { brandName: brand, publicUrl = '' } = config;
  return {
    to: recipient.email,
    subject: followerMail.subject(brand, containers),
    text: followerMail.text(containers, { name: recipient.name, brand, publicUrl }),
  };
}
