import type { AnyDb } from '../db.ts';

/** The contents whose text is to be recognized in pictures, and whether a text was found in this way. */
export async function scans(db: AnyDb): Promise<void> {
  await db.schema
    .createTable('scans')
    .addColumn('blob_key', 'text', (c) => c.primaryKey())
    .addColumn('due_at', 'text', (c) => c.notNull())
    .addColumn('tries', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema.createIndex('scans_due').on('scans').columns(['due_at']).execute();
  await db.schema
    .alterTable('texts')
    .addColumn('from_scan', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
}
