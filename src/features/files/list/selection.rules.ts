import type { Team } from '#features/teams/teams.contract.ts';
import { roles, viewedTeams } from '#shared/access.ts';

type Mover = { role_id: number; team_id: number | null; teams_can_view: readonly number[] | string };

/**
 * The teams whose files the person sees. These are also the teams that files can be moved to.
 * See docs/choices.md#visible-files.
 */
export function teamsToMoveTo(person: Mover, teams: readonly Team[]): Team[] {
  const seen = new Set([person.team_id, ...viewedTeams(person.teams_can_view)]);
  return teams.filter((team) => person.role_id === roles.administrator || seen.has(team.id));
}
