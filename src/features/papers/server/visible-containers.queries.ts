import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import { readPermissionTable } from '#server/access/access.queries.ts';
import type { Caller } from '#server/access/caller.ts';
import type { Db } from '#server/database/db.ts';
import { mayView } from '#shared/access.ts';
import { productModules } from '#shared/product-modules.ts';

// The rule for which containers a person may see: those of no team, those of the teams whose files they see, and those they
// created themselves. Every query and every check of a single container goes through this file. sees-because.queries.ts has the
// same rule for all users.

/** The fields of a caller that the rule needs. */
export type ContainerViewer = {
  userId: number;
  /** Teams all of whose containers and files they see; undefined for every team. */
  seenTeamIds: number[] | undefined;
};

/**
 * Returns whether the role of the caller has the module of containers, and an access token the area. Otherwise the caller sees
 * no container.
 */
export const mayOpenContainers = async (db: Db, caller: Pick<Caller, 'role_id' | 'token'>): Promise<boolean> =>
  caller.token?.areas.includes('containers') !== false &&
  mayView(await readPermissionTable(db), caller.role_id, productModules.containers);

/** The viewer of scheduled jobs. */
export const everything: ContainerViewer = { userId: 0, seenTeamIds: undefined };

/** The SQL condition under which the viewer may see a row of the table `containers`, or of an alias of it. */
export function isContainerVisibleTo(
  { userId, seenTeamIds }: ContainerViewer,
  table: 'containers' | 'other' = 'containers',
): RawBuilder<SqlBool> {
  if (seenTeamIds === undefined) return sql`1 = 1`;
  const team = sql.ref(`${table}.team_id`);
  const ofTeam = seenTeamIds.length === 0 ? sql`` : sql`or ${team} in (${sql.join(seenTeamIds)})`;
  return sql`(${team} is null ${ofTeam} or ${sql.ref(`${table}.created_by`)} = ${userId})`;
}

/** Returns the names of a container outside the trash if the viewer sees it. */
export async function findSeenContainer(
  db: Db,
  viewer: ContainerViewer,
  id: number,
): Promise<{ id: number; name: string; container_no: string } | undefined> {
  return db
    .selectFrom('containers')
    .select(['id', 'name', 'container_no'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where(isContainerVisibleTo(viewer))
    .executeTakeFirst();
}
