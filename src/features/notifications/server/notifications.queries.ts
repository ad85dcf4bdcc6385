import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import { readPermissionTable } from '#server/access/access.queries.ts';
import { keptAnswer, keptQuestion } from '#server/database/kept-question.ts';
import type { Tables } from '#server/database/tables.ts';
import type { Db } from '#server/parts.ts';
import { findModule, managingRoles, roles } from '#shared/access.ts';
import type { ProductModule } from '#shared/product-modules.ts';
import type { Notification } from '../notifications.contract.ts';
import { mostListed } from '../notifications.rules.ts';

/** `link` is the screen that shows what it is about. */
export type Notice = { title: string; message: string; link: string | null; created_at: string };

/** Each of these answers whom it reached, for `parts.events`. */

export async function notifyUsers(tx: Db, userIds: readonly number[], notice: Notice): Promise<number[]> {
  if (userIds.length === 0) return [];
  return insertFor(tx, notice, (people) => people.where('id', 'in', userIds));
}

/** Roles 1 and 2, but for those named: nobody is told of their own doing. Source: decisions.md section 4, Notifications. */
export async function notifyManagers(tx: Db, exceptIds: readonly number[], notice: Notice): Promise<number[]> {
  return insertFor(tx, notice, (people) =>
    people.where('role_id', 'in', managingRoles).where('id', 'not in', exceptIds),
  );
}

/** Everyone whose role may view a module. `exceptId` is whoever did it, null when nobody did. Source: decisions.md section 4. */
export async function notifyViewersOfModule(
  tx: Db,
  module: ProductModule,
  exceptId: number | null,
  notice: Notice,
): Promise<number[]> {
  const table = await readPermissionTable(tx);
  const moduleId = findModule(table.modules, module)?.id;
  const seeing = table.permissions.filter((one) => one.module_id === moduleId && one.can_view === 1);
  if (seeing.length === 0) return [];
  const roleIds = seeing.map((one) => one.role_id);
  return insertFor(tx, notice, (people) => people.where('role_id', 'in', roleIds).where('id', '!=', exceptId ?? 0));
}

/** Everyone who may see a team's files, role 1 included. Source: decisions.md section 6. */
export async function notifyViewersOfTeam(tx: Db, teamId: number, exceptId: number, notice: Notice): Promise<number[]> {
  const { title, message, link, created_at } = notice;
  const rows = await insertForViewers(tx, title, message, link, created_at, exceptId, teamId, teamId);
  return rows.map((row) => row.user_id);
}

const insertForViewers = keptQuestion(
  (
    tx,
    ...[title, message, link, created_at, exceptId, teamId]: [
      ...[title: string, message: string, link: string | null, created_at: string],
      ...[exceptId: number, teamId: number, teamIdAgain: number],
    ]
  ) =>
    insertNotice(tx, { title, message, link, created_at }, (people) =>
      people
        .where('id', '!=', exceptId)
        .where((eb) =>
          eb.or([
            eb('role_id', '=', eb.lit(roles.administrator)),
            eb('team_id', '=', teamId),
            eb.exists(
              eb
                .selectFrom('team_viewers')
                .select('user_id')
                .whereRef('team_viewers.user_id', '=', 'users.id')
                .where('team_viewers.team_id', '=', teamId),
            ) as Expression<SqlBool>,
          ]),
        ),
    ),
);

const present = (db: Db) =>
  db.selectFrom('users').select('id').where('deleted_at', 'is', null).where('suspended_at', 'is', null);
type People = ReturnType<typeof present>;

/** One statement, however many people there are. */
const insertNotice = (tx: Db, notice: Notice, those: (people: People) => People) =>
  tx
    .insertInto('notifications')
    .columns(['user_id', 'title', 'message', 'link', 'created_at'])
    .expression((eb) =>
      those(present(tx)).select([
        eb.val(notice.title).as('title'),
        eb.val(notice.message).as('message'),
        eb.val(notice.link).as('link'),
        eb.val(notice.created_at).as('created_at'),
      ]),
    )
    .returning('user_id');

async function insertFor(tx: Db, notice: Notice, those: (people: People) => People): Promise<number[]> {
  return (await insertNotice(tx, notice, those).execute()).map((row) => row.user_id);
}

/** A person's newest notifications, newest first. */
export async function listNotifications(db: Db, userId: number): Promise<Notification[]> {
  const rows = await askNewest(db, userId);
  return rows.map(({ read_at, ...row }) => ({ ...row, is_read: read_at !== null }));
}

const askNewest = keptAnswer(
  keptQuestion((db, userId: number) =>
    db
      .selectFrom('notifications')
      .select(['id', 'title', 'message', 'created_at', 'read_at', 'link'])
      .where('user_id', '=', userId)
      .orderBy('id', 'desc')
      .limit((eb) => eb.lit(mostListed)),
  ),
);

const unreadOf = (userId: number) => (eb: ExpressionBuilder<Tables, 'notifications'>) =>
  eb.and([eb('user_id', '=', userId), eb('read_at', 'is', null)]);

export async function hasUnread(db: Db, userId: number): Promise<boolean> {
  const found = db.selectFrom('notifications').select('id').where(unreadOf(userId)).orderBy('id', 'desc').limit(1);
  return (await found.executeTakeFirst()) !== undefined;
}

export async function markAllRead(db: Db, userId: number, at: string): Promise<void> {
  await db.updateTable('notifications').set({ read_at: at }).where(unreadOf(userId)).execute();
}

/** Deletes up to `limit` notifications that were read before `before`. Answers how many there were. */
export async function deleteOldNotifications(db: Db, before: string, limit: number): Promise<number> {
  const old = db.selectFrom('notifications').select('id').where('read_at', '<', before).orderBy('read_at').limit(limit);
  const deleted = await db.deleteFrom('notifications').where('id', 'in', old).executeTakeFirstOrThrow();
  return Number(deleted.numDeletedRows);
}

/** People who have more notifications than this. */
export async function listLaden(db: Db, most: number): Promise<number[]> {
  const rows = await db
    .selectFrom('notifications')
    .select('user_id')
    .groupBy('user_id')
    .having((eb) => eb.fn.countAll(), '>', most)
    .execute();
  return rows.map((row) => row.user_id);
}

/** Leaves somebody's newest notifications, read or not: no list shows those before them. */
export async function deleteBeyondNewest(db: Db, userId: number, kept: number): Promise<void> {
  const firstToGo = db
    .selectFrom('notifications')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(1)
    .offset(kept);
  await db.deleteFrom('notifications').where('user_id', '=', userId).where('id', '<=', firstToGo).execute();
}
