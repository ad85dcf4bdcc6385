import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import { roles } from '#shared/access.ts';
import type { SeeingReason } from '../seeing.rules.ts';

type Condition = RawBuilder<SqlBool>;

/**
 * The rule of `isVisibleTo` and `isContainerVisibleTo` for all users: the SQL condition of each reason for which a row of
 * `users` sees a file or a container of this team and this owner. Both are values or references. No team is the null of a
 * container that everybody with the module sees.
 */
export const seesBecause = (of: { team: unknown; owner?: unknown }): Record<SeeingReason, Condition> => ({
  administrator: sql`users.role_id = ${roles.administrator}`,
  member: sql`users.team_id = ${of.team}`,
  viewer: sql`exists (select 1 from team_viewers
    where team_viewers.user_id = users.id and team_viewers.team_id = ${of.team})`,
  owner: of.owner === undefined ? sql`1 = 0` : sql`users.id = ${of.owner}`,
  everybody: of.team === null ? sql`1 = 1` : sql`1 = 0`,
});

export const anyOf = (conditions: Partial<Record<SeeingReason, Condition>>): Condition =>
  sql`(${sql.join(Object.values(conditions), sql` or `)})`;
