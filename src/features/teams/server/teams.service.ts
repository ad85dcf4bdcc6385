import type { Parts } from '#server/parts.ts';
import { refusal } from '#server/refusal.ts';
import type { Team, TeamInput } from '../teams.contract.ts';
import { refusals } from '../teams.texts.ts';
import { changeTeam, countTeamUsage, deleteTeam, teamExists } from './teams.queries.ts';
import type { TeamUsage } from './teams.queries.ts';

/** Refuses 404 if there is no such team. */
export async function updateTeam({ db }: Parts, id: number, input: TeamInput): Promise<Team> {
  const team = await changeTeam(db, id, input);
  if (!team) throw refusal.notFound(refusals.gone);
  return team;
}

/** Refuses 404 if there is no such team. */
export async function usageOfTeam({ db }: Parts, id: number): Promise<TeamUsage> {
  if (!(await teamExists(db, id))) throw refusal.notFound(refusals.gone);
  return countTeamUsage(db, id);
}

/** Files are never dropped with their team: refuses 409 while it owns any, with the count. Source: decisions.md section 4. */
export async function removeTeam({ db }: Parts, id: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { files, trashed } = await countTeamUsage(tx, id);
    if (files + trashed > 0) throw refusal.conflict(refusals.ownsFiles(files, trashed));
    if (!(await deleteTeam(tx, id))) throw refusal.notFound(refusals.gone);
  });
}
