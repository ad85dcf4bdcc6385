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

const trigramsOf = (part: string) => {
  const letters = Array.from(part);
  return letters.slice(2).map((last, index) => `${letters[index]}${letters[index + 1]}${last}`);
};

/** One part of a long search. The rest is compared with the text. */
const maxTrigrams = 24;

const matchOf = (parts: readonly string[]) => [...new Set(parts.flatMap(trigramsOf))].slice(0, maxTrigrams);

/** More candidates than this are faster to find by comparing every text. */
const manyCandidates = 9_000;

/** Returns whether the index has so many candidates that it is of no use. PostgreSQL's planner decides this by itself. */
export async function isFrequent(db: AnyDb, parts: readonly string[]): Promise<boolean> {
  const trigrams = matchOf(parts);
  if (trigrams.length === 0 || isPostgres(db)) return false;
  const { rows } = await sql<{ found: number }>`
    select count(*) as found from (select rowid from container_parts where container_parts match ${asQuery(trigrams)} limit ${manyCandidates + 1})`.execute(
    db,
  );
  return (rows[0]?.found ?? 0) > manyCandidates;
}

const asQuery = (trigrams: readonly string[]) => trigrams.map((one) => `"${one}"`).join(' AND ');

/**
 * Returns the condition that `containers.search_text` contains every part. Parts are letters and digits. The index finds
 * the candidates by their trigrams, and a comparison decides. Parts of one or two letters are compared only, and all parts
 * if `useIndex` is false.
 */
export function containsParts(db: AnyDb, parts: readonly string[], useIndex = true): RawBuilder<SqlBool> {
  const trigrams = useIndex ? matchOf(parts) : [];
  const text = sql`containers.search_text`;
  const compared = parts.map((part) =>
    // `glob` compares faster than `instr`. Parts have none of its special characters.
    isPostgres(db) ? sql`strpos(${text}, ${part}) > 0` : sql`${text} glob ${`*${part}*`}`,
  );
  const indexed =
    trigrams.length === 0
      ? []
      : isPostgres(db)
        ? [sql`text_trigrams(${text}) @> array[${sql.join(trigrams)}]::text[]`]
        : [sql`containers.id in (select rowid from container_parts where container_parts match ${asQuery(trigrams)})`];
  return sql`(${sql.join([...indexed, ...compared], sql` and `)})`;
}
