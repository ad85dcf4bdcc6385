import { sql } from 'kysely';
import { readIds, viewedTeams } from '#server/access/access.queries.ts';
import type { Db } from '#server/database/db.ts';
import { isOneOf } from '#server/database/dialect/expressions.ts';
import type { RoleId } from '#shared/access.ts';
import { maxItemsOfMail } from '../outbox.rules.ts';

/** Returns a user who still can sign in, with the fields that decide what they see. */
export async function findRecipient(db: Db, id: number) {
  const row = await db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'role_id', 'team_id'])
    .select(viewedTeams.as('teams'))
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where('suspended_at', 'is', null)
    .executeTakeFirst();
  if (!row) return undefined;
  const { teams, role_id, ...rest } = row;
  return { ...rest, role_id: role_id as RoleId, teams_can_view: readIds(teams) };
}
export type Recipient = NonNullable<Awaited<ReturnType<typeof findRecipient>>>;

/** Returns what the next mail of a user at this pace tells, in order. */
export async function listItems(
  db: Db,
  userId: number,
  pace: string,
): Promise<{ id: number; event_id: number | null }[]> {
  return db
    .selectFrom('mail_items')
    .select(['id', 'event_id'])
    .where('user_id', '=', userId)
    .where('pace', '=', pace)
    .orderBy('id')
    .limit(maxItemsOfMail)
    .execute();
}

export async function deleteItems(db: Db, ids: readonly number[]): Promise<void> {
  await db
    .deleteFrom('mail_items')
    .where(isOneOf(db, sql.ref('id'), ids))
    .execute();
}

export async function deleteItemsOf(db: Db, userId: number, pace: string): Promise<void> {
  await db.deleteFrom('mail_items').where('user_id', '=', userId).where('pace', '=', pace).execute();
}
