import type { Kysely } from 'kysely';
import { createFileChanges } from '../portable.ts';

/** Which files have changed lately, so that what is kept of all of them in memory can follow. */
export async function fileChanges(db: Kysely<never>): Promise<void> {
  await createFileChanges(db);
}
