import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import { isVisibleTo } from '#features/files/server/core/visible-files.queries.ts';
import { seeingReasons } from '#features/papers/seeing.rules.ts';
import type { SeeingReason } from '#features/papers/seeing.rules.ts';
import { anyOf, seesBecause } from '#features/papers/server/sees-because.queries.ts';
import { isContainerVisibleTo } from '#features/papers/server/visible-containers.queries.ts';
import type { ContainerViewer } from '#features/papers/server/visible-containers.queries.ts';
import { countRows } from '#server/database/count-rows.ts';
import type { Db } from '#server/database/db.ts';
import { pageOf } from '#server/database/page-of.ts';
import type { Cursor, Order, Page } from '#server/database/page-of.ts';
import { roles } from '#shared/access.ts';
import type { Viewers } from '../visibility.contract.ts';

type Condition = RawBuilder<SqlBool>;

/** A file or a container. `roleIds`: the roles whose users may see it at all; null for every role. */
export type Seen = { team: number | null; owner: number; roleIds: readonly number[] | null };

/** The users who can sign in, of these roles. */
const usersOf = (db: Db, roleIds: readonly number[] | null) =>
  db
    .selectFrom('users')
    .where('users.deleted_at', 'is', null)
    .where('users.suspended_at', 'is', null)
    .$if(roleIds !== null, (query) => query.where('users.role_id', 'in', roleIds as number[]));

const oneIf = (condition: Condition) => sql<number>`case when ${condition} then 1 else 0 end`;

/** Returns the number of users who see it, in all and by reason. */
export async function countViewers(db: Db, seen: Seen): Promise<Pick<Viewers, 'people' | 'groups'>> {
  if (seen.roleIds?.length === 0) return { people: 0, groups: [] };
  const because = seesBecause(seen);
  const counts = await usersOf(db, seen.roleIds)
    .select((eb) => eb.fn.countAll<number>().as('people'))
    .select((eb) => seeingReasons.map((reason) => eb.fn.sum<number | null>(oneIf(because[reason])).as(reason)))
    .where(anyOf(because))
    .executeTakeFirstOrThrow();
  const groups = seeingReasons.map((reason) => ({ reason, people: counts[reason] ?? 0 }));
  return { people: counts.people, groups: groups.filter(({ people }) => people > 0) };
}

export const byName: Order = [
  { by: sql.ref('users.name_folded'), type: 'text' },
  { by: sql.ref('users.id'), type: 'id' },
];

/** Returns a page of the users who see it: all of them, or those with this reason. */
export async function pageOfViewers(
  db: Db,
  seen: Seen,
  { reason, ...page }: Page<Cursor> & { reason: SeeingReason | undefined },
): Promise<{ users: Viewers['users']; next: Cursor | null }> {
  if (seen.roleIds?.length === 0) return { users: [], next: null };
  const because = seesBecause(seen);
  const found = usersOf(db, seen.roleIds)
    .select(['users.id', 'users.name', 'users.role_id'])
    .select(seeingReasons.map((one) => oneIf(because[one]).as(one)))
    .where(reason ? because[reason] : anyOf(because));
  const { rows, next } = await pageOf(found, byName, page);
  const users = rows.map(({ id, name, role_id, ...given }) => ({
    id,
    name,
    role_id,
    reasons: seeingReasons.filter((one) => given[one] === 1),
  }));
  return { users, next };
}

/** What a user sees: files, and containers if the role has their module. */
export type Sight = { viewer: ContainerViewer; mayOpenContainers: boolean };

const none: Condition = sql`1 = 0`;
const seesContainer = ({ viewer, mayOpenContainers }: Sight) =>
  mayOpenContainers ? isContainerVisibleTo(viewer) : none;

/** Files and containers that all of these see, outside the trash. */
const filesSeenBy = (db: Db, sights: readonly Sight[]) =>
  db
    .selectFrom('files')
    .where('files.trashed_at', 'is', null)
    .where((eb) => eb.and(sights.map(({ viewer }) => isVisibleTo(viewer))));
const containersSeenBy = (db: Db, sights: readonly Sight[]) =>
  db
    .selectFrom('containers')
    .where('containers.deleted_at', 'is', null)
    .where((eb) => eb.and(sights.map(seesContainer)));

