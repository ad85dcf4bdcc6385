import { setTimeout as sleep } from 'node:timers/promises';
import { PostgresAdapter, sql } from 'kysely';
import type { ColumnDefinitionBuilder, Expression, Kysely, RawBuilder } from 'kysely';
import { isBusy } from './sqlite.ts';

// The handful of words on which the two dialects differ. Nothing outside this folder asks which one it is.

type AnyDb = Pick<Kysely<never>, 'getExecutor'>;

const isPostgres = (db: AnyDb) => db.getExecutor().adapter instanceof PostgresAdapter;

/** An id the database hands out and never uses again. */
export function idColumn(db: AnyDb) {
  return (column: ColumnDefinitionBuilder) =>
    isPostgres(db) ? column.primaryKey().generatedByDefaultAsIdentity() : column.primaryKey().autoIncrement();
}

/** A whole number up to 2^53. */
export const bigNumber = (db: AnyDb) => (isPostgres(db) ? ('int8' as const) : ('integer' as const));

/** Text compared byte by byte, so that every server sorts alike. */
export function sortedText(db: AnyDb) {
  return isPostgres(db) ? sql`text collate "C"` : sql`text`;
}

const codeOf = (error: unknown) => (error as { code?: string; errcode?: number } | null) ?? {};

/** A row with this value is there already. 2067 is SQLite's unique index, 1555 its primary key, 23505 PostgreSQL's. */
export function isUniqueViolation(error: unknown): boolean {
  const { code, errcode } = codeOf(error);
  return errcode === 2067 || errcode === 1555 || code === '23505';
}

/** A row refers to one that is gone. 787 is SQLite's, 23503 PostgreSQL's. */
export function isMissingReference(error: unknown): boolean {
  const { code, errcode } = codeOf(error);
  return errcode === 787 || code === '23503';
}

/** The database cannot answer right now, but will again: busy, restarting, unreachable, out of connections. */
export function isDatabaseAway(error: unknown): boolean {
  const { code } = codeOf(error);
  if (isBusy(error)) return true;
  if (isConnectionLost(error)) return true;
  if (error instanceof Error && error.message.includes('timeout exceeded when trying to connect')) return true;
  if (isUndoneByOthers(error)) return true;
  return code !== undefined && /^(53...|55P03|57014|ECONNREFUSED|ENOTFOUND)$/.test(code);
}

/** The transaction was undone for the sake of others and would do another time: 40001 is 'not serializable', 40P01 'deadlock'. */
export function isUndoneByOthers(error: unknown): boolean {
  const { code } = codeOf(error);
  return code === '40001' || code === '40P01';
}

/** The connection broke: whether the last transaction was committed, nobody can say. */
export function isConnectionLost(error: unknown): boolean {
  const { code } = codeOf(error);
  if (error instanceof Error && /Connection terminated|is not queryable/.test(error.message)) return true;
  return code !== undefined && /^(08...|57P0[1-4]|ECONNRESET|ETIMEDOUT|EPIPE)$/.test(code);
}

/** The file is not what a database looks like: 11 is SQLite's 'corrupt', 26 its 'not a database', XX001 and XX002 PostgreSQL's. */
export function isDatabaseDamaged(error: unknown): boolean {
  const { code, errcode = 0 } = codeOf(error);
  return [11, 26].includes(errcode & 0xff) || code === 'XX001' || code === 'XX002';
}

/** It was the database that failed, or the way to it, and not the program. */
export function isFromDatabase(error: unknown): boolean {
  const { code, errcode } = codeOf(error);
  return errcode !== undefined || isDatabaseAway(error) || /^[0-9A-Z]{5}$/.test(code ?? '');
}

/** 13 is SQLite's 'full', 53100 PostgreSQL's. */
export function isDatabaseFull(error: unknown): boolean {
  const { code, errcode } = codeOf(error);
  return errcode === 13 || code === '53100';
}

