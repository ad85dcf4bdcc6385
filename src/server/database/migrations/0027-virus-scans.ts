import type { AnyDb } from '../db.ts';

/** The results of the virus scanner, and its queue. */
export async function virusScans(db: AnyDb): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('virus_scans')
    .addColumn('blob_key', 'text', (c) => c.primaryKey())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('is_held', 'integer', (c) => c.notNull())
    .addColumn('finding', 'text')
    .addColumn('uploader_id', 'integer', (c) => c.notNull())
    .addColumn('due_at', 'text')
    .addColumn('scanned_at', 'text')
    .execute();
  await schema.createIndex('virus_scans_due').on('virus_scans').columns(['is_held', 'due_at']).execute();
}
