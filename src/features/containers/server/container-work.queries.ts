import { sql } from 'kysely';
import type { Db } from '#server/database/db.ts';
import { contains } from '#server/database/dialect/expressions.ts';
import { fold } from '#shared/fold.ts';
import type { SavedView, ViewInput } from '../container-work.contract.ts';

/** Following twice is the same as once. */
export async function insertFollower(tx: Db, container_id: number, user_id: number): Promise<void> {
  await tx
    .insertInto('container_followers')
    .values({ container_id, user_id })
    .onConflict((conflict) => conflict.columns(['container_id', 'user_id']).doNothing())
    .execute();
}

export async function deleteFollower(tx: Db, containerId: number, userId: number): Promise<void> {
  await tx
    .deleteFrom('container_followers')
    .where('container_id', '=', containerId)
    .where('user_id', '=', userId)
    .execute();
}

const activeUsers = (db: Db) =>
  db.selectFrom('users').where('users.deleted_at', 'is', null).where('users.suspended_at', 'is', null);

export async function listFollowers(db: Db, containerId: number): Promise<{ id: number; name: string }[]> {
  return activeUsers(db)
    .innerJoin('container_followers as followers', 'followers.user_id', 'users.id')
    .select(['users.id', 'users.name'])
    .where('followers.container_id', '=', containerId)
    .orderBy('users.name_folded')
    .orderBy('users.id')
    .execute();
}

/** Returns active users with one of these roles whose name contains the text. */
export async function listPeople(
  db: Db,
  {
    search,
    roleIds,
    limit,
    ids,
  }: { search: string; roleIds: readonly number[]; limit: number; ids?: readonly number[] | undefined },
): Promise<{ id: number; name: string }[]> {
  if (roleIds.length === 0) return [];
  const term = fold(search);
  return activeUsers(db)
    .select(['users.id', 'users.name'])
    .where('users.role_id', 'in', roleIds)
    .$if(term !== '', (query) => query.where(contains(db, sql.ref('users.name_folded'), term)))
    .$if(ids !== undefined, (query) => query.where('users.id', 'in', ids ?? []))
    .orderBy('users.name_folded')
    .orderBy('users.id')
    .limit(limit)
    .execute();
}

const viewColumns = ['id', 'user_id', 'name', 'query', 'columns', 'shared'] as const;

type ViewRow = { id: number; user_id: number; name: string; query: string; columns: string; shared: number };

const asView = ({ user_id, columns, shared, ...row }: ViewRow, userId: number): SavedView => ({
  ...row,
  columns: JSON.parse(columns) as string[],
  shared: shared === 1,
  mine: user_id === userId,
});

/** Returns the views of a user and the shared ones. */
export async function listViews(db: Db, userId: number): Promise<SavedView[]> {
  const rows = await db
    .selectFrom('saved_views')
    .select(viewColumns)
    .where((eb) => eb.or([eb('user_id', '=', userId), eb('shared', '=', 1)]))
    .orderBy('name')
    .orderBy('id')
    .execute();
  return rows.map((row) => asView(row, userId));
}

export async function countViews(db: Db, userId: number): Promise<number> {
  const { views } = await db
    .selectFrom('saved_views')
    .select((eb) => eb.fn.countAll<number>().as('views'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return views;
}

const columnsOf = ({ name, query, columns, shared }: ViewInput) => ({
  name,
  query,
  columns: JSON.stringify(columns),
  shared: shared ? 1 : 0,
});

export async function insertView(tx: Db, userId: number, input: ViewInput): Promise<SavedView> {
  const row = await tx
    .insertInto('saved_views')
    .values({ user_id: userId, ...columnsOf(input) })
    .returning(viewColumns)
    .executeTakeFirstOrThrow();
  return asView(row, userId);
}

/** Returns undefined if the user has no such view. */
export async function changeView(
  tx: Db,
  userId: number,
  { id, ...input }: ViewInput & { id: number },
): Promise<SavedView | undefined> {
  const row = await tx
    .updateTable('saved_views')
    .set(columnsOf(input))
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning(viewColumns)
    .executeTakeFirst();
  return row && asView(row, userId);
}

/** Returns false if the user has no such view. */
export async function deleteView(tx: Db, userId: number, id: number): Promise<boolean> {
  const deleted = tx.deleteFrom('saved_views').where('id', '=', id).where('user_id', '=', userId);
  return (await deleted.executeTakeFirst()).numDeletedRows > 0n;
}
