import { maxEventsOfMail, netChanges } from '#features/containers/work/follower-mails.rules.ts';
import { followerMail } from '#features/containers/work/follower-mails.texts.ts';
import { readPermissionTable } from '#server/access/access.queries.ts';
import type { Write } from '#server/access/transact-as.ts';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/database/db.ts';
import type { Mail } from '#server/mail.ts';
import { mayView } from '#shared/access.ts';
import { productModules } from '#shared/product-modules.ts';
import {
  deleteItems,
  deleteItemsOf,
  findRecipient,
  listFollowedEvents,
  listFollowedItems,
} from './follower-mails.queries.ts';

/**
 * Makes one mail of all that happened to the containers that a user follows. The choice, the rights and the events are read when
 * it is sent. See docs/decisions/notifications-and-mail.md#mail-to-followers.
 */
export async function makeFollowerMail(ctx: Context, subject: string) {
  const userId = Number(subject.split('/', 1)[0]);
  const items = await listFollowedItems(ctx.db, userId);
  const ids = items.map(({ id }) => id);
  const sent = (db: Db) => deleteItems(db, ids);
  const mail = await mailOf(
    ctx,
    userId,
    items.map(({ event_id }) => event_id),
  );
  if (mail) return { ...mail, version: String(ids.at(-1)), sent, isPart: ids.length === maxEventsOfMail };
  await sent(ctx.db);
  return undefined;
}

export async function giveUpFollowerMails({ tx }: Write, subjects: readonly string[]): Promise<boolean> {
  await deleteItemsOf(
    tx,
    subjects.map((subject) => Number(subject.split('/', 1)[0])),
  );
  return false;
}

/** Returns undefined if the recipient may not or does not want to know of any of these events any more. */
async function mailOf({ db, config }: Context, userId: number, eventIds: number[]): Promise<Mail | undefined> {
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
