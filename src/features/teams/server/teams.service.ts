import { details } from '#features/audit/audit.texts.ts';
import { note } from '#features/audit/server/audit.queries.ts';
import type { Caller } from '#server/access/caller.ts';
import type { Parts } from '#server/parts.ts';
import { refusal } from '#server/refusal.ts';
import type { Team, TeamInput } from '../teams.contract.ts';
import { refusals } from '../teams.texts.ts';
import { changeTeam, countTeamUsage, deleteTeam, findTeam, insertTeam, teamExists } from './teams.queries.ts';
import type { TeamUsage } from './teams.queries.ts';

export async function createTeam({ db, clock }: Parts, caller: Caller, input: TeamInput): Promise<Team> {
  const at = clock().toISOString();
  return db.transaction().execute(async (tx) => {
    const team = await insertTeam(tx, input, at);
    await note(tx, caller, at, 'team.created', team);
    return team;
  });
}

/** Refuses 404 if there is no such team. */
export async function updateTeam(
  { db, clock }: Parts,
  caller: Caller,
  { id, ...input }: TeamInput & { id: number },
): Promise<Team> {
  return db.transaction().execute(async (tx) => {
    const old = await findTeam(tx, id);
    const team = await changeTeam(tx, id, input);
    if (!old || !team) throw refusal.notFound(refusals.gone);
    const detail = details.edited(old, team);
    await note(tx, caller, clock().toISOString(), 'team.changed', { ...team, detail });
    return team;
  });
}

/** Refuses 404 if there is no such team. */
export async function usageOfTeam({ db }: Parts, id: number): Promise<TeamUsage> {
  if (!(await teamExists(db, id))) throw refusal.notFound(refusals.gone);
  return countTeamUsage(db, id);
}

/** Files are never dropped with their team: refuses 409 while it owns any, with the count. Source: decisions.md section 4. */
export async function removeTeam({ db, clock }: Parts, caller: Caller, id: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { files, trashed } = await countTeamUsage(tx, id);
    if (files + trashed > 0) throw refusal.conflict(refusals.ownsFiles(files, trashed));
    const team = await deleteTeam(tx, id);
    if (!team) throw refusal.notFound(refusals.gone);
    await note(tx, caller, clock().toISOString(), 'team.deleted', team);
  });
}
