import type { AnyDb } from '../db.ts';
import { createFileChanges } from '../dialect/change-feed.ts';

/** Recently changed files, so that the file-name index in memory can follow. */
export async function fileChanges(db: AnyDb): Promise<void> {
  await createFileChanges(db);
}
