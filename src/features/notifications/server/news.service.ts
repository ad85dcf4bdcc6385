import type { Write } from '#server/access/transact-as.ts';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/database/db.ts';
import type { MailPart } from '#shared/mail-content.ts';
import { maxItemsOfMail } from '../outbox.rules.ts';
import { newsTexts as texts } from '../outbox.texts.ts';
import { deleteItems, deleteItemsOf, findRecipient, listItems } from './news.queries.ts';
import type { Recipient } from './news.queries.ts';
import type { MailSource } from './outbox.service.ts';
import { unsubscribeAddress } from './unsubscribe.ts';

/**
 * Returns what these events of containers tell a user who follows them, or undefined if the user may not or does not want to know
 * any of them any more. Handed in, because containers are a higher feature.
 */
export type FollowedNews = (
  ctx: Context,
  recipient: Recipient,
  eventIds: number[],
) => Promise<{ subject: string; parts: MailPart[] } | undefined>;

const readSubject = (subject: string) => {
  const [id, pace = ''] = subject.split('/');
  return { userId: Number(id), pace };
};

/**
 * Makes one mail of all that happened to a user since the last one. The choice, the rights and the events are read when it is sent.
 * See docs/decisions/notifications-and-mail.md#mail-to-followers.
 */
export const makeNews =
  (followed: FollowedNews): MailSource['make'] =>
  async (ctx, subject) => {
    const { userId, pace } = readSubject(subject);
    const items = await listItems(ctx.db, userId, pace);
    const ids = items.map(({ id }) => id);
    const sent = (db: Db) => deleteItems(db, ids);
    const recipient = await findRecipient(ctx.db, userId);
    const eventIds = items.flatMap(({ event_id }) => event_id ?? []);
    const news = recipient && (await followed(ctx, recipient, eventIds));
    if (!news) {
      await sent(ctx.db);
      return undefined;
    }
    const { brandName: brand, publicUrl = '' } = ctx.config;
    return {
      to: recipient.email,
      subject: `${brand}: ${news.subject}`,
      content: { parts: [texts.hello(recipient.name), ...news.parts], footer: texts.footer(brand, publicUrl) },
      unsubscribe: unsubscribeAddress(ctx, userId),
      version: String(ids.at(-1)),
      sent,
      isPart: ids.length === maxItemsOfMail,
    };
  };

export async function giveUpNews({ tx }: Write, subjects: readonly string[]): Promise<boolean> {
  for (const { userId, pace } of subjects.map(readSubject)) await deleteItemsOf(tx, userId, pace);
  return false;
}
