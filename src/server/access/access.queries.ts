import type { RoleId } from '#shared/access.ts';
import type { PermissionTable } from '#shared/access.ts';
import { keptAnswer, keptQuestion } from '../database/kept-question.ts';
import type { Db } from '../parts.ts';

export type SessionRow = {
  token_hash: string;
  created_at: string;
  last_used_at: string;
  expires_at: string;
  remembered: number;
  confirmed_at: string | null;
  user_id: number;
  name: string;
  email: string;
  role_id: RoleId;
  team_id: number | null;
  two_factor_at: string | null;
  teams_can_view: number[];
};

/** The session of this token and whom it belongs to; nobody who was deleted or suspended, no session that has ended. */
export async function findSession(db: Db, tokenHash: string, now: string): Promise<SessionRow | undefined> {
  const session = await askForSession(db, tokenHash);
  return session && session.expires_at > now ? session : undefined;
}

const askForSession = keptAnswer(async (db, tokenHash: string): Promise<SessionRow | undefined> => {
  const [row] = await askSession(db, tokenHash);
  return row && { ...row, role_id: row.role_id as RoleId, teams_can_view: await listTeamsViewedBy(db, row.user_id) };
});

const askSession = keptQuestion((db, tokenHash: string) =>
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
      'users.id as user_id',
      'users.name',
      'users.email',
      'users.role_id',
      'users.team_id',
      'users.two_factor_at',
    ])
    .where('sessions.token_hash', '=', tokenHash)
    .where('users.deleted_at', 'is', null)
    .where('users.suspended_at', 'is', null),
);

/** Which of these sessions still let somebody in, each with the role that its person has now. */
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

export async function insertSession(
  db: Db,
  session: {
    token_hash: string;
    user_id: number;
    created_at: string;
    last_used_at: string;
    expires_at: string;
    remembered: number;
    address: string | null;
    user_agent: string | null;
    confirmed_at: string;
  },
): Promise<void> {
  await db.insertInto('sessions').values(session).execute();
}

export async function touchSession(db: Db, tokenHash: string, lastUsedAt: string, expiresAt: string): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ last_used_at: lastUsedAt, expires_at: expiresAt })
    .where('token_hash', '=', tokenHash)
    .execute();
}

export async function noteConfirmation(db: Db, tokenHash: string, at: string): Promise<void> {
  await db.updateTable('sessions').set({ confirmed_at: at }).where('token_hash', '=', tokenHash).execute();
}

export async function findPasswordHash(db: Db, userId: number): Promise<string | undefined> {
  const row = await db.selectFrom('users').select('password_hash').where('id', '=', userId).executeTakeFirst();
  return row?.password_hash;
}

export async function deleteSession(db: Db, tokenHash: string): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute();
}

/** Sessions that ended by age, and passwords whose code never came, are of no use to anyone. */
export async function deleteEndedSessions(db: Db, now: string): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<=', now).execute();
  await db.deleteFrom('pending_sign_ins').where('expires_at', '<=', now).execute();
}

export async function listTeamsViewedBy(db: Db, userId: number): Promise<number[]> {
  return (await askTeamsViewed(db, userId)).map((row) => row.team_id);
}

const askTeamsViewed = keptQuestion((db, userId: number) =>
  db.selectFrom('team_viewers').select('team_id').where('user_id', '=', userId).orderBy('team_id'),
);

/** The whole matrix: eleven modules by three roles. */
export const readPermissionTable = keptAnswer(async (db): Promise<PermissionTable> => {
  const [permissions, modules] = await Promise.all([askPermissions(db), askModules(db)]);
  return { permissions: [...permissions], modules: [...modules] };
});

const askPermissions = keptQuestion((db) =>
  db.selectFrom('permissions').select(['module_id', 'role_id', 'can_view']).orderBy('module_id').orderBy('role_id'),
);

const askModules = keptQuestion((db) => db.selectFrom('modules').select(['id', 'name']).orderBy('id'));

/** Throws when the database does not answer. */
export async function askDatabase(db: Db): Promise<void> {
  await db.selectFrom('roles').select('role_id').limit(1).execute();
}

/** When the failures that count against this e-mail and this address happened, oldest first. */
export async function listLoginFailures(
  db: Db,
  { emailKey, address, since, until }: { emailKey: string; address: string; since: string; until: string },
): Promise<{ ofEmail: string[]; ofAddress: string[] }> {
  const failures = db
    .selectFrom('login_failures')
    .select('failed_at')
    .where('failed_at', '>', since)
    .where('failed_at', '<', until)
    .orderBy('failed_at');
  const ofEmail = await failures.where('email_key', '=', emailKey).execute();
  const ofAddress = await failures.where('address', '=', address).execute();
  return { ofEmail: ofEmail.map((row) => row.failed_at), ofAddress: ofAddress.map((row) => row.failed_at) };
}

export async function noteLoginFailure(
  db: Db,
  failure: { email_key: string; address: string; failed_at: string },
): Promise<void> {
  await db.insertInto('login_failures').values(failure).execute();
}

export async function forgetLoginFailures(db: Db, emailKey: string): Promise<void> {
  await db.deleteFrom('login_failures').where('email_key', '=', emailKey).execute();
}

/** Failures from before `before` no longer count. */
export async function deleteOldLoginFailures(db: Db, before: string): Promise<void> {
  await db.deleteFrom('login_failures').where('failed_at', '<', before).execute();
}