/** Waits for a note that a read leaves behind. Where nothing can be written right now the note is missing; the read goes on. */
export async function unlessUnwritable(note: Promise<unknown>): Promise<void> {
  await note.catch((error: unknown) => {
    if (!isDatabaseFull(error) && !isDatabaseAway(error)) throw error;
  });
}

/** Rows handed in as a value: an array of arrays becomes a table whose columns are named and typed here. */
export function rowsOf(
  db: AnyDb,
  name: string,
  columns: Record<string, 'int8' | 'text'>,
  rows: readonly (readonly (string | number | null)[])[],
): RawBuilder<unknown> {
  const picked = Object.entries(columns).map(([column, type], place) =>
    isPostgres(db)
      ? sql`(value->>${sql.lit(place)})::${sql.raw(type)} as ${sql.ref(column)}`
      : sql`value->>${sql.lit(place)} as ${sql.ref(column)}`,
  );
  const source = isPostgres(db)
    ? sql`jsonb_array_elements(${JSON.stringify(rows)}::jsonb) as given(value)`
    : sql`json_each(${JSON.stringify(rows)})`;
  return sql`${sql.ref(name)} as materialized (select ${sql.join(picked)} from ${source})`;
}

/** Joins to every row of `outer` the first rows of `files` that `firstIds` selects for it, found in the index, not by scanning. */
export function joinFirst(db: AnyDb, outer: RawBuilder<unknown>, firstIds: RawBuilder<unknown>): RawBuilder<unknown> {
  return isPostgres(db)
    ? sql`${outer} cross join lateral (${firstIds}) as first_ids join files on files.id = first_ids.id`
    : sql`${outer} cross join files on files.id in (${firstIds})`;
}

/** Whether `column` contains `part`, to the letter. */
export function contains(
  db: AnyDb,
  column: Expression<unknown> | RawBuilder<unknown>,
  part: string,
): RawBuilder<boolean> {
  return isPostgres(db) ? sql<boolean>`strpos(${column}, ${part}) > 0` : sql<boolean>`instr(${column}, ${part}) > 0`;
}

/** Creates the index that name searches go by: a list of words (n-grams made in code) for each file. */
export async function createWordIndex(db: Kysely<never>): Promise<void> {
  if (isPostgres(db)) {
    await sql`create table file_words (file_id int4 primary key references files (id) on delete cascade, words tsvector not null)`.execute(
      db,
    );
    await sql`create index file_words_words on file_words using gin (words)`.execute(db);
    return;
  }
  // Words of one and two letters are asked for as prefixes of longer ones: 5 and 9 are their lengths.
  await sql`create virtual table file_words using fts5(words, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii', prefix = '5 9')`.execute(
    db,
  );
}

/** Adds the words of these files, all in one statement: a statement for each would take a way to the server and back. */
export async function indexWords(
  db: AnyDb & Kysely<never>,
  files: readonly { id: number; words: string[] }[],
): Promise<void> {
  const given = JSON.stringify(files.map(({ id, words }) => [id, words.join(' ')]));
  await (isPostgres(db)
    ? sql`
      insert into file_words (file_id, words)
      select (value->>0)::int4, array_to_tsvector(string_to_array(value->>1, ' ')) from jsonb_array_elements(${given}::jsonb) as given(value)`.execute(
        db,
      )
    : sql`insert into file_words (rowid, words) select value->>0, value->>1 from json_each(${given})`.execute(db));
}

export async function forgetWords(db: Kysely<never>, fileId: number): Promise<void> {
  await (isPostgres(db)
    ? sql`delete from file_words where file_id = ${fileId}`.execute(db)
    : sql`delete from file_words where rowid = ${fileId}`.execute(db));
}

