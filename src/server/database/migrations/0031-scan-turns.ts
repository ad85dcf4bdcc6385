import { sql } from 'kysely';
import type { AnyDb } from '../db.ts';

/** The uploader of a waiting scan, so that uploaders take turns. */
export async function scanTurns(db: AnyDb): Promise<void> {
  await db.schema
    .alterTable('scans')
    .addColumn('uploader_id', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await sql`update scans set uploader_id = (select uploader_id from extractions where extractions.blob_key = scans.blob_key)
    where exists (select 1 from extractions where extractions.blob_key = scans.blob_key)`.execute(db);
  await db.schema.dropIndex('scans_due').execute();
  await db.schema.createIndex('scans_turns').on('scans').columns(['tries', 'uploader_id', 'due_at']).execute();
}
