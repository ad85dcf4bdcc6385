import type { AnyDb } from '../db.ts';
import { bigNumber } from '../dialect/columns.ts';

/** The last runs of scheduled jobs, of a backup and of a check of the stored files. */
export async function lastRuns(db: AnyDb): Promise<void> {
  await db.schema
    .createTable('last_runs')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('began_at', 'text', (c) => c.notNull())
    .addColumn('took_ms', bigNumber(db), (c) => c.notNull())
    .addColumn('failed', 'integer', (c) => c.notNull())
    .addColumn('result', 'text')
    .execute();
}
