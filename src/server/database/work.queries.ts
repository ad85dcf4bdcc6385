import { sql } from 'kysely';
import type { Expression, RawBuilder, SqlBool } from 'kysely';
import { countRows } from './count-rows.ts';
import type { Db } from './db.ts';
import { named } from './dialect/named.ts';

/** The kinds of tasks that the server does after a write. The key of a task names its subject. */
export type WorkKind =
  /** Reads a content. Key: the key of its blob. */
  | 'extraction'
  /** Recognizes the text in the pictures of a content. Key: the key of its blob. */
  | 'recognition'
  /** Scans an upload, or a content that was stored without a scan. Key: the key of its blob. */
  | 'virus-scan'
  | 'virus-rescan'
  /** Sends a mail. Key: its kind, and the subject of which its sender makes it. */
  | 'mail'
  /** Sends a message to a webhook. Key: the id of the message. Owner: the webhook. */
  | 'webhook';

export type Task = { kind: WorkKind; key: string; owner_id: number; queued_at: string; due_at: string; tries: number };

const columns = ['kind', 'key', 'owner_id', 'queued_at', 'due_at', 'tries'] as const;

/** Queues tasks, in the transaction of the write that needs them. A task that is queued already stays as it is. */
export async function queueWork(
  tx: Db,
  kind: WorkKind,
  tasks: readonly { key: string; owner_id: number }[],
  at: string,
): Promise<void> {
  if (tasks.length === 0) return;
  await insertTasks(tx, { rows: tasks.map((task) => ({ kind, ...task, queued_at: at, due_at: at })) });
}

type NewTask = Omit<Task, 'tries'>;

const insertTasks = named('tasks', (db, { rows }: { rows: NewTask[] }) =>
  db
    .insertInto('work')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['kind', 'key']).doNothing()),
);

/**
 * Returns the oldest due task of the next owner after `afterOwnerId` (round robin by id). Tasks that have failed follow when
 * no other one is due.
 */
export async function findDueTask(
  db: Db,
  kind: WorkKind,
  { now, afterOwnerId, where }: { now: string; afterOwnerId: number; where?: Expression<SqlBool> | undefined },
): Promise<Task | undefined> {
  let due = db.selectFrom('work').select(columns).where('kind', '=', kind).where('due_at', '<=', now).limit(1);
  due = due.where('state', '=', 'waiting');
  if (where) due = due.where(where);
  // Two queries instead of one with a sort of all waiting tasks.
  const firstTries = due.where('tries', '=', 0).orderBy('owner_id').orderBy('due_at');
  const row =
    (await firstTries.where('owner_id', '>', afterOwnerId).executeTakeFirst()) ??
    (await firstTries.where('owner_id', '<=', afterOwnerId).executeTakeFirst()) ??
    (await due.where('tries', '>', 0).orderBy('due_at').executeTakeFirst());
  return row as Task | undefined;
}

/**
 * Leases a due task until `until`, when it is due again. Returns undefined if another server took it first. Its `tries` count
 * the runs that have begun.
 */
export async function leaseTask(db: Db, task: Task, until: string): Promise<Task | undefined> {
  const leased = { ...task, due_at: until, tries: task.tries + 1 };
  const { numUpdatedRows } = await rowOf(db, task).set({ due_at: until, tries: leased.tries }).executeTakeFirst();
  return numUpdatedRows > 0n ? leased : undefined;
}

/** Makes a leased task due at `at`, and sets its number of tries. With `queued_at`, it counts as queued at that time. */
export async function postponeTask(
  db: Db,
  task: Task,
  { at, tries, queued_at = task.queued_at }: { at: string; tries: number; queued_at?: string },
): Promise<void> {
  await rowOf(db, task).set({ due_at: at, tries, queued_at }).execute();
}

/** Postpones every due task of a kind: the service that all of them need does not answer. */
export async function postponeDue(
  db: Db,
  kind: WorkKind,
  { now, until }: { now: string; until: string },
): Promise<void> {
  const due = db.updateTable('work').set({ due_at: until }).where('kind', '=', kind).where('state', '=', 'waiting');
  await due.where('due_at', '<=', now).execute();
}

/** Keeps a leased task as failed, until `takeFailedWork` reports it. */
export async function failTask(db: Db, task: Task): Promise<void> {
  await rowOf(db, task).set({ state: 'failed' }).execute();
}

/** Removes a leased task, unless it was queued again meanwhile. */
export async function finishTask(db: Db, { kind, key, due_at }: Task): Promise<void> {
  await db.deleteFrom('work').where('kind', '=', kind).where('key', '=', key).where('due_at', '=', due_at).execute();
}

/** The row of a task, unless another server has taken it since it was read. */
const rowOf = (db: Db, { kind, key, due_at }: Task) =>
  db
    .updateTable('work')
    .where('kind', '=', kind)
    .where('key', '=', key)
    .where('due_at', '=', due_at)
    .where('state', '=', 'waiting');

/** Removes tasks, also those that a server works on. Returns the keys of those that were queued. */
export async function deleteWork(tx: Db, kind: WorkKind, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const deleted = await tx
    .deleteFrom('work')
    .where('kind', '=', kind)
    .where('key', 'in', keys)
    .returning('key')
    .execute();
  return deleted.map(({ key }) => key);
}

export async function deleteAllWork(db: Db, kind: WorkKind): Promise<void> {
  await db.deleteFrom('work').where('kind', '=', kind).execute();
}

/** Removes all tasks of an owner, also those that a server works on. */
export async function deleteAllOwnedBy(tx: Db, kind: WorkKind, ownerId: number): Promise<void> {
  await tx.deleteFrom('work').where('kind', '=', kind).where('owner_id', '=', ownerId).execute();
}

/** Returns the queued and failed tasks among these keys. */
export async function listQueued(db: Db, kind: WorkKind, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const rows = await db.selectFrom('work').select('key').where('kind', '=', kind).where('key', 'in', keys).execute();
  return new Set(rows.map(({ key }) => key));
}

/** Removes the failed tasks of a kind, and returns them. */
export async function takeFailedWork(tx: Db, kind: WorkKind): Promise<{ key: string; owner_id: number }[]> {
  return tx
    .deleteFrom('work')
    .where('kind', '=', kind)
    .where('state', '=', 'failed')
    .returning(['key', 'owner_id'])
    .execute();
}

export async function hasFailedWork(db: Db, kind: WorkKind): Promise<boolean> {
  const failed = db.selectFrom('work').select('key').where('kind', '=', kind).where('state', '=', 'failed').limit(1);
  return (await failed.executeTakeFirst()) !== undefined;
}

export const countWork = (db: Db, ...kinds: WorkKind[]): Promise<number> =>
  countRows(db.selectFrom('work').where('kind', 'in', kinds));

/** The SQL condition that a task with this key is queued. */
export function isQueued(kind: WorkKind, key: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists (select 1 from work where work.kind = ${kind} and work.key = ${key})`;
}
