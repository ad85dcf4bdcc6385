import { recordAudit } from '#features/audit/server/audit.queries.ts';
import { importUndoMs, undoneBy } from '#features/imports/imports.rules.ts';
import { findChunk, insertChunk, listChunkStarts, markUndone } from '#features/imports/server/imports.queries.ts';
import { lockRights } from '#server/access/access.queries.ts';
import type { Caller } from '#server/access/caller.ts';
import { transactLocked } from '#server/access/transact-as.ts';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/database/db.ts';
import { inTurns, yieldIfDue } from '#server/event-loop-yield.ts';
import { refusal } from '#server/refusal.ts';
import { mayActOn } from '#shared/access.ts';
import { usersImportTexts as texts } from '../users-import.texts.ts';
import type { User } from '../users.contract.ts';
import { mayChangeTeam, mayChooseViewedTeams, mayShutOut } from '../users.rules.ts';
import { refusals } from '../users.texts.ts';
import { listUsage } from './users-import.queries.ts';
import { changeNameAndEmail, countTeams, listByIds, markDeleted, setTeam, setViewedTeams } from './users.queries.ts';

type Values = Pick<User, 'name' | 'email' | 'role_id' | 'team_id' | 'suspended_at'> & { teams_can_view: number[] };
/** `before` is null for a user that the import created. */
type UserUndo = { id: number; before: Values | null; after: Values };

const chunkSize = 250;

const valuesOf = ({ name, email, role_id, team_id, suspended_at, teams_can_view }: User): Values => ({
  name,
  email,
  role_id,
  team_id,
  suspended_at,
  teams_can_view,
});

const isSame = (one: Values, other: Values) => JSON.stringify(valuesOf(one as User)) === JSON.stringify(other);

/** Stores the values before an import beside the current ones. `before` has the users that the import changed. */
export async function storeUndo(tx: Db, importId: number, ids: readonly number[], before: ReadonlyMap<number, User>) {
  for (let start = 0; start < ids.length; start += chunkSize) {
    const users = await listByIds(tx, ids.slice(start, start + chunkSize));
    const undos = users.map((user): UserUndo => {
      const old = before.get(user.id);
      return { id: user.id, before: old ? valuesOf(old) : null, after: valuesOf(user) };
    });
    await insertChunk(tx, importId, { part: 'undo', start, data: JSON.stringify(undos) });
    await yieldIfDue();
  }
}

type Kept = { user: string; reason: string };

/**
 * Deletes the created users and restores the changed ones in one transaction, with one audit entry. Users that have signed
 * in, have data, or were changed since stay, and the answer names the reason.
 */
export async function undoUsersImport(ctx: Context, caller: Caller, id: number) {
  return transactLocked(ctx, caller, lockRights, async (tx, write) => {
    const { by, at } = write;
    const since = new Date(Date.parse(at) - importUndoMs).toISOString();
    if (!(await markUndone(tx, 'users', { id, userId: undoneBy(by), since, at })))
      throw refusal.notFound('import.not_found', texts.gone);
    const total = { removed: [] as string[], restored: [] as string[], kept: [] as Kept[] };
    for (const start of await listChunkStarts(tx, id, 'undo')) {
      const undos = JSON.parse(await findChunk(tx, id, 'undo', start)) as UserUndo[];
      const done = await undoChunk(tx, by, undos, at);
      total.removed.push(...done.removed);
      total.restored.push(...done.restored);
      total.kept.push(...done.kept);
    }
    const detail = texts.undone(total.removed, total.restored, total.kept.length);
    await recordAudit(write, 'user.import_undone', { detail });
    return { removed: total.removed.length, restored: total.restored.length, kept: total.kept };
  });
}

async function undoChunk(tx: Db, by: Caller, undos: readonly UserUndo[], at: string) {
  const ids = undos.map(({ id }) => id);
  const present = new Map((await listByIds(tx, ids)).map((user) => [user.id, user]));
  const usage = await listUsage(tx, ids);
  const done = { removed: [] as string[], restored: [] as string[], kept: [] as Kept[] };
  for await (const undo of inTurns(undos)) {
    const user = present.get(undo.id);
    const { email, name } = undo.after;
    const reason = user ? await reasonToKeep(tx, by, { user, undo, usage }) : texts.kept.deleted;
    if (reason !== undefined || !user) done.kept.push({ user: `${name} · ${email}`, reason: reason ?? '' });
    else if (undo.before) {
      await restore(tx, user, undo.before);
      done.restored.push(email);
    } else {
      await markDeleted(tx, user.id, at);
      done.removed.push(email);
    }
  }
  return done;
}

type Usage = Awaited<ReturnType<typeof listUsage>>;

async function reasonToKeep(
  tx: Db,
  by: Caller,
  { user, undo: { before, after }, usage }: { user: User; undo: UserUndo; usage: Usage },
): Promise<string | undefined> {
  if (!isSame(user, after)) return texts.kept.changed;
  if (before === null) {
    if (usage.opened.has(user.id)) return texts.kept.opened;
    if (usage.owners.has(user.id)) return texts.kept.inUse;
    return mayShutOut(by, user) ? undefined : refusals.aboveYou;
  }
  const isAllowed =
    (before.name === user.name || mayActOn(by, user)) &&
    (before.team_id === user.team_id || mayChangeTeam(by)) &&
    (before.teams_can_view.join() === user.teams_can_view.join() || mayChooseViewedTeams(by, user));
  if (!isAllowed) return refusals.aboveYou;
  const teams = new Set([...before.teams_can_view, ...(before.team_id === null ? [] : [before.team_id])]);
  return (await countTeams(tx, [...teams])) < teams.size ? texts.kept.noTeam : undefined;
}

async function restore(tx: Db, user: User, before: Values): Promise<void> {
  await changeNameAndEmail(tx, user.id, before);
  if (before.team_id !== null) await setTeam(tx, user.id, before.team_id);
  await setViewedTeams(tx, user.id, before.teams_can_view);
}
