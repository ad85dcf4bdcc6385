import type { Db } from '#server/database/db.ts';

const byId = (rows: { id: number; name: string }[]) => new Map(rows.map((row) => [row.id, row.name]));

/** Returns names by id, also of deleted and suspended users. An unknown id has no entry. */
export async function namesOf(db: Db, table: 'parties' | 'users' | 'teams', ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, string>();
  return byId(await db.selectFrom(table).select(['id', 'name']).where('id', 'in', ids).execute());
}

/** Returns the names of those users who can sign in. */
export async function namesOfActiveUsers(db: Db, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, string>();
  return byId(await activeUsers(db).select(['id', 'name']).where('id', 'in', ids).execute());
}

export const activeUsers = (db: Db) =>
  db.selectFrom('users').where('users.deleted_at', 'is', null).where('users.suspended_at', 'is', null);