type Counted = { files: number; containers: number };

/** Counts what all of these see, and what `unseenBy` does not see of it. */
export async function countSeen(db: Db, sights: readonly Sight[], unseenBy?: Sight): Promise<Counted> {
  const isUnseen = (sees: (sight: Sight) => Condition): Condition =>
    unseenBy ? sql<SqlBool>`not ${sees(unseenBy)}` : sql<SqlBool>`1 = 1`;
  const [files, containers] = await Promise.all([
    countRows(filesSeenBy(db, sights).where(isUnseen((sight) => isVisibleTo(sight.viewer)))),
    countRows(containersSeenBy(db, sights).where(isUnseen(seesContainer))),
  ]);
  return { files, containers };
}

export const byTeamName: Order = [
  { by: sql`lower(teams.name)`, type: 'text' },
  { by: sql.ref('teams.id'), type: 'id' },
];

/** Returns a page of the teams of which all of these see something. */
export async function pageOfSeenTeams(db: Db, sights: readonly Sight[], page: Page<Cursor>) {
  const teams = db
    .selectFrom('teams')
    .select(['teams.id', 'teams.name'])
    .where((eb) =>
      eb.or([
        eb('teams.id', 'in', filesSeenBy(db, sights).select('files.team_id')),
        eb(
          'teams.id',
          'in',
          containersSeenBy(db, sights)
            .select('containers.team_id')
            .where('containers.team_id', 'is not', null)
            .$castTo<{ team_id: number }>(),
        ),
      ]),
    );
  return pageOf(teams, byTeamName, page);
}

/** Counts the files of these teams by file type, the largest numbers first. */
export async function countFilesByType(db: Db, sights: readonly Sight[], teamIds: readonly number[]) {
  if (teamIds.length === 0) return [];
  return filesSeenBy(db, sights)
    .leftJoin('file_types', 'file_types.id', 'files.file_type_id')
    .select(['files.team_id', 'files.file_type_id as id', 'file_types.name'])
    .select((eb) => eb.fn.countAll<number>().as('files'))
    .where('files.team_id', 'in', teamIds)
    .groupBy(['files.team_id', 'files.file_type_id', 'file_types.name'])
    .orderBy('files', 'desc')
    .orderBy('files.file_type_id')
    .execute();
}

/** Counts the containers by team, and those of no team under null. */
export async function countContainersByTeam(db: Db, sights: readonly Sight[]): Promise<Map<number | null, number>> {
  const rows = await containersSeenBy(db, sights)
    .select('containers.team_id')
    .select((eb) => eb.fn.countAll<number>().as('containers'))
    .groupBy('containers.team_id')
    .execute();
  return new Map(rows.map(({ team_id, containers }) => [team_id, containers]));
}

/** Counts the users of a role who can sign in. */
export const countUsersOfRole = (db: Db, roleId: number): Promise<number> => countRows(usersOf(db, [roleId]));

/**
 * Counts the containers that the caller sees and that some user of the role would see with the module. The teams of the role are
 * read first: asking for each container whether some user sees it takes 27 s with 10,000 of both.
 */
export async function countContainersOfRole(db: Db, caller: Sight, roleId: number): Promise<number> {
  const people = usersOf(db, [roleId]);
  const teams = await people
    .select('users.team_id')
    .union(people.innerJoin('team_viewers', 'team_viewers.user_id', 'users.id').select('team_viewers.team_id'))
    .execute();
  const seenTeamIds = teams.flatMap(({ team_id }) => team_id ?? []);
  const together = { userId: 0, seenTeamIds: roleId === roles.administrator ? undefined : seenTeamIds };
  return countRows(
    containersSeenBy(db, [caller])
      .where((eb) => eb.exists(people.select('users.id')))
      .where((eb) =>
        eb.or([isContainerVisibleTo(together), eb('containers.created_by', 'in', people.select('users.id'))]),
      ),
  );
}

/** Returns the team and the creator of a container outside the trash if the caller sees it. */
export async function findSeen(db: Db, caller: Sight, id: number): Promise<Omit<Seen, 'roleIds'> | undefined> {
  return containersSeenBy(db, [caller])
    .select(['containers.team_id as team', 'containers.created_by as owner'])
    .where('containers.id', '=', id)
    .executeTakeFirst();
}
