import { sql } from 'kysely';
import type { Db } from '#server/database/db.ts';
import { isOneOf } from '#server/database/dialect/expressions.ts';
import { mailPaces } from '../notice-events.rules.ts';
import type { NoticeEvent } from '../notice-events.rules.ts';
import { maxItemsOfMail } from '../outbox.rules.ts';
import { seesContainer, seesTeam } from './notifications.queries.ts';

/** Returns what the next mail of a user at this pace tells, in order. */
export async function listItems(
  db: Db,
  userId: number,
  pace: string,
): Promise<{ id: number; event_id: number | null; queued_at: string }[]> {
  return db
    .selectFrom('mail_items')
    .select(['id', 'event_id', 'queued_at'])
    .where('user_id', '=', userId)
    .where('pace', '=', pace)
    .orderBy('id')
    .limit(maxItemsOfMail)
    .execute();
}

/**
 * Returns the notifications among these items that the user still wants as mails and whose containers, teams and files the user
 * still sees, in order.
 */
export async function listNotices(
  db: Db,
  ids: readonly number[],
): Promise<{ event: NoticeEvent; title: string; message: string; link: string | null }[]> {
  const rows = await db
    .selectFrom('mail_items as items')
    .innerJoin('notifications', 'notifications.id', 'items.notification_id')
    .innerJoin('users', 'users.id', 'items.user_id')
    .innerJoin('notice_choices as choices', (join) =>
      join.onRef('choices.user_id', '=', 'items.user_id').onRef('choices.event', '=', 'items.event'),
    )
    .where(isOneOf(db, sql.ref('items.id'), ids))
    .where('choices.choice', 'in', mailPaces)
    .where((eb) => eb.or([eb('items.team_id', 'is', null), seesTeam(sql.ref('items.team_id'))]))
    .leftJoin('containers as about', 'about.id', 'items.container_id')
    .where('about.deleted_at', 'is', null)
    .where((eb) => eb.or([eb('items.container_id', 'is', null), seesContainer(sql.ref('items.container_id'))]))
    .where((eb) =>
      eb.or([
        eb('items.file_id', 'is', null),
        eb.exists(
          eb
            .selectFrom('files')
            .select('files.id')
            .whereRef('files.id', '=', 'items.file_id')
            .where('files.trashed_at', 'is', null)
            .where(seesTeam(sql.ref('files.team_id'))),
        ),
      ]),
    )
    .select(['items.event', 'notifications.title', 'notifications.message', 'notifications.link'])
    .orderBy('items.id')
    .execute();
  return rows as ((typeof rows)[number] & { event: NoticeEvent })[];
}

export async function deleteItems(db: Db, ids: readonly number[]): Promise<void> {
  await db
    .deleteFrom('mail_items')
    .where(isOneOf(db, sql.ref('id'), ids))
    .execute();
}

export async function deleteItemsOf(db: Db, userId: number, pace: string): Promise<void> {
  await db.deleteFrom('mail_items').where('user_id', '=', userId).where('pace', '=', pace).execute();
}
