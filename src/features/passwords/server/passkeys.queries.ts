import type { Insertable } from 'kysely';
import type { Db } from '#server/database/db.ts';
import type { Tables } from '#server/database/tables.ts';
import type { Passkey } from '../passkeys.contract.ts';
import { maxPasskeys } from '../passkeys.rules.ts';

const shown = ['id', 'name', 'created_at', 'last_used_at'] as const;

export async function listPasskeys(db: Db, userId: number): Promise<Passkey[]> {
  return db
    .selectFrom('passkeys')
    .select(shown)
    .where('user_id', '=', userId)
    .orderBy('id')
    .limit(maxPasskeys)
    .execute();
}

/** Returns the passkeys of a user as a browser needs them. */
export async function listCredentials(db: Db, userId: number): Promise<{ id: string; transports: string[] }[]> {
  const rows = await db
    .selectFrom('passkeys')
    .select(['credential_id', 'transports'])
    .where('user_id', '=', userId)
    .limit(maxPasskeys)
    .execute();
  return rows.map(({ credential_id, transports }) => ({
    id: credential_id,
    transports: transports.split(',').filter((one) => one !== ''),
  }));
}

export async function hasPasskey(db: Db, userId: number): Promise<boolean> {
  return (await db.selectFrom('passkeys').select('id').where('user_id', '=', userId).executeTakeFirst()) !== undefined;
}

type New = Omit<Insertable<Tables['passkeys']>, 'id' | 'last_used_at'>;

/** Returns undefined if the credential is known already. */
export async function insertPasskey(tx: Db, passkey: New): Promise<Passkey | undefined> {
  return tx
    .insertInto('passkeys')
    .values(passkey)
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning(shown)
    .executeTakeFirst();
}

/** Returns undefined if the user has no such passkey. */
export async function renamePasskey(tx: Db, userId: number, id: number, name: string): Promise<Passkey | undefined> {
  return tx
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning(shown)
    .executeTakeFirst();
}

/** Returns the name of the deleted passkey, or undefined if the user has no such passkey. */
export async function deletePasskey(tx: Db, userId: number, id: number): Promise<string | undefined> {
  const deleted = await tx
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('name')
    .executeTakeFirst();
  return deleted?.name;
}

/** Returns a passkey and its user. */
export async function findPasskey(db: Db, credentialId: string) {
  return db
    .selectFrom('passkeys')
    .innerJoin('users', 'users.id', 'passkeys.user_id')
    .select([
      'passkeys.id',
      'passkeys.name',
      'passkeys.credential_id',
      'passkeys.public_key',
      'passkeys.counter',
      'passkeys.user_id',
      'users.name as user_name',
      'users.email_key',
      'users.suspended_at',
      'users.deleted_at',
    ])
    .where('passkeys.credential_id', '=', credentialId)
    .executeTakeFirst();
}

/** Records a use. Returns false if the passkey was used or revoked since its counter was read. */
export async function recordPasskeyUse(
  tx: Db,
  id: number,
  { from, counter, at }: { from: number; counter: number; at: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('passkeys')
    .set({ counter, last_used_at: at })
    .where('id', '=', id)
    .where('counter', '=', from)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Stores the challenge of a session token in place of an earlier one. */
export async function saveChallenge(tx: Db, challenge: Tables['passkey_challenges'], now: string): Promise<void> {
  await tx.deleteFrom('passkey_challenges').where('expires_at', '<=', now).execute();
  await tx
    .insertInto('passkey_challenges')
    .values(challenge)
    .onConflict((conflict) => conflict.column('token_hash').doUpdateSet(challenge))
    .execute();
}

/** Deletes the challenge of a session token, so that it is answered once. Returns undefined if there is none. */
export const takeChallenge = (db: Db, tokenHash: string, now: string) =>
  db
    .deleteFrom('passkey_challenges')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .returning(['challenge', 'user_id'])
    .executeTakeFirst();
