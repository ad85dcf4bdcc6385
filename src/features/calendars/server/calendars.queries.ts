import type { Db } from '#server/database/db.ts';
import type { CalendarAddress } from '../calendars.contract.ts';

const columns = ['view_id', 'created_at', 'last_read_at'] as const;

export async function findAddress(db: Db, userId: number): Promise<CalendarAddress | undefined> {
  return db.selectFrom('calendar_addresses').select(columns).where('user_id', '=', userId).executeTakeFirst();
}

/** Inserts the address of a user, or replaces the earlier one. */
export async function saveAddress(
  tx: Db,
  address: { user_id: number; key_hash: string; view_id: number | null; created_at: string },
): Promise<CalendarAddress> {
  return tx
    .insertInto('calendar_addresses')
    .values({ ...address, last_read_at: null })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ ...address, last_read_at: null }))
    .returning(columns)
    .executeTakeFirstOrThrow();
}

export async function chooseView(tx: Db, userId: number, view_id: number | null): Promise<CalendarAddress | undefined> {
  return tx
    .updateTable('calendar_addresses')
    .set({ view_id })
    .where('user_id', '=', userId)
    .returning(columns)
    .executeTakeFirst();
}

/** Returns false if the user has no address. */
export async function deleteAddress(tx: Db, userId: number): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('calendar_addresses').where('user_id', '=', userId).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Returns the owner and the view of an address. */
export async function findOwner(db: Db, keyHash: string): Promise<{ id: number; view_id: number | null } | undefined> {
  const found = db.selectFrom('calendar_addresses').select(['user_id as id', 'view_id']);
  return found.where('key_hash', '=', keyHash).executeTakeFirst();
}

export async function touchAddress(db: Db, userId: number, last_read_at: string): Promise<void> {
  await db.updateTable('calendar_addresses').set({ last_read_at }).where('user_id', '=', userId).execute();
}

/** Returns the ids of the containers that a user follows, the newest first. */
export async function listFollowed(db: Db, userId: number, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('container_followers')
    .select('container_id')
    .where('user_id', '=', userId)
    .orderBy('container_id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => row.container_id);
}
