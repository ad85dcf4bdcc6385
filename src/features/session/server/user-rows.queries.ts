import { readIds, viewedTeams } from '#server/access/access.queries.ts';
import { lacksTwoFactor } from '#server/access/gate.ts';
import type { Config } from '#server/config.ts';
import type { Db } from '#server/database/db.ts';
import { named } from '#server/database/dialect/named.ts';
import type { CurrentUser } from '../session.contract.ts';

type UserRow = CurrentUser & { suspended_at: string | null; two_factor_at: string | null };

/** All users except deleted ones, with role, team and viewed teams. */
export const userRows = (db: Db) =>
  db
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
      'users.suspended_at',
      'users.two_factor_at',
      'users.files_count',
      'users.downloads_count',
      viewedTeams.as('viewed'),
    ])
    .where('users.deleted_at', 'is', null);

type Row = Awaited<ReturnType<ReturnType<typeof userRows>['execute']>>[number];

export function asUser({ role_name, team_name, viewed, ...row }: Row): UserRow {
  return {
    ...row,
    role: { role_id: row.role_id, role_name },
    team: row.team_id !== null && team_name !== null ? { id: row.team_id, name: team_name } : null,
    teams_can_view: readIds(viewed),
  };
}

const userOf = named('user', (db, { id }: { id: number }) => userRows(db).where('users.id', '=', id));

export async function findUser(db: Db, id: number): Promise<UserRow | undefined> {
  const [row] = await userOf(db, { id });
  return row && asUser(row);
}

/** Returns the signed-in user. The schema of the answer leaves out the fields of other calls. */
export async function describeSelf(
  db: Db,
  config: Config,
  { id, by_provider }: { id: number; by_provider: boolean },
): Promise<CurrentUser> {
  const user = await findUser(db, id);
  if (!user) throw new Error(`user ${id} is signed in and not there`);
  return lacksTwoFactor(config, { ...user, by_provider }) ? { ...user, must_set_up_two_factor: true } : user;
}
