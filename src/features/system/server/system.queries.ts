import { countRows } from '#server/database/count-rows.ts';
import type { Db } from '#server/database/db.ts';
import { countWork } from '#server/database/work.queries.ts';
import { roles } from '#shared/access.ts';

export async function countExtractions(db: Db): Promise<{ waiting: number; failed: number }> {
  const failed = await countRows(db.selectFrom('extractions').where('problem', 'is not', null));
  return { waiting: await countWork(db, 'extraction', 'recognition'), failed };
}

export async function countDamaged(db: Db): Promise<number> {
  return countRows(db.selectFrom('damaged_blobs'));
}

/** Whether the first administrator still has the password that the first start or another user set. */
export async function firstHasGivenPassword(db: Db): Promise<boolean> {
  const first = await db
    .selectFrom('users')
    .select('password_given')
    .where('role_id', '=', roles.administrator)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return first?.password_given === 1;
}
