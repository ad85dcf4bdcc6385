import { sql } from 'kysely';
import type { Db } from '#server/database/db.ts';
import { rowsOf } from '#server/database/dialect/expressions.ts';
import { readSetting, saveSetting } from '#server/database/settings.queries.ts';
import { isKnownWord, partsOf } from '../known-words.rules.ts';

const wordsAtOnce = 200;

/** A text with more different words is a list of codes, or noise. */
const maxWords = 20_000;

/** Records the words of a text that no text had before, with their parts. `words` are those of its index. */
export async function addKnownWords(db: Db, words: string): Promise<void> {
  // Sorted, so that two servers insert in the same order and do not wait for each other.
  const known = words.split(' ').filter(isKnownWord).slice(0, maxWords).toSorted();
  for (let start = 0; start < known.length; start += wordsAtOnce) {
    const some = known.slice(start, start + wordsAtOnce);
    const given = rowsOf(
      db,
      'given',
      { word: 'text' },
      some.map((word) => [word]),
    );
    const { rows } = await sql<{ word: string }>`
      with ${given} select word from given
      where not exists (select 1 from word_parts where word_parts.part = given.word and word_parts.word = given.word)`.execute(
      db,
    );
    if (rows.length === 0) continue;
    const parts = rows.flatMap(({ word }) => partsOf(word).map((part) => [part, word]));
    await sql`with ${rowsOf(db, 'given', { part: 'text', word: 'text' }, parts)}
      insert into word_parts (part, word) select part, word from given where 1 = 1 order by part, word
      on conflict do nothing`.execute(db);
  }
}

/** Returns the shortest known words that begin with these letters. */
export const listWordsFrom = (db: Db, letters: string, limit: number): Promise<string[]> =>
  list(db, letters, { limit, isWhole: true });

/** Returns the shortest known words that have these letters anywhere. */
export const listWordsWith = (db: Db, letters: string, limit: number): Promise<string[]> =>
  list(db, letters, { limit, isWhole: false });

async function list(db: Db, letters: string, { limit, isWhole }: { limit: number; isWhole: boolean }) {
  const { rows } = await sql<{ word: string }>`
    select distinct word, length(word) as letters from word_parts
    where part >= ${letters} and part < ${`${letters}\u{10ffff}`} ${isWhole ? sql`and part = word` : sql``}
    order by letters, word limit ${limit}`.execute(db);
  return rows.map(({ word }) => word);
}

/** Returns those of these words that a text has, or had. */
export async function listKnown(db: Db, words: readonly string[]): Promise<Set<string>> {
  const rows = await db.selectFrom('word_parts').select('word').where('part', 'in', words).distinct().execute();
  return new Set(rows.map(({ word }) => word).filter((word) => words.includes(word)));
}

/** Returns known words in their order, those behind `after`. */
export async function listKnownAfter(db: Db, after: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('word_parts')
    .select('word')
    .whereRef('part', '=', 'word')
    .where('part', '>', after)
    .orderBy('part')
    .limit(limit)
    .execute();
  return rows.map(({ word }) => word);
}

/** Removes words with their parts. */
export async function deleteKnown(db: Db, words: readonly string[]): Promise<void> {
  const parts = words.flatMap((word) => partsOf(word).map((part) => [part, word]));
  if (parts.length > 0)
    await sql`with ${rowsOf(db, 'given', { part: 'text', word: 'text' }, parts)}
      delete from word_parts where (part, word) in (select part, word from given)`.execute(db);
}

const prunedSetting = 'pruned_words';

/** The last word that was compared with the texts. Empty at the start, and after the last one. */
export const readPruned = async (db: Db): Promise<string> => (await readSetting(db, prunedSetting)) ?? '';
export const recordPruned = (db: Db, word: string): Promise<void> => saveSetting(db, prunedSetting, word);
