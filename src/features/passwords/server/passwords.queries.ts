import { forgetPendingSignIns } from '#server/access/two-factor.queries.ts';
import type { Db } from '#server/parts.ts';
import type { RoleId } from '#shared/access.ts';

export type Person = { id: number; name: string; email: string; role_id: RoleId };

type NewPassword = { userId: number; passwordHash: string; given: boolean; keepSession: string | undefined };

const people = (db: Db) =>
  db.selectFrom('users').select(['id', 'name', 'email', 'role_id']).where('deleted_at', 'is', null);

export async function findPerson(db: Db, id: number): Promise<Person | undefined> {
  return (await people(db).where('id', '=', id).executeTakeFirst()) as Person | undefined;
}

/** Nobody who was suspended: a link must not let them in again. */
export async function findPersonByEmail(db: Db, emailKey: string): Promise<Person | undefined> {
  const row = await people(db).where('email_key', '=', emailKey).where('suspended_at', 'is', null).executeTakeFirst();
  return row as Person | undefined;
}

/**
 * Sets a password, ends the person's sessions but the one named, and makes every link they have worthless. `given`:
 * somebody else chose it.
 */
export async function setPassword(tx: Db, { userId, passwordHash, given, keepSession }: NewPassword): Promise<void> {
  await tx
    .updateTable('users')
    .set({ password_hash: passwordHash, password_given: given ? 1 : 0 })
    .where('id', '=', userId)
    .execute();
  await deleteSessions(tx, userId, keepSession);
  await tx.deleteFrom('password_links').where('user_id', '=', userId).execute();
}

/** Whether somebody else chose this person's password. */
export async function isPasswordGiven(db: Db, userId: number): Promise<boolean> {
  const person = await db.selectFrom('users').select('password_given').where('id', '=', userId).executeTakeFirst();
  return person?.password_given === 1;
}

/** Ends a person's sessions but the one whose token hash is given, and what was about to become one. */
export async function deleteSessions(db: Db, userId: number, keepSession: string | undefined): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .$if(keepSession !== undefined, (query) => query.where('token_hash', '!=', keepSession as string))
    .execute();
  await forgetPendingSignIns(db, userId);
}

export async function insertLink(
  db: Db,
  link: { token_hash: string; user_id: number; created_at: string; expires_at: string },
): Promise<void> {
  await db.insertInto('password_links').values(link).execute();
}

export async function deleteOldLinks(db: Db, now: string): Promise<void> {
  await db.deleteFrom('password_links').where('expires_at', '<=', now).execute();
}

/** Takes a link away so that it is good only once. Answers whose it was, if it was good. */
export async function takeLink(tx: Db, tokenHash: string, now: string): Promise<number | undefined> {
  const taken = await tx
    .deleteFrom('password_links')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .returning('user_id')
    .executeTakeFirst();
  return taken?.user_id;
}

export type OwnSession = {
  token_hash: string;
  user_agent: string | null;
  address: string | null;
  created_at: string;
  last_used_at: string;
};

/** At most the hundred used last. */
export async function listSessions(db: Db, userId: number, now: string): Promise<OwnSession[]> {
  return db
    .selectFrom('sessions')
    .select(['token_hash', 'user_agent', 'address', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('last_used_at', 'desc')
    .limit(100)
    .execute();
}
