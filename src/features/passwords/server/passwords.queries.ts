import { deleteQueuedMail } from '#features/notifications/server/outbox.queries.ts';
import { deleteTokensOf } from '#server/access/access.queries.ts';
import { hashOf, newToken } from '#server/access/caller.ts';
import { deleteLoginFailures } from '#server/access/throttle.queries.ts';
import type { Db } from '#server/database/db.ts';
import type { RoleId } from '#shared/access.ts';
import { deletePendingSignIns } from './two-factor.queries.ts';

export type Person = { id: number; name: string; email: string; role_id: RoleId };

type NewPassword = { userId: number; passwordHash: string; given: boolean; keepSession: string | undefined };

const activeUsers = (db: Db) =>
  db.selectFrom('users').select(['id', 'name', 'email', 'role_id']).where('deleted_at', 'is', null);

export async function findPerson(db: Db, id: number): Promise<Person | undefined> {
  return (await activeUsers(db).where('id', '=', id).executeTakeFirst()) as Person | undefined;
}

/** Finds a user who is not suspended, because a link must not let a suspended user in. */
export async function findPersonByEmail(db: Db, emailKey: string): Promise<Person | undefined> {
  const row = await activeUsers(db)
    .where('email_key', '=', emailKey)
    .where('suspended_at', 'is', null)
    .executeTakeFirst();
  return row as Person | undefined;
}

/**
 * Sets a password, ends the user's sessions except `keepSession`, and deletes their access tokens, links, invitation and failed
 * sign-ins, so that a user whose account is blocked can sign in. `given` means that another user chose the password.
 */
export async function setPassword(tx: Db, { userId, passwordHash, given, keepSession }: NewPassword): Promise<void> {
  const { email_key } = await tx
    .updateTable('users')
    .set({ password_hash: passwordHash, password_given: given ? 1 : 0 })
    .where('id', '=', userId)
    .returning('email_key')
    .executeTakeFirstOrThrow();
  await deleteLoginFailures(tx, email_key);
  await deleteSessions(tx, userId, keepSession);
  await deleteTokensOf(tx, userId);
  await tx.deleteFrom('password_links').where('user_id', '=', userId).execute();
  await deleteInvitation(tx, userId);
}

/** Deletes the invitation of a user, also while it waits to be mailed. Returns whether there was one. */
export async function deleteInvitation(tx: Db, userId: number): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('invitations').where('user_id', '=', userId).executeTakeFirst();
  await deleteQueuedMail(tx, 'invitation', userId);
  return numDeletedRows > 0n;
}

/** Returns whether another user chose this user's password. */
export async function isPasswordGiven(db: Db, userId: number): Promise<boolean> {
  const person = await db.selectFrom('users').select('password_given').where('id', '=', userId).executeTakeFirst();
  return person?.password_given === 1;
}

/** Ends a user's sessions except the one with the given token hash, and their pending sign-ins. */
export async function deleteSessions(db: Db, userId: number, keepSession: string | undefined): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .$if(keepSession !== undefined, (query) => query.where('token_hash', '!=', keepSession as string))
    .execute();
  await deletePendingSignIns(db, userId);
}

/** Stores a link that sets the password of a user. Returns its secret, of which only the hash is stored. */
export async function insertLink(db: Db, userId: number, at: string, validityMs: number): Promise<string> {
  const token = newToken();
  const expires_at = new Date(Date.parse(at) + validityMs).toISOString();
  await db
    .insertInto('password_links')
    .values({ token_hash: hashOf(token), user_id: userId, created_at: at, expires_at })
    .execute();
  return token;
}

export async function deleteOldLinks(db: Db, now: string): Promise<void> {
  await db.deleteFrom('password_links').where('expires_at', '<=', now).execute();
}

/** Returns the user of a valid link. */
export async function findPersonByLink(db: Db, tokenHash: string, now: string): Promise<Person | undefined> {
  const link = await db
    .selectFrom('password_links')
    .select('user_id')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return link && findPerson(db, link.user_id);
}

/** Deletes a link, so that it works only once. Returns the id of its user, or undefined for an invalid link. */
export async function consumeLink(tx: Db, tokenHash: string, now: string): Promise<number | undefined> {
  const taken = await tx
    .deleteFrom('password_links')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .returning('user_id')
    .executeTakeFirst();
  return taken?.user_id;
}

/** Returns at most 100 sessions, the last used first. */
export const listSessions = (db: Db, userId: number, now: string) =>
  db
    .selectFrom('sessions')
    .select(['token_hash', 'user_agent', 'address', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('last_used_at', 'desc')
    .limit(100)
    .execute();
