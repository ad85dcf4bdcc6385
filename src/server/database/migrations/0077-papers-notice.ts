import type { AnyDb } from '../db.ts';
import { sortedText } from '../dialect/columns.ts';

/** The PFI date for which people were notified of missing documents. */
export async function papersNotice(db: AnyDb): Promise<void> {
  await db.schema.alterTable('containers').addColumn('papers_notice', sortedText(db)).execute();
}
