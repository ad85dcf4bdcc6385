import { recordAudit } from '#features/audit/server/audit.queries.ts';
import { partyFields, undoWithinMs } from '#features/containers/core/container-fields.rules.ts';
import { fieldRefusals } from '#features/containers/core/container-fields.texts.ts';
import type { Container } from '#features/containers/core/containers.contract.ts';
import { storedStatuses } from '#features/containers/core/containers.rules.ts';
import type { StatusId } from '#features/containers/core/containers.rules.ts';
import { ownTexts } from '#features/containers/core/containers.texts.ts';
import { fileViewer } from '#features/files/server/core/visible-files.queries.ts';
import { indexContainers } from '#features/papers/server/number-index.queries.ts';
import { namesOfTeams } from '#features/teams/server/teams.queries.ts';
import type { Caller } from '#server/access/caller.ts';
import { transactAs } from '#server/access/transact-as.ts';
import type { Write } from '#server/access/transact-as.ts';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/database/db.ts';
import { lockPartyNames } from '#server/database/dialect/locks.ts';
import { makeYield } from '#server/event-loop-yield.ts';
import { refusal } from '#server/refusal.ts';
import { changedFields, editableFields, shownAfter, shownBefore } from '../core/container-edit.service.ts';
import type { FieldChange, References } from '../core/container-edit.service.ts';
import { insertEvents } from '../core/container-history.queries.ts';
import { recordDaysLost } from '../core/container-outcomes.queries.ts';
import { listInTurns, thingOf } from '../core/container-record.service.ts';
import { namesOfParties, namesOfUsers } from '../core/container-references.queries.ts';
import { isBulkUndone, restoreColumns, takeBulkChange } from './container-bulk.queries.ts';
import type { StoredColumns, Undo } from './container-bulk.queries.ts';

/**
 * Undoes a bulk change or a move of the caller, except in containers that were changed later. Each restored container gets history
 * entries.
 */
export async function undoBulk(ctx: Context, caller: Caller, id: number): Promise<{ restored: number; kept: number }> {
  return transactAs(
    ctx,
    caller,
    async (tx, write) => {
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
      const present = new Map(visible.map((container) => [container.id, container]));
      const references = await referencesOf(tx, all);
      const reason = all.length === 1 ? ownTexts.undone : ownTexts.bulkUndone;
      let restored = 0;
      const yieldIfDue = makeYield();
      for (const undo of all) {
        const container = present.get(undo.id);
        if (container && (await restoreOne(write, { container, undo, references, reason }))) {
          await recordAudit(write, 'container.bulk_undone', thingOf(container));
          restored += 1;
        }
        await yieldIfDue();
      }
      return { restored, kept: all.length - restored };
    },
    lockPartyNames,
  );
}

/** The names of everything that the earlier values refer to. Teams and parties that were deleted since are left out. */
export async function referencesOf(tx: Db, all: readonly Undo[]): Promise<References> {
  const idsOf = (fields: readonly (keyof Undo['columns'])[]) => [
    ...new Set(
      all.flatMap(({ columns }) => fields.map((field) => columns[field])).filter((value) => typeof value === 'number'),
    ),
  ];
  return {
    parties: await namesOfParties(tx, idsOf(partyFields)),
    users: await namesOfUsers(tx, idsOf(['assignee_id'])),
    teams: await namesOfTeams(tx, idsOf(['team_id'])),
  };
}

/** Returns false if the container was changed since, or if its earlier team or one of its earlier parties is gone. */
export async function restoreOne(
  { tx, by, at }: Write<Caller>,
  { container, undo, references, reason }: { container: Container; undo: Undo; references: References; reason: string },
): Promise<boolean> {
  const { columns } = undo;
  const teamIsGone = typeof columns.team_id === 'number' && !references.teams.has(columns.team_id);
  if (teamIsGone) return false;
  const partyIds = partyFields.map((field) => columns[field]).filter((id) => typeof id === 'number');
  const parties = partyIds.flatMap((id) => references.parties.get(id) ?? []);
  if (parties.length < partyIds.length) return false;
  if (!(await restoreColumns(tx, { ...undo, columns: withoutWaits(columns, container) }, parties, at))) return false;
  const change = Object.fromEntries(editableFields.map((field) => [field, columns[field] ?? null])) as FieldChange;
  await recordDaysLost(tx, container, change);
  const event = { container_id: container.id, user_id: by.id, reason, happened_at: at };
  const events = changedFields(container, change).map((what) => ({
    ...event,
    what: what as string,
    old_value: shownBefore(container, what),
    new_value: shownAfter(change[what] ?? null, what, references),
  }));
  if (columns.status_id !== container.status_id)
    events.push({
      ...event,
      what: 'status',
      old_value: container.status_name,
      new_value: storedStatuses[columns.status_id as StatusId],
    });
  await insertEvents(tx, events);
  await indexContainers(tx, [container.id], at);
  return true;
}

/**
 * The columns without the wait for a new date, unless the undo moves this date. The job for overdue dates may have set it since,
 * without another version.
 */
const withoutWaits = (columns: StoredColumns, container: Container): StoredColumns =>
  Object.fromEntries(
    Object.entries(columns).filter(
      ([name]) =>
        !(['pfi_date', 'ex_factory_date'] as const).some(
          (field) => name === `awaits_${field}` && columns[field] === container[field],
        ),
    ),
  ) as StoredColumns;
