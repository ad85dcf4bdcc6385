import { sql } from 'kysely';
import type { AnyDb } from '../db.ts';

/**
 * Whether a document has more text than the search. Without the setting, the server recognizes the stored scans once more: the
 * letters of Chinese, Japanese and Thai had blanks between them.
 */
export async function cutTexts(db: AnyDb): Promise<void> {
  await db.schema
    .alterTable('texts')
    .addColumn('is_cut', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await sql`delete from settings where name = 'scanned_for'`.execute(db);
}
