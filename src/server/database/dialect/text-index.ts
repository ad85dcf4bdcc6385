import { sql } from 'kysely';
import type { CreateTableBuilder, RawBuilder } from 'kysely';
import type { AnyDb } from '../db.ts';
import { rowsOf } from './expressions.ts';
import { isPostgres } from './is-postgres.ts';

/** Creates the full-text index: a list of words, computed in code, for each text. */
export async function createTextIndex(db: AnyDb): Promise<void> {
  if (isPostgres(db)) {
    // A frequent word finds most of the rows. With the words stored out of line (TOAST), a row is a hundredth of the size.
    await sql`create table text_words (text_id int8 primary key references texts (id) on delete cascade, words tsvector not null) with (toast_tuple_target = 128)`.execute(
      db,
    );
    await sql`create index text_words_words on text_words using gin (words) with (fastupdate = off)`.execute(db);
    // The planner does not count the cost of reading the words of each row, and would scan the table instead of the index.
    await sql`create or replace function texts_with_words(tsquery) returns setof int8 language sql stable set enable_seqscan = off as 'select text_id from text_words where words @@ $1'`.execute(
      db,
    );
    return;
  }
  // Outside of ASCII, this tokenizer treats every character as a letter, so it does not split the words computed in code.
  await sql`create virtual table text_words using fts5(words, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii')`.execute(
    db,
  );
}

/** A table whose rows are in the order of its primary key. PostgreSQL has none. */
export const asClusteredTable = <Table extends string>(db: AnyDb, table: CreateTableBuilder<Table, string>) =>
  isPostgres(db) ? table : table.modifyEnd(sql`without rowid`);

/** Writes the words of a text, separated by spaces, into the index of PostgreSQL. Does nothing if the text has been deleted. */
export async function indexText(db: AnyDb, id: number, words: string): Promise<void> {
  await sql`
    insert into text_words (text_id, words)
    select id, array_to_tsvector(string_to_array(${words}, ' ')) from texts where id = ${id}
    on conflict (text_id) do update set words = excluded.words`.execute(db);
}

/** Removes texts from the index before they are deleted. PostgreSQL does so by its foreign key. */
export async function deleteTextWords(db: AnyDb, ids: readonly number[]): Promise<void> {
  if (!isPostgres(db)) await sql`delete from text_words where rowid in (${sql.join(ids)})`.execute(db);
}

/** Returns those of these words, which have letters only, that no text has. */
export async function listUnusedWords(tx: AnyDb, words: readonly string[]): Promise<string[]> {
  const given = rowsOf(
    tx,
    'given',
    { word: 'text' },
    words.map((word) => [word]),
  );
  const isInText = isPostgres(tx)
    ? sql`select 1 from text_words where words @@ ('''' || given.word || '''')::tsquery`
    : sql`select 1 from text_words where text_words match '"' || given.word || '"'`;
  // As in `texts_with_words`.
  if (isPostgres(tx)) await sql`set local enable_seqscan = off`.execute(tx);
  const { rows } = await sql<{ word: string }>`
    with ${given} select word from given where not exists (${isInText})`.execute(tx);
  return rows.map(({ word }) => word);
}

type Word = { word: string; isPrefix: boolean; or?: readonly Word[] };

/** Selects the highest `limit` ids below `before` of the texts that have all of these words and none of the others. */
export function textsWithWords(
  db: AnyDb,
  { words, without }: { words: readonly Word[]; without: readonly Word[] },
  { before, limit }: { before: number; limit: number },
): RawBuilder<unknown> {
  if (isPostgres(db)) {
    const lexeme = ({ word, isPrefix, or }: Word): string =>
      or ? `(${[{ word, isPrefix }, ...or].map(lexeme).join(' | ')})` : `'${word}'${isPrefix ? ':*' : ''}`;
    const query = [...words.map(lexeme), ...without.map((word) => `!${lexeme(word)}`)].join(' & ');
    return sql`
      select id from texts_with_words(${query}::tsquery) as hits(id) where id < ${before}
      order by id desc limit ${limit}`;
  }
  const token = ({ word, isPrefix, or }: Word): string =>
    or ? `(${[{ word, isPrefix }, ...or].map(token).join(' OR ')})` : `"${word}"${isPrefix ? '*' : ''}`;
  const query = [`(${words.map(token).join(' AND ')})`, ...without.map(token)].join(' NOT ');
  return sql`
    select rowid as id from text_words where text_words match ${query} and rowid < ${before}
    order by rowid desc limit ${limit}`;
}
