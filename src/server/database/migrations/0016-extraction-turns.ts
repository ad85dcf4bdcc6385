import { sql } from 'kysely';
import type { AnyDb } from '../db.ts';

/** The uploader of a waiting content, so that uploaders take turns. 0 for contents that were queued before. */
export async function extractionTurns(db: AnyDb): Promise<void> {
  await db.schema
    .alterTable('extractions')
    .addColumn('uploader_id', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await sql`create index extractions_turns on extractions (tries, uploader_id, due_at) where due_at is not null`.execute(
    db,
  );
}
