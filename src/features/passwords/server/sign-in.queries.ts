import type { Db } from '#server/database/db.ts';

export const findCredentials = (db: Db, emailKey: string) =>
  db
    .selectFrom('users')
    .select(['id', 'password_hash'])
    .where('email_key', '=', emailKey)
    .where('deleted_at', 'is', null)
    .where('suspended_at', 'is', null)
    .executeTakeFirst();

export async function recordLogin(db: Db, userId: number, at: string): Promise<void> {
  await db.updateTable('users').set({ last_login_at: at }).where('id', '=', userId).execute();
}
