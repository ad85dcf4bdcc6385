import { join } from 'node:path';
import { sql } from 'kysely';
import { CannotStart } from '../config.ts';
import type { AnyDb } from './db.ts';
import { lockForMigration } from './dialect/locks.ts';
import { copyBefore, tableExists } from './dialect/maintenance.ts';
import { migrations } from './migrations/index.ts';
import type { Migration } from './migrations/index.ts';

/**
 * Runs the pending migrations in order, each in its own transaction. Saves a copy of an embedded database before.
 * Refuses a database that a newer version has changed.
 */
export async function migrate(
  db: AnyDb,
  { copyTo, now, known = migrations }: { copyTo: string; now: Date; known?: Migration[] },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockForMigration(tx);
    await sql`create table if not exists migrations (name text primary key, applied_at text not null)`.execute(tx);
  });
  const unknown = await unknownMigration(db, known);
  if (unknown) {
    throw new CannotStart(
      `The database was changed by a newer version of this program (${unknown}). Start that version, or restore a backup made before it.`,
    );
  }
  const applied = await appliedNames(db);
  const pending = known.filter((migration) => !applied.includes(migration.name));
  if (pending.length > 0 && (await tableExists(db, 'files'))) {
    await copyBefore(db, join(copyTo, `stowage-before-${pending[0]?.name}-${now.getTime()}.db`));
  }
  for (const migration of pending) await runOnce(db, migration, now);
}

/** Returns the name of a migration that a newer version of this program has run. */
export async function unknownMigration(db: AnyDb, known = migrations): Promise<string | undefined> {
  if (!(await tableExists(db, 'migrations'))) return undefined;
  const applied = await appliedNames(db);
  return applied.find((name) => !known.some((migration) => migration.name === name));
}

async function appliedNames(db: AnyDb): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from migrations order by name`.execute(db);
  return rows.map((row) => row.name);
}

async function runOnce(db: AnyDb, migration: Migration, now: Date): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockForMigration(tx);
    // Another server may have run it while this one waited for the lock.
    if ((await appliedNames(tx)).includes(migration.name)) return;
    await migration.up(tx);
    await sql`insert into migrations (name, applied_at) values (${migration.name}, ${now.toISOString()})`.execute(tx);
  });
}