/** Selects the ids of the files that have all of these words; one that ends in '*' is a prefix. Words are letters and digits. */
export function filesWithWords(db: AnyDb, words: string[]): RawBuilder<unknown> {
  return isPostgres(db)
    ? sql`select file_id as id from file_words where words @@ ${words.map((word) => word.replace('*', ':*')).join(' & ')}::tsquery`
    : sql`select rowid as id from file_words where file_words match ${words.join(' AND ')}`;
}

/** Creates the index that searches in texts go by: a list of words (made in code) for each text. */
export async function createTextIndex(db: Kysely<never>): Promise<void> {
  if (isPostgres(db)) {
    // A frequent word finds most of the rows; with their words kept elsewhere these are a hundredth of the size.
    await sql`create table text_words (text_id int8 primary key references texts (id) on delete cascade, words tsvector not null) with (toast_tuple_target = 128)`.execute(
      db,
    );
    await sql`create index text_words_words on text_words using gin (words) with (fastupdate = off)`.execute(db);
    // The planner does not know that unpacking the words of each row is what takes time, and would rather do without the index.
    await sql`create or replace function texts_with_words(tsquery) returns setof int8 language sql stable set enable_seqscan = off as 'select text_id from text_words where words @@ $1'`.execute(
      db,
    );
    return;
  }
  // All but the plainest signs are letters to this tokenizer: words come as they are looked for.
  await sql`create virtual table text_words using fts5(words, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii')`.execute(
    db,
  );
}

/** Words are letters and digits, and what else is not ASCII. */
export async function indexText(db: Kysely<never>, id: number, words: readonly string[]): Promise<void> {
  const given = words.join(' ');
  await (isPostgres(db)
    ? sql`insert into text_words (text_id, words) values (${id}, array_to_tsvector(string_to_array(${given}, ' ')))`.execute(
        db,
      )
    : sql`insert into text_words (rowid, words) values (${id}, ${given})`.execute(db));
}

/** Takes texts out of the index before they are deleted. */
export async function forgetTextWords(db: Kysely<never>, ids: readonly number[]): Promise<void> {
  if (!isPostgres(db)) await sql`delete from text_words where rowid in (${sql.join(ids)})`.execute(db);
}

/** Selects the last `limit` ids below `before` of the texts that have all of these words, from the highest down. */
export function textsWithWords(
  db: AnyDb,
  words: readonly { word: string; isBeginning: boolean }[],
  { before, limit }: { before: number; limit: number },
): RawBuilder<unknown> {
  if (isPostgres(db)) {
    const query = words.map(({ word, isBeginning }) => `'${word}'${isBeginning ? ':*' : ''}`).join(' & ');
    return sql`
      select id from texts_with_words(${query}::tsquery) as hits(id) where id < ${before}
      order by id desc limit ${limit}`;
  }
  const query = words.map(({ word, isBeginning }) => `"${word}"${isBeginning ? '*' : ''}`).join(' AND ');
  return sql`
    select rowid as id from text_words where text_words match ${query} and rowid < ${before}
    order by rowid desc limit ${limit}`;
}

const neverChanged = 'entries of the audit log are never changed';

/**
 * Has the database itself refuse to change an entry of the audit log but by sealing it, once, and to delete one that is
 * not behind the end up to which the chain was pruned.
 */
