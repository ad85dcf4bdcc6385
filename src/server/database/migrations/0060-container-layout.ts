import type { AnyDb } from '../db.ts';

/** The layout of the list of containers that a user has chosen. */
export async function containerLayout(db: AnyDb): Promise<void> {
  await db.schema.alterTable('users').addColumn('containers_layout', 'text').execute();
}
