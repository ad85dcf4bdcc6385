import { sql } from 'kysely';
import type { Selectable, SelectQueryBuilder } from 'kysely';
import type { Db } from '#server/database/db.ts';
import { isOneOf } from '#server/database/dialect/expressions.ts';
import type { Tables } from '#server/database/tables.ts';
import { deleteWork, queueWork } from '#server/database/work.queries.ts';

/** The mails that the outbox sends. `news`: what happened to one user since the last mail, by pace. */
export type MailKind = 'invitation' | 'password-link' | 'address-changed' | 'news';

const keyOf = (kind: MailKind, subject: string | number) => `${kind}/${subject}`;

/** Queues a mail in the transaction of its cause. The queue has its subject only: texts and links are made when it is sent. */
export async function queueMail(
  tx: Db,
  kind: MailKind,
  { subject, owner_id }: { subject: string | number; owner_id: number },
  at: string,
): Promise<void> {
  await queueWork(tx, 'mail', [{ key: keyOf(kind, subject), owner_id }], at);
}

export async function deleteQueuedMail(tx: Db, kind: MailKind, subject: string | number): Promise<void> {
  await deleteWork(tx, 'mail', [keyOf(kind, subject)]);
}

/** Splits the key of a task of the outbox. */
export function readMailKey(key: string): { kind: MailKind; subject: string } {
  const end = key.indexOf('/');
  return { kind: key.slice(0, end) as MailKind, subject: key.slice(end + 1) };
}

/** News of one user go into one mail if they happen within this time, as a bulk change and its correction do. Our choice. */
const collectMs = 5 * 60 * 1000;

/**
 * Writes what the next mails tell, and queues them. A mail that is being sent stays queued: its lease becomes another time, so the
 * server that sends it does not remove the task.
 */
export async function queueItems(tx: Db, items: Items, at: string): Promise<void> {
  const rows = tx.selectFrom(items.as('told')).selectAll().orderBy('user_id').orderBy('event_id');
  const written = await tx
    .insertInto('mail_items')
    .columns([...itemColumns, 'queued_at'])
    .expression(rows.select((eb) => eb.val(at).as('queued_at')))
    .returning('id')
    .execute();
  if (written.length === 0) return;
  const ids = isOneOf(
    tx,
    sql.ref('id'),
    written.map(({ id }) => id),
  );
  const due = new Date(Date.parse(at) + collectMs).toISOString();
  await sql`
    insert into work (kind, key, owner_id, queued_at, due_at)
    select distinct 'mail', 'news/' || cast(user_id as text) || '/' || pace, user_id, ${at}, ${due}
    from mail_items where ${ids}
    on conflict (kind, key) do update set due_at =
      case when work.due_at < excluded.due_at then work.due_at else excluded.due_at end`.execute(tx);
}

const itemColumns = [
  'user_id',
  'pace',
  'event',
  'event_id',
  'notification_id',
  'container_id',
  'team_id',
  'file_id',
] as const;

/** A number or null with a type, which PostgreSQL needs in a query of values. */
export const asInteger = (value: number | null) => sql<number | null>`cast(${value} as integer)`;

/** A query of rows with `itemColumns`, in this order. */
type Items = SelectQueryBuilder<never, never, Omit<Selectable<Tables['mail_items']>, 'id' | 'queued_at'>>;

/** Returns whether a mail waits for another try. */
export async function hasRetries(db: Db): Promise<boolean> {
  const retry = db.selectFrom('work').select('key').where('kind', '=', 'mail').where('tries', '>', 0).limit(1);
  return (await retry.executeTakeFirst()) !== undefined;
}

/** Returns the number of mails that wait, and the time of the oldest. News that are still being collected do not count. */
export async function describeOutbox(db: Db, now: string): Promise<{ waiting: number; oldest_at: string | null }> {
  const { waiting, oldest_at } = await db
    .selectFrom('work')
    .select((eb) => [eb.fn.countAll().as('waiting'), eb.fn.min('queued_at').as('oldest_at')])
    .where('kind', '=', 'mail')
    .where((eb) => eb.or([eb('due_at', '<=', now), eb('tries', '>', 0), eb('key', 'not like', 'news/%')]))
    .executeTakeFirstOrThrow();
  return { waiting: Number(waiting), oldest_at };
}
