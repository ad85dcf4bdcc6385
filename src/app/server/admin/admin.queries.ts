import type { Db } from '#server/database/db.ts';
import { emailKey } from '#server/email-key.ts';
import { roles } from '#shared/access.ts';
import { searchForm } from '#shared/fold.ts';

/** Inserts an administrator of the oldest team and returns the id. The caller handles unique violations. */
export async function insertAdministrator(
  db: Db,
  person: { name: string; email: string; passwordHash: string; at: string },
): Promise<number> {
  const team = await db.selectFrom('teams').select('id').orderBy('id').executeTakeFirst();
  const { id } = await db
    .insertInto('users')
    .values({
      name: person.name,
      name_folded: searchForm(person.name),
      email: person.email,
      email_key: emailKey(person.email),
      password_hash: person.passwordHash,
      password_given: 1,
      role_id: roles.administrator,
      team_id: team?.id ?? null,
      created_at: person.at,
      last_login_at: null,
      deleted_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function findAccount(
  db: Db,
  key: string,
): Promise<{ id: number; name: string; email: string; role_id: number; suspended_at: string | null } | undefined> {
  return db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'role_id', 'suspended_at'])
    .where('email_key', '=', key)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
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
