import type { Context } from '../context.ts';
import type { Db } from '../database/db.ts';
import type { Gathered } from '../events.ts';
import { refusal } from '../refusal.ts';
import { readCallerAgain } from './caller.ts';
import type { Caller } from './caller.ts';
import { passGate } from './gate.ts';

/** A transaction that changes records: who changes them, when, and which open pages show them. */
export type Write<By = unknown> = {
  tx: Db;
  by: By;
  at: string;
  /** The pages that fetch again after the commit. The functions for audit entries and notifications add to them. */
  outdated: Gathered;
};

type Writing = Pick<Context, 'db' | 'clock' | 'events'>;

/** Runs a write in a transaction. After the commit, tells the open pages that the write has made out of date. */
export async function transact<T, By>(
  { db, clock, events }: Writing,
  by: By,
  work: (tx: Db, write: Write<By>) => Promise<T>,
): Promise<T> {
  const at = clock().toISOString();
  const { result, outdated } = await db.transaction().execute(async (tx) => {
    // Made here, because the transaction may be repeated.
    const outdated: Gathered = { userIds: new Set(), containers: false };
    return { result: await work(tx, { tx, by, at, outdated }), outdated };
  });
  if (outdated.containers) events.publish({ topic: 'containers' });
  if (outdated.userIds.size > 0) events.publish({ topic: 'notifications', userIds: [...outdated.userIds] });
  return result;
}

/**
 * Runs a write of a caller in a transaction, after it has read the caller's rights again: between the gate and the
 * transaction, a call may have waited for a large body or for a password hash. Refuses with 401 or 403 a caller who has
 * lost the right meanwhile.
 */
export const transactAs = <T>(ctx: Writing, caller: Caller, work: WorkAs<T>): Promise<T> =>
  transactLocked(ctx, caller, async () => {}, work);

type WorkAs<T> = (tx: Db, write: Write<Caller>) => Promise<T>;

/** As `transactAs`. `lock` runs first: its rows stay locked until the transaction ends. */
export async function transactLocked<T>(
  ctx: Writing,
  caller: Caller,
  lock: (tx: Db) => Promise<void>,
  work: WorkAs<T>,
): Promise<T> {
  return transact(ctx, caller, async (tx, write) => {
    await lock(tx);
    const by = await readCallerAgain(tx, caller);
    await passGate(tx, caller.gate, by);
    if (!by) throw refusal.unauthenticated('session.required');
    return work(tx, { ...write, by });
  });
}
