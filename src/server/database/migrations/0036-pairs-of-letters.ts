import type { AnyDb } from '../db.ts';
import { addPairs } from '../dialect/part-index.ts';

/** The index of the search of containers also finds parts of two letters. */
export async function pairsOfLetters(db: AnyDb): Promise<void> {
  await addPairs(db);
}
