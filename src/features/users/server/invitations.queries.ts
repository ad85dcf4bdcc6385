import type { Db } from '#server/database/db.ts';

/** Queues an invitation in the transaction that creates the user. */
export async function queueInvitation(tx: Db, userId: number, invitedBy: number, due_at: string): Promise<void> {
  await tx.insertInto('invitations').values({ user_id: userId, invited_by: invitedBy, due_at }).execute();
}

/** Returns the user whose invitation is due for the longest time. */
export async function findDueInvitation(db: Db, now: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('invitations')
    .select('user_id')
    .where('failed_at', 'is', null)
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .orderBy('user_id')
    .limit(1)
    .executeTakeFirst();
  return row?.user_id;
}

/**
 * Claims an invitation for one try: it is due again at `until`, unless the try deletes it. Returns undefined if another server
 * was faster.
 */
export async function claimInvitation(
  db: Db,
  userId: number,
  { now, until }: { now: string; until: string },
): Promise<{ user_id: number; invited_by: number } | undefined> {
  return db
    .updateTable('invitations')
    .set({ due_at: until })
    .where('user_id', '=', userId)
    .where('failed_at', 'is', null)
    .where('due_at', '<=', now)
    .returning(['user_id', 'invited_by'])
    .executeTakeFirst();
}

/** Returns an invited user who may sign in, and the name of the user who invited them. */
export async function findInvited(
  db: Db,
  userId: number,
  invitedBy: number,
): Promise<{ name: string; email: string; by: string } | undefined> {
  return db
    .selectFrom('users')
    .innerJoin('users as inviters', (join) => join.on('inviters.id', '=', invitedBy))
    .select(['users.name', 'users.email', 'inviters.name as by'])
    .where('users.id', '=', userId)
    .where('users.deleted_at', 'is', null)
    .where('users.suspended_at', 'is', null)
    .executeTakeFirst();
}

export async function deleteInvitation(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('invitations').where('user_id', '=', userId).execute();
}

export async function markFailed(db: Db, userId: number, at: string): Promise<void> {
  await db.updateTable('invitations').set({ failed_at: at }).where('user_id', '=', userId).execute();
}

export async function hasFailed(db: Db): Promise<boolean> {
  const failed = db.selectFrom('invitations').select('user_id').where('failed_at', 'is not', null).limit(1);
  return (await failed.executeTakeFirst()) !== undefined;
}

/** Deletes the invitations that the mail server did not accept. Returns the address of each user, and who invited them. */
export async function takeFailed(tx: Db): Promise<{ invitedBy: number; email: string }[]> {
  const taken = await tx
    .deleteFrom('invitations')
    .where('failed_at', 'is not', null)
    .returning(['user_id', 'invited_by'])
    .execute();
  if (taken.length === 0) return [];
  const invitedBy = new Map(taken.map((row) => [row.user_id, row.invited_by]));
  const users = tx
    .selectFrom('users')
    .select(['id', 'email'])
    .where('id', 'in', [...invitedBy.keys()]);
  return (await users.orderBy('id').execute()).map(({ id, email }) => ({ invitedBy: invitedBy.get(id) ?? 0, email }));
}
