import type { Db } from '#server/database/db.ts';
import type { Tables } from '#server/database/tables.ts';

export async function insertSignIn(tx: Db, pending: Tables['provider_sign_ins'], now: string): Promise<void> {
  await tx.deleteFrom('provider_sign_ins').where('expires_at', '<=', now).execute();
  await tx.insertInto('provider_sign_ins').values(pending).execute();
}

/** Deletes a sign-in of this session token, so that its answer is accepted once. Returns it, or undefined. */
export const takeSignIn = (tx: Db, stateHash: string, tokenHash: string, now: string) =>
  tx
    .deleteFrom('provider_sign_ins')
    .where('state_hash', '=', stateHash)
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .returning(['nonce', 'verifier'])
    .executeTakeFirst();

/** Returns the user who is joined with this account of the provider, also a deleted one. */
export const findBySubject = (tx: Db, issuer: string, subject: string) =>
  tx
    .selectFrom('provider_accounts')
    .innerJoin('users', 'users.id', 'provider_accounts.user_id')
    .select(['users.id', 'users.suspended_at', 'users.deleted_at'])
    .where('provider_accounts.issuer', '=', issuer)
    .where('provider_accounts.subject', '=', subject)
    .executeTakeFirst();

/** Returns the user with this address, or the user who was deleted last with it, and whether they are joined already. */
export const findByEmail = (tx: Db, emailKey: string) =>
  tx
    .selectFrom('users')
    .leftJoin('provider_accounts', 'provider_accounts.user_id', 'users.id')
    .select(['users.id', 'users.suspended_at', 'users.deleted_at', 'provider_accounts.subject as joined'])
    .where('users.email_key', '=', emailKey)
    .orderBy('users.deleted_at', (direction) => direction.desc().nullsFirst())
    .limit(1)
    .executeTakeFirst();

/** Joins a user with an account of the provider, which may have been that of a deleted user. */
export async function joinAccount(tx: Db, account: Tables['provider_accounts']): Promise<void> {
  const { issuer, subject } = account;
  await tx.deleteFrom('provider_accounts').where('issuer', '=', issuer).where('subject', '=', subject).execute();
  await tx.insertInto('provider_accounts').values(account).execute();
}

/** Returns the ids of the teams with these names. */
export async function idsOfTeams(tx: Db, names: readonly string[]): Promise<Map<string, number>> {
  if (names.length === 0) return new Map();
  const found = await tx
    .selectFrom('teams')
    .select(['id', 'name'])
    .where('name', 'in', names)
    .orderBy('id', 'desc')
    .execute();
  return new Map(found.map(({ id, name }) => [name, id]));
}

/** Records a logout token. Returns false if it was used before. */
export async function takeLogoutToken(
  tx: Db,
  id: string,
  { now, until }: { now: string; until: string },
): Promise<boolean> {
  await tx.deleteFrom('used_logout_tokens').where('expires_at', '<=', now).execute();
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('used_logout_tokens')
    .values({ id, expires_at: until })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Ends sessions that the provider has begun: those of a user, of one of its sessions, or both. Returns their users. */
export async function endProviderSessions(
  tx: Db,
  { userId, sid }: { userId: number | undefined; sid: string | undefined },
): Promise<number[]> {
  const ended = await tx
    .deleteFrom('sessions')
    .where('by_provider', '=', 1)
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId as number))
    .$if(sid !== undefined, (query) => query.where('provider_sid', '=', sid as string))
    .returning('user_id')
    .execute();
  return [...new Set(ended.map(({ user_id }) => user_id))];
}
