import { listTeamsViewedBy } from '#server/access/access.queries.ts';
import type { Db } from '#server/database/db.ts';
import type { CurrentUser } from '../session.contract.ts';

export type Credentials = { id: number; password_hash: string; two_factor_at: string | null };

export async function findCredentials(db: Db, emailKey: string): Promise<Credentials | undefined> {
  return db
    .selectFrom('users')
    .select(['id', 'password_hash', 'two_factor_at'])
    .where('email_key', '=', emailKey)
    .where('deleted_at', 'is', null)
    .where('suspended_at', 'is', null)
    .executeTakeFirst();
}

export async function recordLogin(db: Db, userId: number, at: string): Promise<void> {
  await db.updateTable('users').set({ last_login_at: at }).where('id', '=', userId).execute();
}

/** Returns the signed-in user in the shape of `GET /api/user`, and the time when two-factor sign-in was turned on. */
export async function findCurrentUser(db: Db, id: number): Promise<CurrentUser & { two_factor_at: string | null }> {
  const row = await db
    .selectFrom('users')
    .innerJoin('roles', 'roles.role_id', 'users.role_id')
    .leftJoin('teams', 'teams.id', 'users.team_id')
    .select([
      'users.id',
      'users.name',
      'users.email',
      'users.role_id',
      'roles.role_name',
      'users.team_id',
      'teams.name as team_name',
      'users.created_at',
      'users.last_login_at',
      'users.files_count',
      'users.downloads_count',
      'users.two_factor_at',
    ])
    .where('users.id', '=', id)
    .executeTakeFirst();
  if (!row) throw new Error(`user ${id} is signed in and not there`);
  const { role_name, team_name, ...user } = row;
  return {
    ...user,
    role: { role_id: user.role_id, role_name },
    team: user.team_id !== null && team_name !== null ? { id: user.team_id, name: team_name } : null,
    teams_can_view: await listTeamsViewedBy(db, id),
  };
}
