import type { Db } from '#server/database/db.ts';
import { emailKey } from '#server/email-key.ts';
import { roles } from '#shared/access.ts';

export async function findOldestTeam(db: Db): Promise<{ id: number } | undefined> {
  return db.selectFrom('teams').select('id').orderBy('id').executeTakeFirst();
}

const accounts = (db: Db) =>
  db.selectFrom('users').select(['id', 'name', 'email', 'role_id', 'suspended_at']).where('deleted_at', 'is', null);

export async function findAccount(db: Db, email: string) {
  return accounts(db).where('email_key', '=', emailKey(email)).executeTakeFirst();
}

/** Returns the oldest administrator who can sign in. */
export async function findAdministrator(db: Db) {
  const administrators = accounts(db).where('role_id', '=', roles.administrator).where('suspended_at', 'is', null);
  return administrators.orderBy('id').executeTakeFirst();
}

/** Returns the users with ids above `last`, in the order of their ids. Deleted users are left out. */
export async function accountsAfter(db: Db, last: number, limit: number) {
  return db
    .selectFrom('users')
    .leftJoin('teams', 'teams.id', 'users.team_id')
    .select(['users.id', 'users.name', 'users.email', 'users.role_id', 'users.suspended_at', 'users.last_login_at'])
    .select('teams.name as team')
    .where('users.deleted_at', 'is', null)
    .where('users.id', '>', last)
    .orderBy('users.id')
    .limit(limit)
    .execute();
}
