import { sql } from 'kysely';
import type { Expression, SqlBool } from 'kysely';
import { deleteInvitation } from '#features/passwords/server/passwords.queries.ts';
import { deletePendingSignIns } from '#features/passwords/server/two-factor.queries.ts';
import { asUser, userRows } from '#features/session/server/user-rows.queries.ts';
import { countRows } from '#server/database/count-rows.ts';
import type { Db } from '#server/database/db.ts';
import { contains } from '#server/database/dialect/expressions.ts';
import { pageOf } from '#server/database/page-of.ts';
import type { Cursor, Order, Page } from '#server/database/page-of.ts';
import { emailKey } from '#server/email-key.ts';
import { roles } from '#shared/access.ts';
import type { RoleId } from '#shared/access.ts';
import { searchForm } from '#shared/fold.ts';
import type { User, UserTotals } from '../users.contract.ts';
import { summaryRoleNames } from '../users.rules.ts';
import type { ActiveTime } from '../users.rules.ts';

/** Matches users whose name or e-mail address contains the text. Case does not matter, nor do accents in names. */
function matchesSearch(db: Db, search: string): Expression<SqlBool> {
  const ofEmail = contains(db, sql.ref('users.email_key'), emailKey(search));
  const folded = searchForm(search);
  // A search of only combining marks folds to an empty string, which every name contains.
  return folded === '' ? ofEmail : sql<boolean>`(${contains(db, sql.ref('users.name_folded'), folded)} or ${ofEmail})`;
}

export async function listUsers(db: Db, search: string): Promise<User[]> {
  const rows = await userRows(db)
    .$if(search !== '', (query) => query.where(matchesSearch(db, search)))
    .orderBy('users.name_folded')
    .orderBy('users.id')
    .execute();
  return rows.map(asUser);
}

/** The users of a list: those whose name or e-mail address contains the text, with this role or with any. */
type UserFilter = { search: string; roleId?: number | undefined; active?: ActiveTime | undefined };

/** Matches users with a valid session that was used at or after `since`, except suspended users. */
const isActive = ({ since, now }: ActiveTime) => sql<boolean>`(users.suspended_at is null and users.id in (
  select user_id from sessions where last_used_at >= ${since} and expires_at > ${now}))`;

export const byName: Order = [
  { by: sql.ref('users.name_folded'), type: 'text' },
  { by: sql.ref('users.id'), type: 'id' },
];

export async function pageByName(
  db: Db,
  { search, roleId, active, ...page }: UserFilter & Page<Cursor>,
): Promise<{ users: User[]; next: Cursor | null }> {
  const found = userRows(db)
    .$if(search !== '', (query) => query.where(matchesSearch(db, search)))
    .$if(roleId !== undefined, (query) => query.where('users.role_id', '=', roleId as number))
    .$if(active !== undefined, (query) => query.where(isActive(active as ActiveTime)));
  const { rows, next } = await pageOf(found, byName, page);
  return { users: rows.map(asUser), next };
}

export async function countUsers(db: Db, { search, roleId, active }: UserFilter): Promise<number> {
  return countRows(
    db
      .selectFrom('users')
      .where('deleted_at', 'is', null)
      .$if(search !== '', (query) => query.where(matchesSearch(db, search)))
      .$if(roleId !== undefined, (query) => query.where('role_id', '=', roleId as number))
      .$if(active !== undefined, (query) => query.where(isActive(active as ActiveTime))),
  );
}

/** Counts by the names of the roles. See docs/specification.md#user-summary-cards. */
export async function countTotals(db: Db): Promise<UserTotals> {
  const counts = await db
    .selectFrom('users')
    .innerJoin('roles', 'roles.role_id', 'users.role_id')
    .select((eb) => ['roles.role_name', eb.fn.countAll<number>().as('people')])
    .where('users.deleted_at', 'is', null)
    .groupBy('roles.role_name')
    .execute();
  const sum = (of: (name: string) => boolean) =>
    counts.filter((row) => of(row.role_name.toLowerCase())).reduce((total, row) => total + row.people, 0);
  return {
    all: sum(() => true),
    administrators: sum((name) => name === summaryRoleNames.administrators),
    users: sum((name) => name === summaryRoleNames.users),
  };
}

