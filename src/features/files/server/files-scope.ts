import type { Caller } from '#server/access/caller.ts';
import { roles } from '#shared/access.ts';

/** Which teams' files a person sees; none means all teams'. Everyone also sees what they uploaded themselves. Source: decisions.md section 3. */
export function teamsSeenBy(caller: Caller): number[] | undefined {
  if (caller.role_id === roles.administrator) return undefined;
  const own = caller.team_id === null ? [] : [caller.team_id];
  return [...new Set([...own, ...caller.teams_can_view])];
}

/** Whether a person may see this file at all. */
export function maySeeFile(caller: Caller, file: { team_id: number; user_id: number }): boolean {
  const teams = teamsSeenBy(caller);
  return teams === undefined || teams.includes(file.team_id) || file.user_id === caller.id;
}
