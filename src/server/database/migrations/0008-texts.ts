import type { Kysely } from 'kysely';
import { bigNumber, createTextIndex } from '../portable.ts';

/** What is written in stored documents, and the index that finds it. */
export async function texts(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('texts')
    .addColumn('id', bigNumber(db), (c) => c.primaryKey())
    .addColumn('blob_key', 'text', (c) => c.notNull().unique())
    .addColumn('text', 'text', (c) => c.notNull())
    .execute();
  await createTextIndex(db);
}
