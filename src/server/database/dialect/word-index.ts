import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { AnyDb } from '../db.ts';
import { isPostgres } from './is-postgres.ts';

/** Creates the index for searches in file names: a list of words (n-grams computed in code) for each file. */
export async function createWordIndex(db: AnyDb): Promise<void> {
  if (isPostgres(db)) {
    await sql`create table file_words (file_id int4 primary key references files (id) on delete cascade, words tsvector not null)`.execute(
      db,
    );
    await sql`create index file_words_words on file_words using gin (words)`.execute(db);
    return;
  }
  // Searches for one and two letters look for prefixes of longer words; 5 and 9 are the lengths of these prefixes.
  await sql`create virtual table file_words using fts5(words, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii', prefix = '5 9')`.execute(
    db,
  );
}

/** Adds the words of these files in one statement, to save a round trip for each of them. */
export async function indexWords(db: AnyDb, files: readonly { id: number; words: string[] }[]): Promise<void> {
  const json = JSON.stringify(files.map(({ id, words }) => [id, words.join(' ')]));
  await (isPostgres(db)
    ? sql`
      insert into file_words (file_id, words)
      select (value->>0)::int4, array_to_tsvector(string_to_array(value->>1, ' ')) from jsonb_array_elements(${json}::jsonb) as given(value)`.execute(
        db,
      )
    : sql`insert into file_words (rowid, words) select value->>0, value->>1 from json_each(${json})`.execute(db));
}

export async function deleteWords(db: AnyDb, fileId: number): Promise<void> {
  await (isPostgres(db)
    ? sql`delete from file_words where file_id = ${fileId}`.execute(db)
    : sql`delete from file_words where rowid = ${fileId}`.execute(db));
}

/**
 * Selects the ids of the files that have all of these words. A word that ends in '*' is a prefix. Words are letters and digits.
 */
export function filesWithWords(db: AnyDb, words: string[]): RawBuilder<unknown> {
  return isPostgres(db)
    ? sql`select file_id as id from file_words where words @@ ${words.map((word) => word.replace('*', ':*')).join(' & ')}::tsquery`
    : sql`select rowid as id from file_words where file_words match ${words.join(' AND ')}`;
}
