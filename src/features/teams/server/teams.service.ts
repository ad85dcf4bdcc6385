import { details } from '#features/audit/audit.texts.ts';
import { recordAudit } from '#features/audit/server/audit.queries.ts';
import type { Caller } from '#server/access/caller.ts';
import { transactAs } from '#server/access/transact-as.ts';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/database/db.ts';
import { lockNumberOf, lockRow } from '#server/database/dialect/locks.ts';
import { refusal } from '#server/refusal.ts';
import { maxTeams } from '#shared/limits.ts';
import type { Team, TeamInput } from '../teams.contract.ts';
import { refusals } from '../teams.texts.ts';
import { changeTeam, countTeams, deleteTeam, findTeam, findTeamUsage, insertTeam } from './teams.queries.ts';

/** Refuses with 422 if there are too many: the list of all of them is sent at once. */
export async function createTeam(ctx: Context, caller: Caller, input: TeamInput): Promise<Team> {
  return transactAs(ctx, caller, async (tx, write) => {
    await lockNumberOf(tx, 'teams');
    if ((await countTeams(tx)) >= maxTeams)
      throw refusal.invalid('team.too_many', 'name', () => refusals.tooMany(maxTeams));
    const team = await insertTeam(tx, input, write.at);
    await recordAudit(write, 'team.created', team);
    return team;
  });
}

/** Refuses with 404 if there is no such team. */
export async function updateTeam(
  ctx: Context,
  caller: Caller,
  { id, ...input }: TeamInput & { id: number },
): Promise<Team> {
  return transactAs(ctx, caller, async (tx, write) => {
    await lockRow(tx, 'teams', id);
    const old = await findTeam(tx, id);
    const team = await changeTeam(tx, id, input);
    if (!old || !team) throw refusal.notFound('team.not_found', refusals.gone);
    const detail = details.edited(old, team);
    await recordAudit(write, 'team.changed', { ...team, detail });
    return team;
  });
}

/** Refuses with 404 if there is no such team. */
export async function usageOfTeam(db: Db, id: number) {
  const usage = await findTeamUsage(db, id);
  if (!usage) throw refusal.notFound('team.not_found', refusals.gone);
  return usage;
}

/**
 * Refuses with 409 and the number of files while the team owns any, because files are never deleted with their team.
 * See docs/choices.md#deleted-entities.
 */
export async function removeTeam(ctx: Context, caller: Caller, id: number): Promise<void> {
  await transactAs(ctx, caller, async (tx, write) => {
    await lockRow(tx, 'teams', id);
    const { files, trashed, containers } = await usageOfTeam(tx, id);
    if (files + trashed > 0) throw refusal.conflict('team.in_use', () => refusals.ownsFiles(files, trashed));
    if (containers > 0) throw refusal.conflict('team.in_use', () => refusals.ownsContainers(containers));
    await recordAudit(write, 'team.deleted', await deleteTeam(tx, id));
  });
}
