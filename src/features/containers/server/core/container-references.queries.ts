import type { Db } from '#server/database/db.ts';

/** Each returns the names by id. An unknown id has no entry. */

export async function namesOfParties(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  return byId(await db.selectFrom('parties').select(['id', 'name']).where('id', 'in', ids).execute());
}

/** Returns the names of those users who can sign in. */
export async function namesOfActiveUsers(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const active = db.selectFrom('users').where('deleted_at', 'is', null).where('suspended_at', 'is', null);
  return byId(await active.select(['id', 'name']).where('id', 'in', ids).execute());
}

/** Returns the names of these users, also of deleted and suspended ones. */
export async function namesOfUsers(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  return byId(await db.selectFrom('users').select(['id', 'name']).where('id', 'in', ids).execute());
}

const byId = (rows: { id: number; name: string }[]) => new Map(rows.map((row) => [row.id, row.name]));
