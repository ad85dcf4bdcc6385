import type { Db } from '#server/database/db.ts';

export async function wantsMails(db: Db, userId: number): Promise<boolean> {
  const row = await db.selectFrom('users').select('mails_followed').where('id', '=', userId).executeTakeFirst();
  return row?.mails_followed === 1;
}

/** Returns false if this is the choice already. */
export async function setWantsMails(tx: Db, userId: number, wants: boolean): Promise<boolean> {
  const mails_followed = wants ? 1 : 0;
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ mails_followed })
    .where('id', '=', userId)
    .where('mails_followed', '<>', mails_followed)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
