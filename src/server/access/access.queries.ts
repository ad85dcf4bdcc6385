import { sql } from 'kysely';
import type { Insertable } from 'kysely';
import { roles } from '#shared/access.ts';
import type { Area, PermissionTable, RoleId } from '#shared/access.ts';
import type { Db } from '../database/db.ts';
import { named } from '../database/dialect/named.ts';
import type { Tables } from '../database/tables.ts';

/** The rights of an access token, which limit those of its owner. */
export type AccessToken = {
  id: number;
  name: string;
  canWrite: boolean;
  areas: readonly Area[];
  /** Undefined: every team whose files the owner sees. */
  teamIds: readonly number[] | undefined;
};

/** The user of a session or of an access token. */
export type CallerRow = {
  token_hash: string;
  token?: AccessToken;
  user_id: number;
  name: string;
  email: string;
  role_id: RoleId;
  team_id: number | null;
  two_factor_at: string | null;
  by_provider?: number;
  teams_can_view: number[];
};

export type SessionRow = CallerRow & {
  created_at: string;
  last_used_at: string;
  expires_at: string;
  remembered: number;
  confirmed_at: string | null;
};

/** The teams that a user views, for `readIds`. One text for each user, because a join would return one row for each team. */
export const viewedTeams = sql<string | null>`(
  select string_agg(cast(team_id as text), ',' order by team_id) from team_viewers where user_id = users.id
)`;

export const readIds = (text: string | null): number[] => text?.split(',').map(Number) ?? [];

const ofUser = [
  'users.id as user_id',
  'users.name',
  'users.email',
  'users.role_id',
  'users.team_id',
  'users.two_factor_at',
] as const;

const asUser = <Row extends { role_id: number; teams: string | null }>({ teams, role_id, ...rest }: Row) => ({
  ...rest,
  role_id: role_id as RoleId,
  teams_can_view: readIds(teams),
});

const sessionOf = named('session', (db, { tokenHash, now }: { tokenHash: string; now: string }) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([
      'sessions.token_hash',
      'sessions.created_at',
      'sessions.last_used_at',
      'sessions.expires_at',
      'sessions.remembered',
      'sessions.confirmed_at',
      'sessions.by_provider',
      ...ofUser,
    ])
    // With the session, to save a round trip of every call.
    .select(viewedTeams.as('teams'))
    .where('sessions.token_hash', '=', tokenHash)
    .where('sessions.expires_at', '>', now)
    .where('users.deleted_at', 'is', null)
    .where('users.suspended_at', 'is', null),
);

/** Returns the session of this token with its user. Ignores expired sessions and deleted or suspended users. */
export async function findSession(db: Db, tokenHash: string, now: string): Promise<SessionRow | undefined> {
  const [row] = await sessionOf(db, { tokenHash, now });
  return row && asUser(row);
}

const tokenOf = named('access token', (db, { tokenHash, now }: { tokenHash: string; now: string }) =>
  db
    .selectFrom('access_tokens')
    .innerJoin('users', 'users.id', 'access_tokens.user_id')
    .select([
      'access_tokens.id',
      'access_tokens.name as token_name',
      'access_tokens.token_hash',
      'access_tokens.can_write',
      'access_tokens.areas',
      'access_tokens.team_ids',
      'access_tokens.last_used_at',
      ...ofUser,
    ])
    .select(viewedTeams.as('teams'))
    .where('access_tokens.token_hash', '=', tokenHash)
    .where('access_tokens.expires_at', '>', now)
    .where('users.deleted_at', 'is', null)
    .where('users.suspended_at', 'is', null),
);

export type TokenRow = CallerRow & { token: AccessToken; last_used_at: string | null };

/** Returns the valid access token with this hash and its owner. Ignores deleted and suspended users. */
export async function findToken(db: Db, tokenHash: string, now: string): Promise<TokenRow | undefined> {
  const [row] = await tokenOf(db, { tokenHash, now });
  if (!row) return undefined;
  const { id, token_name, can_write, areas, team_ids, ...rest } = row;
  const teamIds = team_ids === null ? undefined : readIds(team_ids);
  const token = { id, name: token_name, canWrite: can_write === 1, areas: areas.split(',') as Area[], teamIds };
  return { ...asUser(rest), token };
}

/** Returns a user who is neither suspended nor deleted, as the caller of a job. */
export async function findActiveUser(db: Db, id: number): Promise<CallerRow | undefined> {
  const row = await db
    .selectFrom('users')
    .select([...ofUser, viewedTeams.as('teams')])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where('suspended_at', 'is', null)
    .executeTakeFirst();
  return row && { ...asUser(row), token_hash: '' };
}

