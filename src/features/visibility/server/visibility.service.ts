import { refusals as containerRefusals } from '#features/containers/core/containers.texts.ts';
import { refusals as fileRefusals } from '#features/files/core/files.texts.ts';
import { findFile } from '#features/files/server/core/files.queries.ts';
import { fileViewer, maySeeFile } from '#features/files/server/core/visible-files.queries.ts';
import { mayOpenContainers } from '#features/papers/server/visible-containers.queries.ts';
import { changesBetween, withChanges } from '#features/permissions/permissions.rules.ts';
import { listModules, listPermissions } from '#features/permissions/server/permissions.queries.ts';
import { findUser } from '#features/session/server/user-rows.queries.ts';
import { namesOfTeams } from '#features/teams/server/teams.queries.ts';
import { refusals as userRefusals } from '#features/users/users.texts.ts';
import { readPermissionTable } from '#server/access/access.queries.ts';
import type { Caller } from '#server/access/caller.ts';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/database/db.ts';
import { formatCursor, parseCursor } from '#server/database/page-of.ts';
import { refusal } from '#server/refusal.ts';
import { findModule, mayView, roles } from '#shared/access.ts';
import type { RoleId } from '#shared/access.ts';
import type { ParsedInputOf } from '#shared/endpoint.ts';
import { productModules } from '#shared/product-modules.ts';
import type { EffectOfMatrix, EffectOnUser, Viewers, Visible, visibilityContract } from '../visibility.contract.ts';
import { reasonsOfTeam } from '../visibility.rules.ts';
import {
  byName,
  byTeamName,
  countContainersByTeam,
  countContainersOfRole,
  countFilesByType,
  countSeen,
  countUsersOfRole,
  countViewers,
  findSeen,
  pageOfSeenTeams,
  pageOfViewers,
} from './visibility.queries.ts';
import type { Seen, Sight } from './visibility.queries.ts';

type Contract = typeof visibilityContract;
type Person = { id: number; role_id: RoleId; team_id: number | null; teams_can_view: number[] };

const sightOf = async (db: Db, person: Person): Promise<Sight> => ({
  viewer: fileViewer(person),
  mayOpenContainers: await mayOpenContainers(db, person),
});

/** Managers see only the files and containers of some teams, and every count is limited to these. */
const isLimited = ({ viewer }: Sight) => viewer.seenTeamIds !== undefined;

/** Refuses with 404 unless the caller may see the file. */
export async function viewersOfFile(
  { listDb: db }: Context,
  caller: Caller,
  input: ParsedInputOf<Contract['fileViewers']>,
): Promise<Viewers> {
  const file = await findFile(db, input.id);
  if (!file || !maySeeFile(caller, file)) throw refusal.notFound('file.not_found', fileRefusals.gone);
  return viewersOf(db, { team: file.team_id, owner: file.user_id, roleIds: null }, input);
}

/** Refuses with 404 unless the caller may see the container. */
export async function viewersOfContainer(
  { listDb: db }: Context,
  caller: Caller,
  input: ParsedInputOf<Contract['containerViewers']>,
): Promise<Viewers> {
  const found = await findSeen(db, await sightOf(db, caller), input.id);
  if (!found) throw refusal.notFound('container.not_found', containerRefusals.gone);
  const table = await readPermissionTable(db);
  const roleIds = Object.values(roles).filter((role) => mayView(table, role, productModules.containers));
  return viewersOf(db, { ...found, roleIds }, input);
}

async function viewersOf(
  db: Db,
  seen: Seen,
  { reason, after, limit }: Pick<ParsedInputOf<Contract['fileViewers']>, 'reason' | 'after' | 'limit'>,
): Promise<Viewers> {
  const page = { reason, after: parseCursor(after, byName), limit };
  const [counts, { users, next }] = await Promise.all([countViewers(db, seen), pageOfViewers(db, seen, page)]);
  const team =
    seen.team === null ? null : { id: seen.team, name: (await namesOfTeams(db, [seen.team])).get(seen.team) ?? '' };
  return { ...counts, team, role_ids: seen.roleIds && [...seen.roleIds], users, next: next && formatCursor(next) };
}

async function personOf(db: Db, id: number) {
  const user = await findUser(db, id);
  if (!user) throw refusal.notFound('user.not_found', userRefusals.gone);
  return { ...user, role_id: user.role_id as RoleId };
}

/** Returns what a user sees of that which the caller sees. Refuses with 404 an unknown user. */
export async function visibleTo(
  { listDb: db }: Context,
  caller: Caller,
  { id, after, limit }: ParsedInputOf<Contract['visible']>,
): Promise<Visible> {
  const user = await personOf(db, id);
  const [own, seen] = await Promise.all([sightOf(db, caller), sightOf(db, user)]);
  const known = {
    is_suspended: user.suspended_at !== null,
    may_open_containers: seen.mayOpenContainers,
    is_limited: isLimited(own),
  };
  if (known.is_suspended) return { ...known, files: 0, containers: 0, containers_of_no_team: 0, teams: [], next: null };
  const sights = [seen, own];
  const [totals, containers, { rows, next }] = await Promise.all([
    countSeen(db, sights),
    countContainersByTeam(db, sights),
    pageOfSeenTeams(db, sights, { after: parseCursor(after, byTeamName), limit }),
  ]);
  const files = Map.groupBy(
    await countFilesByType(
      db,
      sights,
      rows.map((team) => team.id),
    ),
    ({ team_id }) => team_id,
  );
  const teams = rows.map((team) => {
    const types = files.get(team.id) ?? [];
    return {
      ...team,
      reasons: reasonsOfTeam(user, team.id),
      files: types.reduce((sum, type) => sum + type.files, 0),
      file_types: types.map(({ team_id: _, ...type }) => type),
      containers: containers.get(team.id) ?? 0,
    };
  });
  return {
    ...known,
    ...totals,
    containers_of_no_team: containers.get(null) ?? 0,
    teams,
    next: next && formatCursor(next),
  };
}

/** Returns what a user would gain and lose by this change, of that which the caller sees. */
export async function effectOnUser(
  { listDb: db }: Context,
  caller: Caller,
  { id, ...change }: ParsedInputOf<Contract['effectOnUser']>,
): Promise<EffectOnUser> {
  const user = await personOf(db, id);
  const changed = { ...user, ...Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) };
  const [own, before, after] = await Promise.all([sightOf(db, caller), sightOf(db, user), sightOf(db, changed)]);
  const [gains, loses] = await Promise.all([countSeen(db, [after, own], before), countSeen(db, [before, own], after)]);
  return { is_limited: isLimited(own), gains, loses };
}

/** Returns what each changed cell of the matrix would change. Only the module of containers shows and hides records. */
export async function effectOfMatrix(
  { listDb: db }: Context,
  caller: Caller,
  { permissions }: ParsedInputOf<Contract['effectOfMatrix']>,
): Promise<EffectOfMatrix> {
  const [matrix, modules, own] = await Promise.all([listPermissions(db), listModules(db), sightOf(db, caller)]);
  const changed = changesBetween(matrix, withChanges(matrix, permissions));
  const containersModule = findModule(modules, productModules.containers)?.id;
  const changes = await Promise.all(
    changed.map(async (cell) => ({
      ...cell,
      people: await countUsersOfRole(db, cell.role_id),
      containers: cell.module_id === containersModule ? await countContainersOfRole(db, own, cell.role_id) : 0,
    })),
  );
  return { is_limited: isLimited(own), changes };
}
