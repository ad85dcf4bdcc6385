import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { AnyDb } from '../db.ts';
import { isPostgres } from './is-postgres.ts';

// Locks of PostgreSQL. On SQLite each function does nothing, because a writing transaction holds the only write lock.

/** Blocks migrations by other servers until the transaction ends. On SQLite, the lock of the data folder ensures this. */
export async function lockForMigration(db: AnyDb): Promise<void> {
  if (isPostgres(db)) await sql`select pg_advisory_xact_lock(7261931)`.execute(db);
}

/** Blocks changes of permissions by other transactions until this one ends. */
export async function lockPermissions(db: AnyDb): Promise<void> {
  if (isPostgres(db)) await sql`select pg_advisory_xact_lock(7261932)`.execute(db);
}

/**
 * Blocks other transactions that check and record an attempt until this one ends, so that simultaneous requests cannot all pass
 * the same limit.
 */
export async function lockAttempts(db: AnyDb): Promise<void> {
  if (isPostgres(db)) await sql`select pg_advisory_xact_lock(7261933)`.execute(db);
}

/** Blocks changes of this row and new rows that refer to it until the transaction ends. */
export async function lockRow(db: AnyDb, table: 'teams' | 'file_types' | 'users', id: number): Promise<void> {
  if (isPostgres(db)) await sql`select 1 from ${sql.table(table)} where id = ${id} for update`.execute(db);
}

/** Blocks the deletion of these rows until the transaction ends, and with 'change' also changes by others. */
export async function lockRows(
  db: AnyDb,
  table: 'files' | 'containers',
  ids: readonly number[],
  against: 'deletion' | 'change',
): Promise<void> {
  if (!isPostgres(db) || ids.length === 0) return;
  const strength = sql.raw(against === 'deletion' ? 'key share' : 'no key update');
  await sql`select 1 from ${sql.table(table)} where id = any(${ids}) order by id for ${strength}`.execute(db);
}

const countedKeys = { teams: 1, file_types: 2, checklist: 3, saved_views: 4, imports: 5, webhooks: 6 } as const;

/**
 * Blocks other transactions that add such rows until this one ends, so that a limit on their number holds. An import of containers
 * adds those that it does not find.
 */
export async function lockNumberOf(db: AnyDb, rows: keyof typeof countedKeys): Promise<void> {
  if (isPostgres(db)) await sql`select pg_advisory_xact_lock(7261933, ${sql.lit(countedKeys[rows])})`.execute(db);
}

/** Blocks other transactions that start an upload of this user until this one ends. */
export async function lockUploadsOf(db: AnyDb, userId: number): Promise<void> {
  if (isPostgres(db)) await sql`select pg_advisory_xact_lock(7261934, ${sql.lit(userId)})`.execute(db);
}

/** Blocks other transactions that add a comment of this user until this one ends. */
export async function lockCommentsOf(db: AnyDb, userId: number): Promise<void> {
  if (isPostgres(db)) await sql`select pg_advisory_xact_lock(7261937, ${sql.lit(userId)})`.execute(db);
}

/** Before a transaction reads names of parties for a search text: blocks changes of names by others until it ends. */
export async function lockPartyNames(db: AnyDb): Promise<void> {
  if (isPostgres(db)) await sql`select pg_advisory_xact_lock_shared(7261938)`.execute(db);
}

/** Before a transaction changes names of parties: also blocks those who only use names. */
export async function lockPartyNamesToChange(db: AnyDb): Promise<void> {
  if (isPostgres(db)) await sql`select pg_advisory_xact_lock(7261938)`.execute(db);
}

const numberLocks = { contents: 7261935, numbers: 7261936 } as const;
const maxNumberLocks = 64;

/**
 * Blocks other transactions that link files by these contents or numbers until this one ends: a transaction that adds a container
 * and one that adds the text of its paper would not see each other. The keys share 64 locks, because PostgreSQL has memory for
 * some thousands.
 */
export async function lockNumbers(db: AnyDb, kind: keyof typeof numberLocks, keys: Iterable<string>): Promise<void> {
  if (!isPostgres(db)) return;
  const locks = new Set([...keys].map((key) => hashOf(key) % maxNumberLocks));
  if (locks.size === 0) return;
  // One order for all transactions, so that they cannot deadlock.
  const sorted = [...locks].toSorted((one, other) => one - other);
  await sql`select pg_advisory_xact_lock(${sql.lit(numberLocks[kind])}, lock) from unnest(${sorted}::int4[]) as locks(lock)`.execute(
    db,
  );
}

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0;
  return hash;
}

const maxWaitMs = 10_000;

/**
 * Waits up to ten seconds until every running transaction has ended: PostgreSQL may still be committing for a process
 * that was killed. On SQLite, a transaction ends with its process.
 */
export async function waitForRunningTransactions(db: AnyDb): Promise<void> {
  if (!isPostgres(db)) return;
  const readSnapshot = async (of: 'xmin' | 'xmax') => {
    const snapshot = sql`select ${sql.raw(`pg_snapshot_${of}`)}(pg_current_snapshot())::text as number`;
    return BigInt(((await snapshot.execute(db)).rows[0] as { number: string }).number);
  };
  const next = await readSnapshot('xmax');
  const endsAt = performance.now() + maxWaitMs;
  while ((await readSnapshot('xmin')) < next && performance.now() < endsAt) await sleep(50);
}
