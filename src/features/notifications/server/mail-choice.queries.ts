import type { Db } from '#server/database/db.ts';
import { mailPaces } from '../notice-events.rules.ts';
import type { NoticeChoice, NoticeEvent } from '../notice-events.rules.ts';

/** Returns the choices that a user has made. */
export async function listChoices(db: Db, userId: number): Promise<Map<string, NoticeChoice>> {
  const rows = await db
    .selectFrom('notice_choices')
    .select(['event', 'choice'])
    .where('user_id', '=', userId)
    .execute();
  return new Map(rows.map(({ event, choice }) => [event, choice as NoticeChoice]));
}

export async function saveChoice(tx: Db, userId: number, event: NoticeEvent, choice: NoticeChoice): Promise<void> {
  await tx
    .insertInto('notice_choices')
    .values({ user_id: userId, event, choice })
    .onConflict((conflict) => conflict.columns(['user_id', 'event']).doUpdateSet({ choice }))
    .execute();
}

/** Turns all mails by choice off; the bell stays. Returns the events that were mailed. */
export async function turnMailsOff(tx: Db, userId: number): Promise<string[]> {
  const rows = await tx
    .updateTable('notice_choices')
    .set((eb) => ({ choice: eb.case().when('event', '=', 'followed').then('never').else('bell').end() }))
    .where('user_id', '=', userId)
    .where('choice', 'in', mailPaces)
    .returning('event')
    .execute();
  return rows.map(({ event }) => event);
}

export async function findDigest(db: Db, userId: number): Promise<{ hour: number; zone: string | null }> {
  const row = await db
    .selectFrom('users')
    .select(['digest_hour as hour', 'digest_zone as zone'])
    .where('id', '=', userId)
    .executeTakeFirst();
  return row ?? { hour: 7, zone: null };
}

export async function saveDigest(
  tx: Db,
  userId: number,
  { hour, zone }: { hour: number; zone: string },
): Promise<void> {
  await tx.updateTable('users').set({ digest_hour: hour, digest_zone: zone }).where('id', '=', userId).execute();
}
