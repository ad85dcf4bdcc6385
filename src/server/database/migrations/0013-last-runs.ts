import type { Kysely } from 'kysely';
import { bigNumber } from '../portable.ts';

/** When what the server does by itself, a backup and a check of the stored files were done last. */
export async function lastRuns(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('last_runs')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('began_at', 'text', (c) => c.notNull())
    .addColumn('took_ms', bigNumber(db), (c) => c.notNull())
    .addColumn('failed', 'integer', (c) => c.notNull())
    .addColumn('result', 'text')
    .execute();
}