/** Returns the users with these e-mail addresses, as `emailKey` returns them. */
export async function listByEmail(db: Db, emailKeys: readonly string[]): Promise<User[]> {
  if (emailKeys.length === 0) return [];
  const rows = await userRows(db).where('users.email_key', 'in', emailKeys).execute();
  return rows.map(asUser);
}

/** Returns those of the users with these ids that are not deleted. */
export async function listByIds(db: Db, ids: readonly number[]): Promise<User[]> {
  if (ids.length === 0) return [];
  return (await userRows(db).where('users.id', 'in', ids).execute()).map(asUser);
}

export async function emailInUse(db: Db, email: string, exceptId?: number): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('email_key', '=', emailKey(email))
    .where('deleted_at', 'is', null)
    .$if(exceptId !== undefined, (query) => query.where('id', '!=', exceptId as number))
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns how many of these teams exist. */
export async function countTeams(db: Db, ids: readonly number[]): Promise<number> {
  if (ids.length === 0) return 0;
  return countRows(db.selectFrom('teams').where('id', 'in', ids));
}

export type NewUser = {
  name: string;
  email: string;
  password_hash: string;
  role_id: RoleId;
  team_id: number | null;
  created_at: string;
  /** 0: only the user knows the password. */
  password_given?: 0 | 1;
};

/** A unique violation means that the e-mail is in use. */
export async function insertUser(tx: Db, user: NewUser): Promise<number> {
  const { id } = await tx
    .insertInto('users')
    .values({
      password_given: 1,
      ...user,
      name_folded: searchForm(user.name),
      email_key: emailKey(user.email),
      last_login_at: null,
      deleted_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** A unique violation means that the e-mail is in use. */
export async function changeNameAndEmail(
  tx: Db,
  id: number,
  { name, email }: { name: string; email: string },
): Promise<void> {
  await tx
    .updateTable('users')
    .set({ name, name_folded: searchForm(name), email, email_key: emailKey(email) })
    .where('id', '=', id)
    .execute();
}

export async function setViewedTeams(tx: Db, userId: number, teamIds: readonly number[]): Promise<void> {
  await tx.deleteFrom('team_viewers').where('user_id', '=', userId).execute();
  if (teamIds.length === 0) return;
  await tx
    .insertInto('team_viewers')
    .values(teamIds.map((team_id) => ({ user_id: userId, team_id })))
    .execute();
}

export async function setRole(tx: Db, id: number, role_id: number): Promise<void> {
  await tx.updateTable('users').set({ role_id }).where('id', '=', id).execute();
}

export async function setTeam(tx: Db, id: number, team_id: number): Promise<void> {
  await tx.updateTable('users').set({ team_id }).where('id', '=', id).execute();
}

/** A user who is suspended already keeps the time of the first suspension. */
export async function setSuspended(tx: Db, id: number, at: string | null): Promise<void> {
  await tx
    .updateTable('users')
    .set({ suspended_at: at })
    .where('id', '=', id)
    .$if(at !== null, (query) => query.where('suspended_at', 'is', null))
    .execute();
}

/**
 * Deletes a user, who is signed out everywhere. The name stays with the user's files and containers. The e-mail address can be
 * used again. See docs/choices.md#deleted-entities.
 */
export async function markDeleted(tx: Db, id: number, at: string): Promise<void> {
  await tx.updateTable('users').set({ deleted_at: at }).where('id', '=', id).execute();
  await tx.deleteFrom('team_viewers').where('user_id', '=', id).execute();
  await deleteInvitation(tx, id);
  await endAllSessions(tx, id);
}

/** Ends every session and pending sign-in, and deletes every link that sets a new password. */
export async function endAllSessions(tx: Db, userId: number): Promise<void> {
  await tx.deleteFrom('sessions').where('user_id', '=', userId).execute();
  await deletePendingSignIns(tx, userId);
  await deletePasswordLinks(tx, userId);
}

/** Deletes links that set a password. They may have been mailed to an address that the user no longer has. */
export async function deletePasswordLinks(tx: Db, userId: number): Promise<void> {
  await tx.deleteFrom('password_links').where('user_id', '=', userId).execute();
}

/** Returns whether an active administrator other than this user exists. */
export async function hasOtherAdministrator(tx: Db, exceptId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('users')
    .select('id')
    .where('role_id', '=', roles.administrator)
    .where('deleted_at', 'is', null)
    .where('suspended_at', 'is', null)
    .where('id', '!=', exceptId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
