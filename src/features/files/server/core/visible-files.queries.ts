import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import { refusals } from '#features/files/core/files.texts.ts';
import type { ContainerViewer } from '#features/papers/server/visible-containers.queries.ts';
import type { Caller } from '#server/access/caller.ts';
import { refusal } from '#server/refusal.ts';
import { roles } from '#shared/access.ts';

// The rule for which files a person may see, in the trash or not: those of the teams they see, and those they uploaded
// themselves in any team. Every query and every check of a single file goes through this file. sees-because.queries.ts has the
// same rule for all users.

/** Files and containers are seen by the same fields of a caller. */
export type FileViewer = ContainerViewer;

/** The fields of a caller, or of another user, that the rule needs. */
type Seer = Pick<Caller, 'id' | 'role_id' | 'team_id' | 'teams_can_view' | 'token'>;

/** Returns the teams all of whose files the caller sees; undefined for every team. The teams of a token limit them. */
export function teamsSeenBy({ role_id, team_id, teams_can_view, token }: Omit<Seer, 'id'>): number[] | undefined {
  const limit = token?.teamIds;
  if (role_id === roles.administrator) return limit && [...limit];
  const seen = [...new Set([...(team_id === null ? [] : [team_id]), ...teams_can_view])];
  return limit ? seen.filter((id) => limit.includes(id)) : seen;
}

/** The user whose own files and containers the caller sees in every team. 0 for a token of some teams: nobody. */
export const ownerSeenBy = (caller: Seer): number => (caller.token?.teamIds ? 0 : caller.id);

export const fileViewer = (caller: Seer): FileViewer => ({
  userId: ownerSeenBy(caller),
  seenTeamIds: teamsSeenBy(caller),
});

/** Returns whether the caller may see a file that was already read. */
export function maySeeFile(caller: Caller, file: { team_id: number; user_id: number }): boolean {
  const { userId, seenTeamIds } = fileViewer(caller);
  return seenTeamIds === undefined || seenTeamIds.includes(file.team_id) || file.user_id === userId;
}

/** Refuses with 404 unless the caller may see each of the files. The details are the ids of the others. */
export function refuseUnseen(
  caller: Caller,
  ids: number[],
  files: { id: number; team_id: number; user_id: number }[],
): void {
  const seen = new Set(files.filter((file) => maySeeFile(caller, file)).map(({ id }) => id));
  const file_ids = ids.filter((id) => !seen.has(id));
  if (file_ids.length > 0)
    throw refusal.notFound('file.some_not_found', () => refusals.someGone(file_ids.length), { file_ids });
}

/**
 * The SQL condition that some member of a team sees a file, other than as an administrator: a file of the team, one of a team
 * whose files a member sees, or one that a member uploaded. No team (null) stands for everybody. Only members who can sign in
 * count. `file` is an alias of the table `files`.
 */
export function isVisibleToTeam(file: string, team: RawBuilder<unknown>): RawBuilder<SqlBool> {
  const [fileTeam, uploader] = [sql.ref(`${file}.team_id`), sql.ref(`${file}.user_id`)];
  const isMember = sql`member.team_id = ${team} and member.deleted_at is null and member.suspended_at is null`;
  return sql`(${team} is null or ${fileTeam} = ${team}
    or exists (select 1 from users as member where member.id = ${uploader} and ${isMember})
    or exists (select 1 from team_viewers as seen join users as member on member.id = seen.user_id
      where seen.team_id = ${fileTeam} and ${isMember}))`;
}

/** The SQL condition under which the viewer may see a row of the table `files`. */
export function isVisibleTo({ userId, seenTeamIds }: FileViewer): RawBuilder<SqlBool> {
  if (seenTeamIds === undefined) return sql`1 = 1`;
  const own = sql<SqlBool>`files.user_id = ${userId}`;
  return seenTeamIds.length === 0 ? own : sql`(files.team_id in (${sql.join(seenTeamIds)}) or ${own})`;
}
