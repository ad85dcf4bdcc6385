import type { Act } from '#features/audit/audit.rules.ts';
import { partyFields, undoWithinMs } from '#features/containers/core/container-fields.rules.ts';
import { fieldRefusals } from '#features/containers/core/container-fields.texts.ts';
import type { Container } from '#features/containers/core/containers.contract.ts';
import { ownTexts } from '#features/containers/core/containers.texts.ts';
import { fileViewer } from '#features/files/server/core/visible-files.queries.ts';
import type { Caller } from '#server/access/caller.ts';
import { transactLocked } from '#server/access/transact-as.ts';
import type { Write } from '#server/access/transact-as.ts';
import type { Context } from '#server/context.ts';
import { lockPartyNames } from '#server/database/dialect/locks.ts';
import { refusal } from '#server/refusal.ts';
import { restoreContainers } from '../core/container-change.service.ts';
import { listInTurns } from '../core/container-record.service.ts';
import { referencesOf } from '../core/container-references.service.ts';
import { isBulkUndone, takeBulkChange } from './container-bulk.queries.ts';
import type { StoredColumns, Undo } from './container-bulk.queries.ts';

/**
 * Undoes a bulk change or a move of the caller, except in containers that were changed later. Each restored container gets history
 * entries.
 */
export async function undoBulk(ctx: Context, caller: Caller, id: number): Promise<{ restored: number; kept: number }> {
  return transactLocked(ctx, caller, lockPartyNames, async (tx, write) => {
    const { at } = write;
    const since = new Date(Date.parse(at) - undoWithinMs).toISOString();
    const all = await takeBulkChange(tx, { id, userId: caller.id, since, at });
    if (!all) {
      const isUndone = await isBulkUndone(tx, { id, userId: caller.id });
      throw refusal.notFound('container.no_undo', isUndone ? fieldRefusals.undoneBefore : fieldRefusals.noUndo);
    }
    const visible = await listInTurns(
      tx,
      fileViewer(write.by),
      all.map((one) => one.id),
    );
    const reason = all.length === 1 ? ownTexts.undone : ownTexts.bulkUndone;
    const restored = await restoreKnown(write, visible, all, { act: 'container.bulk_undone', reason });
    return { restored, kept: all.length - restored };
  });
}

/**
 * Restores these containers, except those that were changed since, and those of which an earlier team or party is gone.
 * Returns the number of restored ones.
 */
export async function restoreKnown(
  write: Write<Caller>,
  containers: readonly Container[],
  undos: readonly Undo[],
  { act, reason }: { act: Act; reason: string },
): Promise<number> {
  const present = new Map(containers.map((container) => [container.id, container]));
  const references = await referencesOf(write.tx, undos);
  const restorations = undos.flatMap(({ columns, ...undo }) => {
    const container = present.get(undo.id);
    const teamIsGone = typeof columns.team_id === 'number' && !references.teams.has(columns.team_id);
    if (!container || teamIsGone) return [];
    const partyIds = partyFields.map((field) => columns[field]).filter((id) => typeof id === 'number');
    const parties = partyIds.flatMap((id) => references.parties.get(id) ?? []);
    if (parties.length < partyIds.length) return [];
    return [{ container, undo: { ...undo, columns: withoutWaits(columns, container) }, parties, reason }];
  });
  const changedSince = await restoreContainers(write, restorations, { references, act });
  return restorations.length - changedSince.length;
}

/**
 * The columns without the wait for a new date, unless the undo moves this date. The job for overdue dates may have set it since,
 * without another version.
 */
function withoutWaits(columns: StoredColumns, container: Container): StoredColumns {
  const kept: StoredColumns & { [Wait in `awaits_${string}`]?: number } = { ...columns };
  for (const field of ['pfi_date', 'ex_factory_date'] as const)
    if (columns[field] === container[field]) delete kept[`awaits_${field}`];
  return kept;
}
