import type { Db } from '#server/parts.ts';

/** People with a session that was used at or after `since` and has not ended; nobody who was deleted or suspended. */
export async function countActiveUsers(db: Db, { since, now }: { since: string; now: string }): Promise<number> {
  const { active } = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select((eb) => eb.fn.count<number>('sessions.user_id').distinct().as('active'))
    .where('sessions.last_used_at', '>=', since)
    .where('sessions.expires_at', '>', now)
    .where('users.deleted_at', 'is', null)
    .where('users.suspended_at', 'is', null)
    .executeTakeFirstOrThrow();
  return active;
}

export async function findLastLogin(db: Db, userId: number): Promise<string | null> {
  const { last_login_at } = await db
    .selectFrom('users')
    .select('last_login_at')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return last_login_at;
}
