import { countRows } from '../database/count-rows.ts';
import type { Db } from '../database/db.ts';

/** A failed attempt of an account at a network address. */
export type Failure = { email_key: string; address: string; network: string | null };

/** The failures that a limit counts: those with the same value in each of these columns. */
export type Counted = readonly (keyof Failure)[];

/** Returns the time of the failure with which this limit was reached in the period, if it was. */
export async function findLimitReached(
  db: Db,
  { failure, by, max, since, until }: { failure: Failure; by: Counted; max: number; since: string; until: string },
): Promise<string | undefined> {
  let query = db
    .selectFrom('login_failures')
    .select('failed_at')
    .where('failed_at', '>', since)
    .where('failed_at', '<', until);
  for (const column of by) query = query.where(column, '=', failure[column]);
  const row = await query
    .orderBy('failed_at', 'desc')
    .limit(1)
    .offset(max - 1)
    .executeTakeFirst();
  return row?.failed_at;
}

/** Counts the attempts of this account since then, at all addresses. */
export async function countLoginFailures(db: Db, emailKey: string, since: string): Promise<number> {
  return countRows(db.selectFrom('login_failures').where('email_key', '=', emailKey).where('failed_at', '>', since));
}

export async function insertLoginFailure(db: Db, failure: Failure & { failed_at: string }): Promise<void> {
  await db.insertInto('login_failures').values(failure).execute();
}

/** Deletes the failures of an account: those at one address, or all. */
export async function deleteLoginFailures(db: Db, emailKey: string, address?: string): Promise<void> {
  await db
    .deleteFrom('login_failures')
    .where('email_key', '=', emailKey)
    .$if(address !== undefined, (query) => query.where('address', '=', address as string))
    .execute();
}

/** Deletes failures before `before`, which no longer count. */
export async function deleteOldLoginFailures(db: Db, before: string): Promise<void> {
  await db.deleteFrom('login_failures').where('failed_at', '<', before).execute();
}

/** Records that a user has signed in at an address. */
export async function recordSignInAddress(db: Db, user_id: number, address: string, last_at: string): Promise<void> {
  await db
    .insertInto('sign_in_addresses')
    .values({ user_id, address, last_at })
    .onConflict((conflict) => conflict.columns(['user_id', 'address']).doUpdateSet({ last_at }))
    .execute();
}

/** Returns whether the user with this e-mail address has signed in at this address since then. */
export async function hasSignedInAt(db: Db, emailKey: string, address: string, since: string): Promise<boolean> {
  const row = await db
    .selectFrom('sign_in_addresses')
    .innerJoin('users', 'users.id', 'sign_in_addresses.user_id')
    .select('sign_in_addresses.user_id')
    .where('users.email_key', '=', emailKey)
    .where('users.deleted_at', 'is', null)
    .where('sign_in_addresses.address', '=', address)
    .where('sign_in_addresses.last_at', '>', since)
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteOldSignInAddresses(db: Db, before: string): Promise<void> {
  await db.deleteFrom('sign_in_addresses').where('last_at', '<', before).execute();
}
