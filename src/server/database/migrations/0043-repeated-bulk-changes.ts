import type { AnyDb } from '../db.ts';

/** Finds the bulk change of a client that did not receive the answer and sends the change again. */
export async function repeatedBulkChanges(db: AnyDb): Promise<void> {
  await db.schema.alterTable('bulk_changes').addColumn('request', 'text').execute();
  await db.schema.createIndex('bulk_changes_request').on('bulk_changes').columns(['user_id', 'request']).execute();
}
