import type { Db } from '#server/database/db.ts';
import { queueWork, takeFailedWork } from '#server/database/work.queries.ts';

/** Queues an invitation in the transaction that creates the user. */
export async function queueInvitation(tx: Db, userId: number, invitedBy: number, at: string): Promise<void> {
  await queueWork(tx, 'invitation', [{ key: String(userId), owner_id: invitedBy }], at);
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

/** Deletes the invitations that the mail server did not accept. Returns the address of each user, and who invited them. */
export async function takeFailed(tx: Db): Promise<{ invitedBy: number; email: string }[]> {
  const taken = await takeFailedWork(tx, 'invitation');
  if (taken.length === 0) return [];
  const invitedBy = new Map(taken.map(({ key, owner_id }) => [Number(key), owner_id]));
  const users = tx
    .selectFrom('users')
    .select(['id', 'email'])
    .where('id', 'in', [...invitedBy.keys()]);
  return (await users.orderBy('id').execute()).map(({ id, email }) => ({ invitedBy: invitedBy.get(id) ?? 0, email }));
}
