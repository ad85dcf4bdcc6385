import type { AnyDb } from '../db.ts';
import { bigNumber } from '../dialect/columns.ts';
import { createTextIndex } from '../dialect/text-index.ts';

/** The extracted texts of stored documents, and their full-text index. */
export async function texts(db: AnyDb): Promise<void> {
  await db.schema
    .createTable('texts')
    .addColumn('id', bigNumber(db), (c) => c.primaryKey())
    .addColumn('blob_key', 'text', (c) => c.notNull().unique())
    .addColumn('text', 'text', (c) => c.notNull())
    .execute();
  await createTextIndex(db);
}
