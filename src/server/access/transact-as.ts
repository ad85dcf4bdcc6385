import type { Context } from '../context.ts';
import type { Db } from '../database/db.ts';
import { refusal } from '../refusal.ts';
import { readCallerAgain } from './caller.ts';
import type { Caller } from './caller.ts';
import { passGate } from './gate.ts';

/**
 * Runs a write of a caller in a transaction, after it has read the caller's rights again: between the gate and the
 * transaction, a call may have waited for a large body or for a password hash. Refuses with 401 or 403 a caller who has
 * lost the right meanwhile. `lock` runs first, so that the rights cannot change until the transaction ends.
 */
export async function transactAs<T>(
  { db }: Pick<Context, 'db'>,
  caller: Caller,
  work: (tx: Db, caller: Caller) => Promise<T>,
  lock?: (tx: Db) => Promise<void>,
): Promise<T> {
  return db.transaction().execute(async (tx) => {
    await lock?.(tx);
    const current = await readCallerAgain(tx, caller);
    await passGate(tx, caller.gate, current);
    if (!current) throw refusal.unauthenticated('session.required');
    return work(tx, current);
  });
}
