import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import type { FileViewer } from '#features/files/server/visible-files.queries.ts';

// The rule for which containers a person may see: those of no team, those of the teams whose files they see, and those they
// created themselves. Every query and every check of a single container goes through this file. The recipients of a notice are
// found by the same rule for all users, in notifications.queries.ts.

export type ContainerViewer = FileViewer;

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
