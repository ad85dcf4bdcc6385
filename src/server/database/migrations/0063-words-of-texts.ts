import { arabicDigits, persianDigits, plainLetters } from '#shared/fold.ts';
import type { AnyDb } from '../db.ts';
import { sortedText } from '../dialect/columns.ts';
import { asClusteredTable } from '../dialect/text-index.ts';
import { rewriteTexts } from './0052-plain-letters.ts';

const digits = Array.from(arabicDigits + persianDigits);

/** The words of texts, for other forms of a searched word. A job fills the table. Names have ASCII digits for Arabic ones. */
export async function wordsOfTexts(db: AnyDb): Promise<void> {
  const table = db.schema
    .createTable('word_parts')
    .addColumn('part', sortedText(db), (column) => column.notNull())
    .addColumn('word', sortedText(db), (column) => column.notNull())
    .addPrimaryKeyConstraint('word_parts_key', ['part', 'word']);
  await asClusteredTable(db, table).execute();
  for (const [name, column] of [
    ['files', 'name_folded'],
    ['containers', 'search_text'],
    ['container_events', 'search_text'],
  ] as const)
    await rewriteTexts(db, { table: name, column, letters: digits }, plainLetters);
}
