import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import type { AnyDb } from '../db.ts';
import { isPostgres } from './is-postgres.ts';

// The database itself keeps these indexes up to date: PostgreSQL by an index on an expression, SQLite by triggers.

/** Creates an index for searches of parts of `containers.search_text`. */
export async function createPartIndex(db: AnyDb): Promise<void> {
  if (isPostgres(db)) {
    await sql`create or replace function text_trigrams(text) returns text[] language sql immutable strict parallel safe as
      'select coalesce(array_agg(distinct substr($1, place, 3)), array[]::text[]) from generate_series(1, length($1) - 2) as place'`.execute(
      db,
    );
    await sql`create index containers_parts on containers using gin (text_trigrams(search_text))`.execute(db);
    return;
  }
  await sql`create virtual table container_parts using fts5(search_text, content = 'containers', content_rowid = 'id', detail = none, tokenize = 'trigram case_sensitive 1')`.execute(
    db,
  );
  await sql`insert into container_parts (container_parts) values ('rebuild')`.execute(db);
  const add = sql`insert into container_parts (rowid, search_text) values (new.id, new.search_text);`;
  const remove = sql`insert into container_parts (container_parts, rowid, search_text) values ('delete', old.id, old.search_text);`;
  await sql`create trigger container_parts_added after insert on containers begin ${add} end`.execute(db);
  await sql`create trigger container_parts_removed after delete on containers begin ${remove} end`.execute(db);
  await sql`create trigger container_parts_changed after update of search_text on containers begin ${remove} ${add} end`.execute(
    db,
  );
}

/** Adds parts of two letters to the index. They have no trigram. */
export async function addPairs(db: AnyDb): Promise<void> {
  if (isPostgres(db)) {
    await sql`create or replace function text_parts(text) returns text[] language sql immutable strict parallel safe as
      'select coalesce(array_agg(distinct substr($1, place, size)), array[]::text[])
        from generate_series(1, length($1) - 1) as place, generate_series(2, 3) as size'`.execute(db);
    await sql`drop index containers_parts`.execute(db);
    await sql`create index containers_parts on containers using gin (text_parts(search_text))`.execute(db);
    await sql`drop function text_trigrams(text)`.execute(db);
    return;
  }
  // The trigrams that begin with the pair. The last pair of a text begins none.
  await sql`create virtual table container_part_terms using fts5vocab(container_parts, row)`.execute(db);
  await sql`create index containers_by_last_pair on containers (${lastPair}, id) where deleted_at is null`.execute(db);
}

/**
 * PostgreSQL's planner does not know that computing the parts of a text takes 0.3 ms. It would do so for every row of a frequent
 * part: half a minute for 100,000. This function always reads the index.
 */
export async function findPartsByIndex(db: AnyDb): Promise<void> {
  if (!isPostgres(db)) return;
  await sql`create or replace function containers_with_parts(text[]) returns setof int4 language sql stable rows 3000
    set enable_seqscan = off as 'select id from containers where text_parts(search_text) @> $1'`.execute(db);
}

const lastPair = sql`substr(search_text, -2)`;

const lettersOf = (part: string) => Array.from(part);

const trigramsOf = (part: string) => {
  const letters = lettersOf(part);
  return letters.slice(2).map((last, index) => `${letters[index]}${letters[index + 1]}${last}`);
};

/** One part of a long search. The rest is compared with the text. */
const maxTrigrams = 24;

/** Returns the trigrams of a search. If it has none, returns its first pair of letters. */
function indexedParts(parts: readonly string[]): string[] {
  const trigrams = [...new Set(parts.flatMap(trigramsOf))].slice(0, maxTrigrams);
  if (trigrams.length > 0) return trigrams;
  return parts.filter((part) => lettersOf(part).length === 2).slice(0, 1);
}

/** The query of the ids that the index has for a search. */
function candidates(db: AnyDb, indexed: readonly string[]): RawBuilder<unknown> {
  if (isPostgres(db)) return sql`select containers_with_parts(${indexed}::text[])`;
  const [pair = ''] = indexed;
  if (lettersOf(pair).length > 2)
    return sql`select rowid from container_parts where container_parts match ${indexed.map((one) => `"${one}"`).join(' AND ')}`;
  return sql`select rowid from container_parts where container_parts match
      (select coalesce(group_concat('"' || term || '"', ' OR '), '""') from container_part_terms
        where term >= ${pair} and term < ${`${pair}\u{10FFFF}`})
    union all select id from containers where deleted_at is null and ${lastPair} = ${pair}`;
}

/** More candidates than this are faster to find by comparing every text. */
export const maxCandidates = 9_000;

/** Returns whether every text has to be compared, because the index has no part of the search or too many candidates. */
export async function isFrequent(db: AnyDb, parts: readonly string[]): Promise<boolean> {
  const indexed = indexedParts(parts);
  if (indexed.length === 0) return true;
  const { rows } = await sql<{ found: number }>`
    select count(*) as found from (${candidates(db, indexed)} limit ${maxCandidates + 1}) as hits`.execute(db);
  return (rows[0]?.found ?? 0) > maxCandidates;
}

/**
 * Returns the condition that `containers.search_text` contains every part. Parts are letters and digits. The index finds
 * the candidates by their trigrams or by a pair of letters, and a comparison decides. Single letters are compared only, and
 * all parts if `useIndex` is false.
 */
export function containsParts(db: AnyDb, parts: readonly string[], useIndex = true): RawBuilder<SqlBool> {
  const indexed = useIndex ? indexedParts(parts) : [];
  const compared = hasParts(db, sql`containers.search_text`, parts);
  if (indexed.length === 0) return compared;
  return sql`(containers.id in (${candidates(db, indexed)}) and ${compared})`;
}

/** Returns the condition that a text in its normal form contains every part. */
export function hasParts(db: AnyDb, text: RawBuilder<unknown>, parts: readonly string[]): RawBuilder<SqlBool> {
  const compared = parts.map((part) =>
    // Faster than `strpos` and `instr`. Parts have no special characters.
    isPostgres(db) ? sql`${text} like ${`%${part}%`}` : sql`${text} glob ${`*${part}*`}`,
  );
  return sql`(${sql.join(compared, sql` and `)})`;
}
