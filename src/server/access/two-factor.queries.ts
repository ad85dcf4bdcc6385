import type { Db } from '../parts.ts';
import { forgetLoginFailures } from './access.queries.ts';

/** What the throttle counts somebody's wrong codes under. */
export const codeTries = (userId: number): string => `code:${userId}`;

/** Keeps a new secret, which is not in use before `turnOn`. */
export async function keepSecret(db: Db, userId: number, secret: string): Promise<void> {
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
 * Notes that the code of this step was used. Answers whether it is the first time, and no later one was; one beyond
 * `latest` was taken while the clock was ahead, and would keep its owner out until then.
 */
export async function takeStep(db: Db, userId: number, step: number, latest: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('two_factor_secrets')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where((eb) => eb.or([eb('last_step', '<', step), eb('last_step', '>', latest)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Answers whether it was off. */
export async function turnOn(tx: Db, userId: number, at: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ two_factor_at: at })
    .where('id', '=', userId)
    .where('two_factor_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Signing in takes the password alone from now on, and wrong codes are forgotten. */
export async function turnOff(tx: Db, userId: number): Promise<void> {
  await tx.updateTable('users').set({ two_factor_at: null }).where('id', '=', userId).execute();
  await tx.deleteFrom('two_factor_secrets').where('user_id', '=', userId).execute();
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await forgetPendingSignIns(tx, userId);
  await forgetLoginFailures(tx, codeTries(userId));
}

export async function replaceRecoveryCodes(tx: Db, userId: number, hashes: readonly string[]): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await tx
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ user_id: userId, code_hash })))
    .execute();
}

/** Takes a recovery code away so that it is good only once. Answers whether it was there. */
export async function takeRecoveryCode(db: Db, userId: number, codeHash: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', codeHash)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function countRecoveryCodes(db: Db, userId: number): Promise<number> {
  const { left } = await db
    .selectFrom('recovery_codes')
    .select((eb) => eb.fn.countAll<number>().as('left'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return left;
}

export async function insertPendingSignIn(
  db: Db,
  pending: { token_hash: string; user_id: number; remembered: number; expires_at: string },
): Promise<void> {
  await db.insertInto('pending_sign_ins').values(pending).execute();
}

/** Whose code is awaited under this token; nobody who was deleted or suspended in the meantime. */
export async function findPendingSignIn(
  db: Db,
  tokenHash: string,
  now: string,
): Promise<{ user_id: number; name: string; remembered: number } | undefined> {
  return db
    .selectFrom('pending_sign_ins')
    .innerJoin('users', 'users.id', 'pending_sign_ins.user_id')
    .select(['pending_sign_ins.user_id', 'users.name', 'pending_sign_ins.remembered'])
    .where('pending_sign_ins.token_hash', '=', tokenHash)
    .where('pending_sign_ins.expires_at', '>', now)
    .where('users.deleted_at', 'is', null)
    .where('users.suspended_at', 'is', null)
    .executeTakeFirst();
}

/** Takes it away so that it is good only once. Answers whether it was there. */
export async function takePendingSignIn(db: Db, tokenHash: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('pending_sign_ins')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** A password that was right is not any more, or somebody is to be kept out. */
export async function forgetPendingSignIns(tx: Db, userId: number): Promise<void> {
  await tx.deleteFrom('pending_sign_ins').where('user_id', '=', userId).execute();
}
