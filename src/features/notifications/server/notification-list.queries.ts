import type { ExpressionBuilder } from 'kysely';
import { countRows } from '#server/database/count-rows.ts';
import type { Db } from '#server/database/db.ts';
import { named } from '#server/database/dialect/named.ts';
import { pageById } from '#server/database/page-of.ts';
import type { Page } from '#server/database/page-of.ts';
import type { Tables } from '#server/database/tables.ts';
import type { Notification } from '../notifications.contract.ts';
import { kindPaths, maxListed } from '../notifications.rules.ts';
import type { NotificationKind } from '../notifications.rules.ts';

const newest = named('notifications', (db, { userId }: { userId: number }) =>
  db
    .selectFrom('notifications')
    .select(['id', 'title', 'message', 'created_at', 'read_at', 'link'])
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(maxListed),
);

/** Returns the newest notifications of a user, newest first. */
export async function listNotifications(db: Db, userId: number): Promise<Notification[]> {
  return (await newest(db, { userId })).map(asNotification);
}

type Row = Omit<Notification, 'is_read'> & { read_at: string | null };

const asNotification = ({ read_at, ...row }: Row): Notification => ({ ...row, is_read: read_at !== null });

type PageQuery = Page<number> & { state: 'all' | 'unread'; kind?: NotificationKind | undefined };

/** `kindOf` in the rules, in SQL. */
const linksOfKind = (kind: NotificationKind) => (eb: ExpressionBuilder<Tables, 'notifications'>) => {
  const startsWith = (path: string) => eb('link', 'like', `${path}%`);
  if (kind !== 'other') return startsWith(kindPaths[kind]);
  return eb.or([eb('link', 'is', null), eb.not(eb.or(Object.values(kindPaths).map(startsWith)))]);
};

/** Returns a page of a user's notifications, newest first. The rows of a user are few: a job deletes all but 200. */
export async function listPage(
  db: Db,
  userId: number,
  { state, kind, ...page }: PageQuery,
): Promise<{ notifications: Notification[]; next: number | null; unread: number }> {
  const found = db
    .selectFrom('notifications')
    .select(['id', 'title', 'message', 'created_at', 'read_at', 'link'])
    .where('user_id', '=', userId)
    .$if(state === 'unread', (some) => some.where('read_at', 'is', null))
    .$if(kind !== undefined, (some) => some.where(linksOfKind(kind as NotificationKind)));
  const { rows, next } = await pageById(found, 'id', page);
  const unread = await countRows(db.selectFrom('notifications').where(unreadOf(userId)));
  return { notifications: rows.map(asNotification), next, unread };
}

/** Marks one notification of a user. The time of the first reading stays. Returns undefined if the user has no such one. */
export async function markOne(
  tx: Db,
  userId: number,
  id: number,
  readAt: string | null,
): Promise<Notification | undefined> {
  const row = await tx
    .updateTable('notifications')
    .set((eb) => ({ read_at: readAt === null ? null : eb.fn.coalesce('read_at', eb.val(readAt)) }))
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning(['id', 'title', 'message', 'created_at', 'read_at', 'link'])
    .executeTakeFirst();
  return row && asNotification(row);
}

const unreadOf = (userId: number) => (eb: ExpressionBuilder<Tables, 'notifications'>) =>
  eb.and([eb('user_id', '=', userId), eb('read_at', 'is', null)]);

export async function hasUnread(db: Db, userId: number): Promise<boolean> {
  const found = db.selectFrom('notifications').select('id').where(unreadOf(userId)).orderBy('id', 'desc').limit(1);
  return (await found.executeTakeFirst()) !== undefined;
}

export async function markAllRead(db: Db, userId: number, at: string): Promise<void> {
  await db.updateTable('notifications').set({ read_at: at }).where(unreadOf(userId)).execute();
}

/** Deletes up to `limit` notifications that were read before `before`. Returns their number. */
export async function deleteOldNotifications(db: Db, before: string, limit: number): Promise<number> {
  const old = db.selectFrom('notifications').select('id').where('read_at', '<', before).orderBy('read_at').limit(limit);
  const deleted = await db.deleteFrom('notifications').where('id', 'in', old).executeTakeFirstOrThrow();
  return Number(deleted.numDeletedRows);
}

/** Returns the users with more than `max` notifications. */
export async function listUsersAboveLimit(db: Db, max: number): Promise<number[]> {
  const rows = await db
    .selectFrom('notifications')
    .select('user_id')
    .groupBy('user_id')
    .having((eb) => eb.fn.countAll(), '>', max)
    .execute();
  return rows.map((row) => row.user_id);
}

/** Deletes all but the newest notifications of a user, read or not. No list shows older ones. */
export async function deleteBeyondNewest(db: Db, userId: number, count: number): Promise<void> {
  const newestToDelete = db
    .selectFrom('notifications')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(1)
    .offset(count);
  await db.deleteFrom('notifications').where('user_id', '=', userId).where('id', '<=', newestToDelete).execute();
}
