import { recordAudit } from '#features/audit/server/audit.queries.ts';
import { optionalFields } from '#features/containers/core/container-fields.rules.ts';
import type {
  Container,
  ContainerCreation,
  ContainerEdition,
  MovedContainer,
  StatusChange,
} from '#features/containers/core/containers.contract.ts';
import { reachedFrom, storedStatuses } from '#features/containers/core/containers.rules.ts';
import type { StoredStatus } from '#features/containers/core/containers.rules.ts';
import { notices, refusals } from '#features/containers/core/containers.texts.ts';
import { fileViewer } from '#features/files/server/core/visible-files.queries.ts';
import { withoutPapers } from '#features/papers/checklist.texts.ts';
import { labelOf } from '#features/papers/container-labels.texts.ts';
import { indexContainers } from '#features/papers/server/number-index.queries.ts';
import { statusIds } from '#features/papers/statuses.rules.ts';
import type { Caller } from '#server/access/caller.ts';
import { transactAs } from '#server/access/transact-as.ts';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/database/db.ts';
import { lockPartyNames, lockRows } from '#server/database/dialect/locks.ts';
import { refusal } from '#server/refusal.ts';
import { insertBulkChange, listStoredColumns } from '../bulk/container-bulk.queries.ts';
import { missingTypes } from '../list/container-papers.queries.ts';
import { delayContainer } from './container-delay.service.ts';
import {
  changedFields,
  changeFields,
  editedText,
  notifyAssignee,
  notifyOfContainer,
  partyNamesAfter,
  readReferences,
  refuseFutureDay,
} from './container-edit.service.ts';
import type { EditableField, FieldChange } from './container-edit.service.ts';
import { insertEvents } from './container-history.queries.ts';
import type { NewEvent } from './container-history.queries.ts';
import { moveContainer } from './container-move.service.ts';
import { changedMeanwhile, containerOf, insertEventWithFiles, thingOf } from './container-record.service.ts';
import { insertContainer } from './containers.queries.ts';
import type { ContainerDetails, OptionalValues } from './containers.queries.ts';

/** The PFI date is sent as `expected_date` too. See docs/specification.md#entities. */
function detailsOf(input: Omit<ContainerCreation, 'status_id'>): ContainerDetails {
  const { name, container_no, expected_date, pfi_date, ex_factory_date } = input;
  const date = expected_date ?? pfi_date;
  if (!date) throw refusal.invalid('container.expected_date_required', 'expected_date', refusals.pfiDateRequired);
  return { name, container_no, pfi_date: date, ex_factory_date };
}

const optionalOf = (input: OptionalValues): OptionalValues =>
  Object.fromEntries(optionalFields.flatMap((field) => (input[field] === undefined ? [] : [[field, input[field]]])));

export async function createContainer(ctx: Context, caller: Caller, input: ContainerCreation): Promise<Container> {
  const values = { ...detailsOf(input), ...optionalOf(input) };
  const status_id = input.status_id ?? statusIds['Not Received'];
  const now = ctx.clock();
  refuseFutureDay(values, now);
  return transactAs(
    ctx,
    caller,
    async (tx, write) => {
      const { at: created_at } = write;
      const references = await readReferences(tx, write.by, values);
      const parties = partyNamesAfter(undefined, values, references);
      const id = await insertContainer(tx, values, parties, {
        status_id,
        created_by: caller.id,
        created_at,
      });
      const new_value = storedStatuses[status_id];
      await insertEvents(tx, [
        { container_id: id, what: 'created', new_value, user_id: caller.id, happened_at: created_at },
      ]);
      await indexContainers(tx, [id], created_at);
      const container = await containerOf(tx, fileViewer(write.by), id);
      await recordAudit(write, 'container.created', thingOf(container, new_value));
      await notifyAssignee(write, undefined, container);
      return container;
    },
    lockPartyNames,
  );
}

/**
 * Changes name, order number, dates and the optional fields that are sent, and adds an event for each changed field. Refuses
 * with 409 and the current container if the client has read an older version.
 */
