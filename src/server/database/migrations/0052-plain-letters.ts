import { sql } from 'kysely';
import { plainLetters, searchForm } from '#shared/fold.ts';
import type { AnyDb } from '../db.ts';
import { hasOneOf, rowsOf } from '../dialect/expressions.ts';

const batchSize = 1_000;

/** The letters, as folded texts and as normal forms have them. */
const letters = ['ß', 'ø', 'ł', 'œ', 'æ', 'ı', 'Ø', 'Ł', 'Œ', 'Æ'];

/** A search for 'strasse' finds 'Straße', and one for 'moller' finds 'Møller'. Names of users have the search form of names. */
export async function plainLettersInSearches(db: AnyDb): Promise<void> {
  const maxSortKey = 400;
  await rewriteTexts(db, { table: 'users', column: 'name_folded' }, searchForm);
  await rewriteTexts(db, { table: 'files', column: 'name_folded', letters }, plainLetters);
  await rewriteTexts(db, { table: 'files', column: 'name_sort', letters }, (text) =>
    plainLetters(text).slice(0, maxSortKey),
  );
  await rewriteTexts(db, { table: 'containers', column: 'search_text', letters }, plainLetters);
  await rewriteTexts(db, { table: 'container_events', column: 'search_text', letters }, plainLetters);
  await renameParties(db);
}

type Text = { id: number; text: string };

/** Rewrites the texts of a column that have one of the letters, or all. */
export async function rewriteTexts(
  db: AnyDb,
  of: { table: string; column: string; letters?: string[] },
  change: (text: string) => string,
): Promise<void> {
  for (let after = 0; ;) {
    const rows = await listTexts(db, of, after);
    const changed = rows.map(({ id, text }) => [id, change(text)]);
    await sql`with ${rowsOf(db, 'given', { id: 'int8', text: 'text' }, changed)}
      update ${sql.table(of.table)} set ${sql.ref(of.column)} = given.text from given
      where ${sql.ref(`${of.table}.id`)} = given.id`.execute(db);
    if (rows.length < batchSize) return;
    after = rows.at(-1)?.id ?? 0;
  }
}

async function listTexts(
  db: AnyDb,
  { table, column, letters: some }: { table: string; column: string; letters?: string[] },
  after: number,
): Promise<Text[]> {
  const has = some ? hasOneOf(db, sql.ref(column), some) : sql`${sql.ref(column)} is not null`;
  const { rows } = await sql<Text>`
    select id, ${sql.ref(column)} as text from ${sql.table(table)} where id > ${after} and ${has}
    order by id limit ${batchSize}`.execute(db);
  return rows;
}

/** Two parties whose names become the same stay two: the second keeps its form. */
async function renameParties(db: AnyDb): Promise<void> {
  const parties = { table: 'parties', column: 'name_norm', letters };
  for (let after = 0; ;) {
    const rows = await listTexts(db, parties, after);
    for (const { id, text } of rows)
      await sql`update parties set name_norm = ${plainLetters(text)} where id = ${id}
        and not exists (select 1 from parties as other where other.name_norm = ${plainLetters(text)})`.execute(db);
    if (rows.length < batchSize) return;
    after = rows.at(-1)?.id ?? 0;
  }
}
