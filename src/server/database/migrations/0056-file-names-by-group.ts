import type { AnyDb } from '../db.ts';
import { indexFileNames } from '../dialect/file-names.ts';

/** The first files of each team and type that a search finds. */
export async function fileNamesByGroup(db: AnyDb): Promise<void> {
  await indexFileNames(db);
}