export async function updateContainer(
  ctx: Context,
  caller: Caller,
  input: ContainerEdition & { id: number },
): Promise<Container> {
  const change: FieldChange = { ...detailsOf(input), ...optionalOf(input) };
  const now = ctx.clock();
  refuseFutureDay(change, now);
  return transactAs(
    ctx,
    caller,
    async (tx, write) => {
      const viewer = fileViewer(write.by);
      const old = await containerOf(tx, viewer, input.id);
      if (input.version !== undefined && input.version !== old.version) throw await changedMeanwhile(tx, old);
      const fields = changedFields(old, change);
      if (fields.length === 0) return old;
      const references = await readReferences(tx, write.by, pick(change, fields));
      if (!(await changeFields(write, old, change, { reason: input.reason, references })))
        throw await changedMeanwhile(tx, await containerOf(tx, viewer, input.id));
      await indexContainers(tx, [old.id], write.at);
      await recordAudit(write, 'container.changed', thingOf(old, editedText(old, change, references)));
      // Still visible to the caller, because a change to a team that the caller does not see is refused above.
      const container = await containerOf(tx, viewer, old.id);
      await notifyAssignee(write, old, container);
      return container;
    },
    lockPartyNames,
  );
}

const pick = (change: FieldChange, fields: readonly EditableField[]) =>
  Object.fromEntries(fields.map((field) => [field, change[field]])) as OptionalValues;

/** Moves the status of a container, or logs a delay. See docs/choices.md#status-calls-of-containers. */
export async function changeStatus(
  ctx: Context,
  caller: Caller,
  input: StatusChange & { id: number },
): Promise<MovedContainer> {
  const { id, version, delay_reason: reason, delay_category: category, file_ids } = input;
  const delay = { id, version, reason, category, file_ids };
  if (input.status === 'Delayed') return delayContainer(ctx, caller, { ...delay, kind: 'pfi' });
  if (input.status === 'Ex Factory Delayed') return delayContainer(ctx, caller, { ...delay, kind: 'ex_factory' });
  return move(ctx, caller, input, input.status);
}

async function move(
  ctx: Context,
  caller: Caller,
  {
    id,
    version,
    papers_reason,
    file_ids,
  }: Pick<StatusChange, 'version' | 'papers_reason' | 'file_ids'> & { id: number },
  status: StoredStatus,
): Promise<MovedContainer> {
  const { container, undo_id } = await transactAs(ctx, caller, async (tx, write) => {
    const viewer = fileViewer(write.by);
    // The outcome of a receipt is compared with the promised date, which another user may be changing.
    await lockRows(tx, 'containers', [id], 'change');
    const old = await containerOf(tx, viewer, id);
    const refused = refusal.conflict('container.status_not_allowed', refusals.cannotMove(status, old.status_name), {
      container: old,
    });
    if (!reachedFrom[status].some((from) => from === old.status_id)) throw refused;
    // The same target status can be another step in a newer version: Received is a receipt, or the undoing of a departure.
    if (version !== undefined && version !== old.version) throw await changedMeanwhile(tx, old);
    const reason = await reasonWithoutPapers(tx, old, status, papers_reason);
    const columns = await listStoredColumns(tx, [id]);
    const record = (event: NewEvent) => insertEventWithFiles(tx, viewer, event, file_ids);
    const isCurrent = await moveContainer(write, old, status, { reason, record });
    if (!isCurrent) throw await changedMeanwhile(tx, await containerOf(tx, viewer, id));
    await indexContainers(tx, [id], write.at);
    await notifyOfContainer(write, old, {
      title: notices.moved.title(status),
      message: notices.moved.message(labelOf(old), status, caller.name),
    });
    const undo_id = await insertBulkChange(tx, { userId: caller.id, at: write.at, columns, request: null });
    return { container: await containerOf(tx, viewer, id), undo_id };
  });
  return { ...container, undo_id };
}

/**
 * Returns the reason of the event of a status. A call without the field `papers_reason` has none. With it, the missing
 * types are named even if the reason is empty.
 */
async function reasonWithoutPapers(
  tx: Db,
  container: Container,
  status: StoredStatus,
  reason: StatusChange['papers_reason'],
): Promise<string | null> {
  if (reason === undefined || status === 'Not Received' || container.status_name === 'Departed') return null;
  const missing = await missingTypes(tx, container);
  return missing.length === 0 ? reason : withoutPapers(missing, reason);
}
