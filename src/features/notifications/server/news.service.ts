import { readPermissionTable } from '#server/access/access.queries.ts';
import { callerByJob } from '#server/access/caller.ts';
import type { Caller } from '#server/access/caller.ts';
import type { Write } from '#server/access/transact-as.ts';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/database/db.ts';
import { mayView } from '#shared/access.ts';
import type { MailPart } from '#shared/mail-content.ts';
import { productModules } from '#shared/product-modules.ts';
import { isOfContainers, nextDigestAt, noticeEventNames } from '../notice-events.rules.ts';
import type { mailPaces } from '../notice-events.rules.ts';
import { maxItemsOfMail, shortLine } from '../outbox.rules.ts';
import { newsTexts as texts } from '../outbox.texts.ts';
import { findDigest } from './mail-choice.queries.ts';
import { deleteItems, deleteItemsOf, listItems, listNotices } from './news.queries.ts';
import type { MailSource } from './outbox.service.ts';
import { unsubscribeAddress } from './unsubscribe.ts';

/**
 * Returns what these events of containers tell a user who follows them, or undefined if the user may not or does not want to know
 * any of them any more. Handed in, because containers are a higher feature.
 */
export type FollowedNews = (
  ctx: Context,
  recipient: Caller,
  eventIds: number[],
) => Promise<{ subject: string; intro: string; parts: MailPart[] } | undefined>;

type Pace = (typeof mailPaces)[number];

/** The number of notifications of an event that a mail lists, and the length of each. */
const maxListed = 30;
const maxMessage = 500;

const readSubject = (subject: string) => {
  const [id, pace] = subject.split('/');
  return { userId: Number(id), pace: pace as Pace };
};

/**
 * Makes one mail of all that happened to a user since the last one. The choices, the rights and the events are read when it is sent.
 * See docs/decisions/notifications-and-mail.md#mails-about-events.
 */
export const makeNews =
  (followed: FollowedNews): MailSource['make'] =>
  async (ctx, subject) => {
    const { userId, pace } = readSubject(subject);
    const items = await listItems(ctx.db, userId, pace);
    const recipient = await callerByJob(ctx.db, userId, 'signed-in');
    const waitMs = recipient && items[0] ? await msUntilDigest(ctx, userId, { pace, since: items[0].queued_at }) : 0;
    if (waitMs > 0) return waitMs;
    const ids = items.map(({ id }) => id);
    const sent = (db: Db) => deleteItems(db, ids);
    const news = recipient && (await newsOf(ctx, { recipient, pace, items, followed }));
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

/** Returns the time until the digest that has the items since this time. Mails at once have no such time. */
async function msUntilDigest(
  { db, clock, config }: Context,
  userId: number,
  { pace, since }: { pace: string; since: string },
): Promise<number> {
  if (pace === 'now') return 0;
  const { hour, zone } = await findDigest(db, userId);
  const at = nextDigestAt(new Date(since), { hour, zone: zone ?? config.timeZone, pace });
  return at.getTime() - clock().getTime();
}

type Wanted = {
  recipient: Caller;
  pace: Pace;
  items: readonly { id: number; event_id: number | null }[];
  followed: FollowedNews;
};

/** Returns undefined if the recipient may not or does not want to know any of these items any more. */
async function newsOf(
  ctx: Context,
  { recipient, pace, items, followed }: Wanted,
): Promise<{ subject: string; parts: MailPart[] } | undefined> {
  const eventIds = items.flatMap(({ event_id }) => event_id ?? []);
  const ofFollowed = eventIds.length > 0 ? await followed(ctx, recipient, eventIds) : undefined;
  const notices = await noticesFor(ctx, recipient, items);
  if (notices.length === 0) {
    if (!ofFollowed) return undefined;
    const { subject, intro, parts } = ofFollowed;
    return { subject: pace === 'now' ? subject : texts.several[pace], parts: [intro, ...parts] };
  }
  const byEvent = Map.groupBy(notices, ({ event }) => event);
  const { publicUrl = '' } = ctx.config;
  const sections = noticeEventNames
    .map((event) => ({
      heading: texts.headings[event],
      parts: event === 'followed' ? (ofFollowed?.parts ?? []) : partsOf(byEvent.get(event) ?? [], publicUrl),
    }))
    .filter(({ parts }) => parts.length > 0);
  const parts = sections.flatMap((section) => [
    ...(sections.length > 1 ? [{ heading: section.heading }] : []),
    ...section.parts,
  ]);
  const [first] = notices;
  const isOne = pace === 'now' && notices.length === 1 && !ofFollowed && first;
  return { subject: isOne ? first.title : texts.several[pace], parts: [texts.intro[pace], ...parts] };
}

async function noticesFor({ db }: Context, recipient: Caller, items: readonly { id: number }[]) {
  const seen = await listNotices(
    db,
    items.map(({ id }) => id),
  );
  const mayOpen = mayView(await readPermissionTable(db), recipient.role_id, productModules.containers);
  return mayOpen ? seen : seen.filter(({ event }) => !isOfContainers(event));
}

function partsOf(notices: readonly { message: string; link: string | null }[], publicUrl: string): MailPart[] {
  const others = notices.length - maxListed;
  const all = `${publicUrl}/notifications`;
  return [
    ...notices.slice(0, maxListed).map(({ message, link }) => ({
      title: shortLine(message, maxMessage),
      lines: [],
      href: link === null ? all : `${publicUrl}${link}`,
    })),
    ...(others > 0 ? [texts.more(others), { button: texts.openAll, href: all }] : []),
  ];
}

export async function giveUpNews({ tx }: Write, subjects: readonly string[]): Promise<boolean> {
  for (const { userId, pace } of subjects.map(readSubject)) await deleteItemsOf(tx, userId, pace);
  return false;
}