export async function guardAudit(db: Kysely<never>): Promise<void> {
  const columns = sql.raw('id, at, user_id, user_name, address, act, thing_id, thing_name, detail, search_text, once');
  const isKept = sql`old.seq is null or old.seq > coalesce((select seq from audit_ends where name = 'pruned'), 0)`;
  if (!isPostgres(db)) {
    const refuse = sql`begin select raise(abort, ${sql.lit(neverChanged)}); end`;
    await sql`create trigger audit_entries_stay before update of ${columns} on audit_entries ${refuse}`.execute(db);
    await sql`create trigger audit_entries_sealed before update on audit_entries when old.seq is not null ${refuse}`.execute(
      db,
    );
    await sql`create trigger audit_entries_kept before delete on audit_entries when ${isKept} ${refuse}`.execute(db);
    return;
  }
  await sql`
    create or replace function keep_audit_entry() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' and not (${isKept}) then return old; end if;
      raise exception ${sql.lit(neverChanged)};
    end $$`.execute(db);
  const refuse = sql`execute function keep_audit_entry()`;
  await sql`create trigger audit_entries_stay before update of ${columns} on audit_entries for each row ${refuse}`.execute(
    db,
  );
  await sql`create trigger audit_entries_sealed before update on audit_entries for each row when (old.seq is not null) ${refuse}`.execute(
    db,
  );
  await sql`create trigger audit_entries_kept before delete on audit_entries for each row ${refuse}`.execute(db);
  await sql`create trigger audit_entries_whole before truncate on audit_entries ${refuse}`.execute(db);
}

/** Creates the list of files whose names, places or owners have changed lately, in the order in which that is seen. */
export async function createFileChanges(db: Kysely<never>): Promise<void> {
  if (isPostgres(db)) {
    // An id is given out before others are committed; of which transaction a change was tells who can have seen it.
    await sql`create table file_changes (id int8 generated by default as identity primary key, file_id int4 not null, changed_at timestamptz not null default now(), transaction xid8 not null default pg_current_xact_id())`.execute(
      db,
    );
    await sql`create index file_changes_transaction on file_changes (transaction)`.execute(db);
    return;
  }
  await sql`create table file_changes (id integer primary key autoincrement, file_id integer not null, changed_at text not null default current_timestamp)`.execute(
    db,
  );
}

/** Up to where the changes are that this connection sees; `filesChangedSince` goes on from there. */
export async function momentOfChanges(db: AnyDb): Promise<string> {
  return (await filesChangedSince(db, isPostgres(db) ? '9223372036854775807' : `${Number.MAX_SAFE_INTEGER}`, 0)).next;
}

/** Files that have changed since then, or nothing said where it is more than `most`; and the moment to go on from. */
export async function filesChangedSince(
  db: AnyDb,
  since: string,
  most: number,
): Promise<{ ids: number[] | undefined; next: string }> {
  const isLater = isPostgres(db) ? sql`transaction >= ${since}::xid8` : sql`id > ${Number(since)}`;
  const next = isPostgres(db)
    ? sql`pg_snapshot_xmin(pg_current_snapshot())::text`
    : sql`(select coalesce(max(id), 0) from file_changes)`;
  const { rows } = await sql<{ next: string | number; ids: string | null }>`
    select ${next} as next, (
      select string_agg(cast(file_id as text), ',') from (
        select file_id from file_changes where ${isLater} limit ${most + 1}
      ) as changed
    ) as ids`.execute(db);
  const [found] = rows as [{ next: string | number; ids: string | null }];
  const ids = found.ids ? found.ids.split(',').map(Number) : [];
  return { ids: ids.length > most ? undefined : [...new Set(ids)], next: String(found.next) };
}

/** Forgets changes of more than a day ago, the oldest `most` of them. Answers how many there were. */
export async function forgetFileChanges(db: AnyDb, most: number): Promise<number> {
  const isOld = isPostgres(db)
    ? sql`changed_at < now() - interval '1 day'`
    : sql`changed_at < datetime('now', '-1 day')`;
  const { numAffectedRows } = await sql`
    delete from file_changes where ${isOld} and id in (select id from file_changes order by id limit ${most})`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0n);
}

/** Held by one server at a time while it migrates; on SQLite the data folder's lock already says so. */
export async function lockForMigration(db: Kysely<never>): Promise<void> {
  if (isPostgres(db)) await sql`select pg_advisory_xact_lock(7261931)`.execute(db);
}

const waitForOthersMs = 10_000;

/**
 * Waits, for ten seconds at most, until every change that is under way now has been committed or given up: the server goes
 * on with the commit of a process that was killed over it. SQLite's changes end with their process.
 */