export async function touchToken(db: Db, id: number, use: { last_used_at: string; last_address: string }) {
  await db.updateTable('access_tokens').set(use).where('id', '=', id).execute();
}

/** Deletes the access tokens and the calendar address of a user. */
export async function deleteTokensOf(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('calendar_addresses').where('user_id', '=', userId).execute();
  await db.deleteFrom('access_tokens').where('user_id', '=', userId).execute();
}

/** Returns those of these sessions that are still valid, each with the current role of its user. */
export async function listOpenSessions(
  db: Db,
  tokenHashes: readonly string[],
  now: string,
): Promise<{ token_hash: string; role_id: number }[]> {
  return db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.token_hash', 'users.role_id'])
    .where('sessions.token_hash', 'in', tokenHashes)
    .where('sessions.expires_at', '>', now)
    .where('users.deleted_at', 'is', null)
    .where('users.suspended_at', 'is', null)
    .execute();
}

export async function insertSession(db: Db, session: Insertable<Tables['sessions']>): Promise<void> {
  await db.insertInto('sessions').values(session).execute();
}

export async function touchSession(db: Db, tokenHash: string, lastUsedAt: string, expiresAt: string): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ last_used_at: lastUsedAt, expires_at: expiresAt })
    .where('token_hash', '=', tokenHash)
    .execute();
}

export async function recordConfirmation(db: Db, tokenHash: string, at: string): Promise<void> {
  await db.updateTable('sessions').set({ confirmed_at: at }).where('token_hash', '=', tokenHash).execute();
}

/**
 * Locks and returns the row of a user who may still sign in and has this password hash: a transaction that changes the password
 * or the two-factor sign-in and ends the sessions runs either before this one or after it.
 */
export async function lockPassword(
  tx: Db,
  userId: number,
  passwordHash: string,
): Promise<{ two_factor_at: string | null } | undefined> {
  return tx
    .updateTable('users')
    .set({ password_hash: passwordHash })
    .where('id', '=', userId)
    .where('password_hash', '=', passwordHash)
    .where('deleted_at', 'is', null)
    .where('suspended_at', 'is', null)
    .returning('two_factor_at')
    .executeTakeFirst();
}

export async function findPasswordHash(db: Db, userId: number): Promise<string | undefined> {
  const row = await db.selectFrom('users').select('password_hash').where('id', '=', userId).executeTakeFirst();
  return row?.password_hash;
}

export async function deleteSession(db: Db, tokenHash: string): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute();
}

/** Deletes expired sessions and access tokens, and pending sign-ins whose code was not entered in time. */
export async function deleteExpiredSessions(db: Db, now: string): Promise<void> {
  await db.deleteFrom('access_tokens').where('expires_at', '<=', now).execute();
  await db.deleteFrom('sessions').where('expires_at', '<=', now).execute();
  await db.deleteFrom('pending_sign_ins').where('expires_at', '<=', now).execute();
}

const permissionRows = named('permissions', (db) =>
  db
    .selectFrom('modules')
    .leftJoin('permissions', 'permissions.module_id', 'modules.id')
    .select(['modules.id', 'modules.name', 'permissions.role_id', 'permissions.can_view'])
    .orderBy('modules.id')
    .orderBy('permissions.role_id'),
);

/** Returns the whole matrix: eleven modules by three roles. */
export async function readPermissionTable(db: Db): Promise<PermissionTable> {
  const rows = await permissionRows(db, {});
  const modules = new Map(rows.map(({ id, name }) => [id, { id, name }]));
  const permissions = rows.flatMap(({ id, role_id, can_view }) =>
    role_id === null || can_view === null ? [] : [{ module_id: id, role_id, can_view }],
  );
  return { permissions, modules: [...modules.values()] };
}

/** Throws if the database does not respond. */
export async function pingDatabase(db: Db): Promise<void> {
  await db.selectFrom('roles').select('role_id').limit(1).execute();
}

/**
 * Locks a common row until the transaction ends, so that changes of rights run one after another. Otherwise two
 * administrators could demote each other at the same moment.
 */
export async function lockRights(tx: Db): Promise<void> {
  await tx
    .updateTable('roles')
    .set((eb) => ({ role_name: eb.ref('role_name') }))
    .where('role_id', '=', roles.administrator)
    .execute();
}
