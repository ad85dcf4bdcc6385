import type { AnyDb } from '../db.ts';
import { findPartsByIndex } from '../dialect/part-index.ts';

/** The search of containers always finds its candidates by the index. */
export async function partsByIndex(db: AnyDb): Promise<void> {
  await findPartsByIndex(db);
}
