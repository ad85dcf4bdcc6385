import type { Kysely } from 'kysely';
import type { Tables } from '#server/database/tables.ts';
import { roles } from '#shared/access.ts';
import { fold } from '#shared/fold.ts';

/** An administrator of the oldest team; unique violations are the caller's to tell. Answers the id. */
export async function insertAdministrator(
  db: Kysely<Tables>,
  person: { name: string; email: string; passwordHash: string; at: string },
): Promise<number> {
  const team = await db.selectFrom('teams').select('id').orderBy('id').executeTakeFirst();
  const { id } = await db
    .insertInto('users')
    .values({
      name: person.name,
      name_folded: fold(person.name),
      email: person.email,
      email_key: person.email.toLowerCase(),
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
  db: Kysely<Tables>,
  emailKey: string,
): Promise<{ id: number; name: string; email: string; suspended_at: string | null } | undefined> {
  return db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'suspended_at'])
    .where('email_key', '=', emailKey)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}
