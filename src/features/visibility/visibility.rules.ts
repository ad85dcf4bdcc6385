import type { SeeingReason } from '#features/papers/seeing.rules.ts';
import { roles } from '#shared/access.ts';

type Person = { role_id: number; team_id: number | null; teams_can_view: readonly number[] };

/** The reasons for which a user sees the files and containers of a team. Without one, the user sees only their own there. */
export function reasonsOfTeam({ role_id, team_id, teams_can_view }: Person, teamId: number): SeeingReason[] {
  const reasons: [isSo: boolean, SeeingReason][] = [
    [role_id === roles.administrator, 'administrator'],
    [team_id === teamId, 'member'],
    [teams_can_view.includes(teamId), 'viewer'],
  ];
  const found = reasons.filter(([isSo]) => isSo).map(([, reason]) => reason);
  return found.length > 0 ? found : ['owner'];
}
