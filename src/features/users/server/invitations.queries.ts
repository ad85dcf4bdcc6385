import { sql } from 'kysely';
import { deleteInvitation } from '#features/passwords/server/passwords.queries.ts';
import type { Db } from '#server/database/db.ts';
import { pageOf } from '#server/database/page-of.ts';
import type { Cursor, Order, Page } from '#server/database/page-of.ts';

/** Stores that a user is invited, and forgets an earlier invitation. */
export async function insertInvitation(tx: Db, userId: number, invitedBy: number, at: string): Promise<void> {
  await deleteInvitation(tx, userId);
  await tx.insertInto('invitations').values({ user_id: userId, invited_by: invitedBy, invited_at: at }).execute();
}

/** The invited users who may sign in. */
const invited = (db: Db) =>
  db
    .selectFrom('invitations')
    .innerJoin('users', 'users.id', 'invitations.user_id')
    .innerJoin('users as inviters', 'inviters.id', 'invitations.invited_by')
    .where('users.deleted_at', 'is', null)
    .where('users.suspended_at', 'is', null);

/** Returns an invited user who may sign in, and the name of the user who invited them. */
export const findInvited = (db: Db, userId: number) =>
  invited(db)
    .select(['users.name', 'users.email', 'inviters.name as by'])
    .where('users.id', '=', userId)
    .executeTakeFirst();

export const latestInvitation: Order = [
  { by: sql.ref('invitations.invited_at'), type: 'text', descending: true },
  { by: sql.ref('invitations.user_id'), type: 'id', descending: true },
];

export async function pageOfInvitations(db: Db, page: Page<Cursor>) {
  const rows = invited(db).select((eb) => [
    'invitations.user_id',
    'users.name',
    'users.email',
    'users.role_id',
    'inviters.name as invited_by',
    'invitations.invited_at',
    'invitations.not_sent',
    eb
      .selectFrom('password_links')
      .select((link) => link.fn.max('password_links.expires_at').as('last'))
      .whereRef('password_links.user_id', '=', 'users.id')
      .as('expires_at'),
    eb
      .selectFrom('work')
      .select('work.key')
      .where('work.kind', '=', 'mail')
      .where('work.state', '=', 'waiting')
      .where('work.key', '=', sql<string>`'invitation/' || cast(users.id as text)`)
      .as('queued'),
  ]);
  return pageOf(rows, latestInvitation, page);
}

/** Marks the invitations of these users as not sent. Returns the address of each, and who invited them. */
export async function markNotSent(tx: Db, userIds: number[]): Promise<{ invitedBy: number; email: string }[]> {
  await tx.updateTable('invitations').set({ not_sent: 1 }).where('user_id', 'in', userIds).execute();
  return invited(tx)
    .select(['users.email', 'invitations.invited_by as invitedBy'])
    .where('users.id', 'in', userIds)
    .orderBy('users.id')
    .execute();
}
