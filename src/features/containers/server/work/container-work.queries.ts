import { sql } from 'kysely';
import type { Selectable, SqlBool } from 'kysely';
import type { Layout } from '#features/containers/list/containers-view.rules.ts';
import type { SavedView, ViewInput } from '#features/containers/work/container-work.contract.ts';
import type { Db } from '#server/database/db.ts';
import { contains } from '#server/database/dialect/expressions.ts';
import type { Tables } from '#server/database/tables.ts';
import { searchForm } from '#shared/fold.ts';
import { activeUsers } from '../core/container-references.queries.ts';

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
  const term = searchForm(search);
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

/** A user with the views that the user may change: the own ones, and for administrators all shared ones. */
export type ViewKeeper = { userId: number; administers: boolean };

const asView = (
  { user_id, columns, shared, ...row }: Selectable<Tables['saved_views']>,
  { userId, administers }: ViewKeeper,
): SavedView => ({
  ...row,
  columns: JSON.parse(columns) as string[],
  shared: shared === 1,
  mine: user_id === userId || (administers && shared === 1),
});

export const layoutOf = (db: Db, userId: number): Promise<{ layout: Layout | null }> =>
  db.selectFrom('users').select('containers_layout as layout').where('id', '=', userId).executeTakeFirstOrThrow();

export async function keepLayout(tx: Db, userId: number, layout: Layout): Promise<void> {
  await tx.updateTable('users').set({ containers_layout: layout }).where('id', '=', userId).execute();
}

const isKeptBy = ({ userId, administers }: ViewKeeper) =>
  administers ? sql<SqlBool>`(user_id = ${userId} or shared = 1)` : sql<SqlBool>`user_id = ${userId}`;

/** Returns the views of a user and the shared ones. The limits for both bound the list. */
export async function listViews(db: Db, keeper: ViewKeeper): Promise<SavedView[]> {
  const rows = await db
    .selectFrom('saved_views')
    .select(viewColumns)
    .where((eb) => eb.or([eb('user_id', '=', keeper.userId), eb('shared', '=', 1)]))
    .orderBy('name')
    .orderBy('id')
    .execute();
  return rows.map((row) => asView(row, keeper));
}

/** Returns the number of views of a user, and that of the shared views of all users, each without the view `except`. */
export async function countViews(db: Db, userId: number, except = 0): Promise<{ own: number; shared: number }> {
  const { rows } = await sql<{ own: number; shared: number }>`select
    (select count(*) from saved_views where user_id = ${userId} and id <> ${except}) as own,
    (select count(*) from saved_views where shared = 1 and id <> ${except}) as shared`.execute(db);
  return rows[0] ?? { own: 0, shared: 0 };
}

const columnsOf = ({ name, query, columns, shared }: ViewInput) => ({
  name,
  query,
  columns: JSON.stringify(columns),
  shared: shared ? 1 : 0,
});

export async function insertView(tx: Db, keeper: ViewKeeper, input: ViewInput): Promise<SavedView> {
  const row = await tx
    .insertInto('saved_views')
    .values({ user_id: keeper.userId, ...columnsOf(input) })
    .returning(viewColumns)
    .executeTakeFirstOrThrow();
  return asView(row, keeper);
}

/** Returns undefined if the user may not change such a view. */
export async function changeView(
  tx: Db,
  keeper: ViewKeeper,
  { id, ...input }: ViewInput & { id: number },
): Promise<SavedView | undefined> {
  const row = await tx
    .updateTable('saved_views')
    .set(columnsOf(input))
    .where('id', '=', id)
    .where(isKeptBy(keeper))
    .returning(viewColumns)
    .executeTakeFirst();
  return row && asView(row, keeper);
}

/** Returns false if the user may not delete such a view. */
export async function deleteView(tx: Db, keeper: ViewKeeper, id: number): Promise<boolean> {
  const deleted = tx.deleteFrom('saved_views').where('id', '=', id).where(isKeptBy(keeper));
  return (await deleted.executeTakeFirst()).numDeletedRows > 0n;
}