export async function afterChangesUnderWay(db: AnyDb & Kysely<never>): Promise<void> {
  if (!isPostgres(db)) return;
  const ask = async (of: 'xmin' | 'xmax') => {
    const snapshot = sql`select ${sql.raw(`pg_snapshot_${of}`)}(pg_current_snapshot())::text as number`;
    return BigInt(((await snapshot.execute(db)).rows[0] as { number: string }).number);
  };
  const next = await ask('xmax');
  const endsAt = performance.now() + waitForOthersMs;
  while ((await ask('xmin')) < next && performance.now() < endsAt) await sleep(50);
}

/** Held by one save of the permission matrix at a time; on SQLite a transaction holds the only write lock already. */
export async function lockForPermissions(db: AnyDb & Kysely<never>): Promise<void> {
  if (isPostgres(db)) await sql`select pg_advisory_xact_lock(7261932)`.execute(db);
}

/** Adds rows as they are, given as one JSON array of objects that all have these columns. */
export async function insertJson(
  db: AnyDb & Kysely<never>,
  table: string,
  columns: readonly string[],
  rows: string,
): Promise<void> {
  const into = sql`insert into ${sql.table(table)} (${sql.join(columns.map((name) => sql.ref(name)))})`;
  const picked = columns.map((name) => (isPostgres(db) ? sql.ref(name) : sql`value->>${sql.lit(name)}`));
  const source = isPostgres(db)
    ? sql`json_populate_recordset(null::${sql.table(table)}, ${rows}::json)`
    : sql`json_each(${rows})`;
  await sql`${into} select ${sql.join(picked)} from ${source}`.execute(db);
}

/** From now on a table gives out ids above this one. */
export async function keepLastId(db: Kysely<never>, table: string, lastId: number): Promise<void> {
  if (lastId < 1) return;
  if (isPostgres(db)) {
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), ${lastId})`.execute(db);
    return;
  }
  await sql`delete from sqlite_sequence where name = ${table}`.execute(db);
  await sql`insert into sqlite_sequence (name, seq) values (${table}, ${lastId})`.execute(db);
}

/** Which database this is, and how large. */
export async function describeDatabase(
  db: AnyDb & Pick<Kysely<never>, 'getExecutor'>,
): Promise<{ kind: 'SQLite' | 'PostgreSQL'; version: string; bytes: number }> {
  const postgres = isPostgres(db);
  const asked = postgres
    ? sql`select current_setting('server_version') as version, pg_database_size(current_database()) as bytes`
    : sql`select sqlite_version() as version, page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`;
  const { rows } = await asked.execute(db);
  const { version, bytes } = rows[0] as { version: string; bytes: number | string };
  return { kind: postgres ? 'PostgreSQL' : 'SQLite', version, bytes: Number(bytes) };
}

/** Whether any table of ours is there yet. */
export async function tableExists(db: Kysely<never>, table: string): Promise<boolean> {
  const found = isPostgres(db)
    ? await sql`select to_regclass(${table}) as name`.execute(db)
    : await sql`select max(name) as name from sqlite_master where type = 'table' and name = ${table}`.execute(db);
  return (found.rows[0] as { name: string | null }).name !== null;
}

/** What a server database holds where the product would make its tables. */
export async function listServerTables(db: Kysely<never>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = current_schema()`.execute(db);
  return rows.map((row) => row.name);
}

/** Empties a server database that only we have used, all or none. */
export async function dropServerTables(db: Kysely<never>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const table of await listServerTables(tx)) await tx.schema.dropTable(table).ifExists().cascade().execute();
  });
}

/** Saves a copy of an embedded database before it is changed; a server database has backups of its own. */
export async function copyBefore(db: Kysely<never>, path: string): Promise<void> {
  if (!isPostgres(db)) await sql`vacuum into ${path}`.execute(db);
}
