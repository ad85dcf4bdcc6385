import { deleteLoginFailures } from '#server/access/throttle.queries.ts';
import { countRows } from '#server/database/count-rows.ts';
import type { Db } from '#server/database/db.ts';
import type { Tables } from '#server/database/tables.ts';
import { codeTries } from './attempts.ts';

/** Stores a new secret, which is unused until `turnOn`. */
export async function saveSecret(db: Db, userId: number, secret: string): Promise<void> {
  await db
    .insertInto('two_factor_secrets')
    .values({ user_id: userId, secret, last_step: 0 })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ secret, last_step: 0 }))
    .execute();
}

export async function findSecret(db: Db, userId: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('two_factor_secrets')
    .select('secret')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.secret;
}

/**
 * Records that the code of this step was used. Returns false if the code of this step or a later one was used before. A
 * step after `latest` was recorded while the clock was ahead, and would otherwise block the user until then.
 */
export async function takeStep(
  db: Db,
  { userId, secret, step, latest }: { userId: number; secret: string; step: number; latest: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('two_factor_secrets')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    // Another one may have replaced it since the code was compared.
    .where('secret', '=', secret)
    .where((eb) => eb.or([eb('last_step', '<', step), eb('last_step', '>', latest)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns whether a code of the stored secret was used, and not of one that it has replaced. */
export async function isSecretConfirmed(tx: Db, userId: number): Promise<boolean> {
  const used = tx.selectFrom('two_factor_secrets').select('user_id').where('user_id', '=', userId);
  return (await used.where('last_step', '>', 0).executeTakeFirst()) !== undefined;
}

/** Returns whether sign-in accepts the codes of an app. */
export async function isAppOn(db: Db, userId: number): Promise<boolean> {
  return (await isTwoFactorOn(db, userId)) && isSecretConfirmed(db, userId);
}

export async function isTwoFactorOn(db: Db, userId: number): Promise<boolean> {
  const on = db.selectFrom('users').select('id').where('id', '=', userId).where('two_factor_at', 'is not', null);
  return (await on.executeTakeFirst()) !== undefined;
}

/** Returns whether it was off. */
export async function turnOn(tx: Db, userId: number, at: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ two_factor_at: at })
    .where('id', '=', userId)
    .where('two_factor_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function deleteSecret(tx: Db, userId: number): Promise<void> {
  await tx.deleteFrom('two_factor_secrets').where('user_id', '=', userId).execute();
}

/** Turns two-factor sign-in off, with passkeys, and deletes the recorded wrong codes. */
export async function turnOff(tx: Db, userId: number): Promise<void> {
  await tx.updateTable('users').set({ two_factor_at: null }).where('id', '=', userId).execute();
  await deleteSecret(tx, userId);
  await tx.deleteFrom('passkeys').where('user_id', '=', userId).execute();
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await deletePendingSignIns(tx, userId);
  await deleteLoginFailures(tx, codeTries(userId));
}

export async function replaceRecoveryCodes(tx: Db, userId: number, hashes: readonly string[]): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await tx
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ user_id: userId, code_hash })))
    .execute();
}

/** Deletes a recovery code, so that it can be used only once. Returns whether it existed. */
export async function takeRecoveryCode(db: Db, userId: number, codeHash: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', codeHash)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function countRecoveryCodes(db: Db, userId: number): Promise<number> {
  return countRows(db.selectFrom('recovery_codes').where('user_id', '=', userId));
}

export async function insertPendingSignIn(db: Db, pending: Tables['pending_sign_ins']): Promise<void> {
  await db.insertInto('pending_sign_ins').values(pending).execute();
}

/** Returns the pending sign-in of this token. Ignores users who were deleted or suspended meanwhile. */
export const findPendingSignIn = (db: Db, tokenHash: string, now: string) =>
  db
    .selectFrom('pending_sign_ins')
    .innerJoin('users', 'users.id', 'pending_sign_ins.user_id')
    .select(['pending_sign_ins.user_id', 'users.name', 'pending_sign_ins.remembered'])
    .where('pending_sign_ins.token_hash', '=', tokenHash)
    .where('pending_sign_ins.expires_at', '>', now)
    .where('users.deleted_at', 'is', null)
    .where('users.suspended_at', 'is', null)
    .executeTakeFirst();

/** Deletes the pending sign-in, so that it can be used only once. Returns whether it existed. */
export async function takePendingSignIn(db: Db, tokenHash: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('pending_sign_ins')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Deletes the pending sign-ins of a user whose password has changed or who was suspended. */
export async function deletePendingSignIns(tx: Db, userId: number): Promise<void> {
  await tx.deleteFrom('pending_sign_ins').where('user_id', '=', userId).execute();
}
