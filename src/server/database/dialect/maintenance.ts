import { sql } from 'kysely';
import type { AnyDb } from '../db.ts';
import { isPostgres } from './is-postgres.ts';

/** Inserts rows from a JSON array of objects that all have these columns. */
export async function insertJson(db: AnyDb, table: string, columns: readonly string[], rows: string): Promise<void> {
  const into = sql`insert into ${sql.table(table)} (${sql.join(columns.map((name) => sql.ref(name)))})`;
  const picked = columns.map((name) => (isPostgres(db) ? sql.ref(name) : sql`value->>${sql.lit(name)}`));
  const source = isPostgres(db)
    ? sql`json_populate_recordset(null::${sql.table(table)}, ${rows}::json)`
    : sql`json_each(${rows})`;
  await sql`${into} select ${sql.join(picked)} from ${source}`.execute(db);
}

/** Sets the id counter of a table, so that it assigns ids above this one. */
export async function setLastId(db: AnyDb, table: string, lastId: number): Promise<void> {
  if (lastId < 1) return;
  if (isPostgres(db)) {
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), ${lastId})`.execute(db);
    return;
  }
  await sql`delete from sqlite_sequence where name = ${table}`.execute(db);
  await sql`insert into sqlite_sequence (name, seq) values (${table}, ${lastId})`.execute(db);
}

/** Returns the kind, version and size of the database. */
export async function describeDatabase(
  db: AnyDb,
): Promise<{ kind: 'SQLite' | 'PostgreSQL'; version: string; bytes: number }> {
  const postgres = isPostgres(db);
  const query = postgres
    ? sql`select current_setting('server_version') as version, pg_database_size(current_database()) as bytes`
    : sql`select sqlite_version() as version, page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`;
  const { rows } = await query.execute(db);
  const { version, bytes } = rows[0] as { version: string; bytes: number | string };
  return { kind: postgres ? 'PostgreSQL' : 'SQLite', version, bytes: Number(bytes) };
}

/** Returns the time of the database server, or undefined for an embedded database. */
export async function databaseTime(db: AnyDb): Promise<Date | undefined> {
  if (!isPostgres(db)) return undefined;
  const { rows } = await sql<{ at: Date | string }>`select clock_timestamp() as at`.execute(db);
  return new Date(rows[0]?.at ?? NaN);
}

/** Throws if an embedded database cannot be written to. Writes nothing. Of a PostgreSQL server, checks only the connection. */
export async function checkWritable(db: AnyDb): Promise<void> {
  if (isPostgres(db)) await sql`select 1`.execute(db);
  else await db.transaction().execute(async () => {});
}

/** Up to this size, the quick check takes about 0.3 s on a slow machine. */
const maxQuickCheckBytes = 32 * 1024 * 1024;

/** Checks the pages of a small embedded database. Returns the first problem, in one line. */
export async function findQuickDamage(db: AnyDb): Promise<string | undefined> {
  if (isPostgres(db) || (await describeDatabase(db)).bytes > maxQuickCheckBytes) return undefined;
  const { rows } = await sql<{ quick_check: string }>`pragma quick_check(1)`.execute(db);
  const [first] = rows;
  return first?.quick_check === 'ok' ? undefined : first?.quick_check.replaceAll('\n', ' ');
}

/** Returns whether this table exists. */
export async function tableExists(db: AnyDb, table: string): Promise<boolean> {
  const found = isPostgres(db)
    ? await sql`select to_regclass(${table}) as name`.execute(db)
    : await sql`select max(name) as name from sqlite_master where type = 'table' and name = ${table}`.execute(db);
  return (found.rows[0] as { name: string | null }).name !== null;
}

/** Lists the tables of the current schema of PostgreSQL, including those of other programs. */
export async function listServerTables(db: AnyDb): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = current_schema()`.execute(db);
  return rows.map((row) => row.name);
}

/** Drops all tables of the current schema of PostgreSQL, in one transaction. */
export async function dropServerTables(db: AnyDb): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const table of await listServerTables(tx)) await tx.schema.dropTable(table).ifExists().cascade().execute();
  });
}

/** Saves a copy of an embedded database before a migration. A PostgreSQL server has its own backups. */
export async function copyBefore(db: AnyDb, path: string): Promise<void> {
  if (!isPostgres(db)) await sql`vacuum into ${path}`.execute(db);
}

/** Drops the index of the parts of `containers.search_text` that earlier versions have made. */
export async function dropContainerParts(db: AnyDb): Promise<void> {
  if (isPostgres(db)) {
    await sql`drop index if exists containers_parts`.execute(db);
    for (const name of ['containers_with_parts', 'text_parts', 'text_trigrams'])
      await sql`drop function if exists ${sql.ref(name)}`.execute(db);
    return;
  }
  for (const when of ['added', 'removed', 'changed'])
    await sql`drop trigger if exists ${sql.ref(`container_parts_${when}`)}`.execute(db);
  for (const table of ['container_part_terms', 'container_parts'])
    await sql`drop table if exists ${sql.ref(table)}`.execute(db);
}

/**
 * Updates the statistics of tables by which the planner of the database chooses an index: after an import, a change of many
 * rows and a migration of them. On SQLite it reads about a hundred entries of each index, which takes some 10 ms.
 */
export async function analyze(db: AnyDb, tables: readonly string[]): Promise<void> {
  if (!isPostgres(db)) await sql`pragma analysis_limit = 100`.execute(db);
  for (const table of tables) await sql`analyze ${sql.table(table)}`.execute(db);
}
