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
import { changedFields } from '#features/containers/core/field-changes.rules.ts';
import type { FieldChange } from '#features/containers/core/field-changes.rules.ts';
import { fileViewer } from '#features/files/server/core/visible-files.queries.ts';
import { withoutPapers } from '#features/papers/checklist.texts.ts';
import { labelOf } from '#features/papers/container-labels.texts.ts';
import { statusIds } from '#features/papers/statuses.rules.ts';
import type { Caller } from '#server/access/caller.ts';
import { transactAs, transactLocked } from '#server/access/transact-as.ts';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/database/db.ts';
import { lockPartyNames, lockRows } from '#server/database/dialect/locks.ts';
import { refusal } from '#server/refusal.ts';
import { recordOf } from '#shared/record-of.ts';
import { listMissingTypes } from '../list/container-papers.queries.ts';
import { changeContainers, changeUndoably, createContainers, refuseFutureDay } from './container-change.service.ts';
import { delayContainer } from './container-delay.service.ts';
import { notifyAssignee, notifyOfContainer } from './container-notices.service.ts';
import { changedMeanwhile, containerOf } from './container-record.service.ts';
import { readReferences } from './container-references.service.ts';
import type { ContainerDetails, OptionalValues } from './containers.queries.ts';
import { noReferences } from './field-differences.ts';

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
  return transactLocked(ctx, caller, lockPartyNames, async (tx, write) => {
    const references = await readReferences(tx, write.by, values);
    const [id] = await createContainers(write, [{ values, status: storedStatuses[status_id] }], references);
    const container = await containerOf(tx, fileViewer(write.by), id as number);
    await notifyAssignee(write, container);
    return container;
  });
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
  return transactLocked(ctx, caller, lockPartyNames, async (tx, write) => {
    const viewer = fileViewer(write.by);
    const old = await containerOf(tx, viewer, input.id);
    if (input.version !== undefined && input.version !== old.version) throw await changedMeanwhile(tx, old);
    const fields = changedFields(old, change);
    if (fields.length === 0) return old;
    const isReferring = fields.some((field) => field.endsWith('_id'));
    const references = isReferring
      ? await readReferences(
          tx,
          write.by,
          recordOf(fields, (field) => change[field]),
        )
      : noReferences;
    await changeContainers(write, [{ container: old, change, reason: input.reason }], references);
    // Still visible to the caller, because a change to a team that the caller does not see is refused above.
    const container = await containerOf(tx, viewer, old.id);
    if (container.assignee_id !== old.assignee_id) await notifyAssignee(write, container);
    return container;
  });
}

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
  { id, version, papers_reason, file_ids }: StatusChange & { id: number },
  status: StoredStatus,
): Promise<MovedContainer> {
  return transactAs(ctx, caller, async (tx, write) => {
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
    const change = { container: old, steps: [status], stepReason: reason, evidence: { viewer, fileIds: file_ids } };
    const undo_id = await changeUndoably(write, [change], noReferences);
    await notifyOfContainer(write, old, {
      title: notices.moved.title(status),
      message: notices.moved.message(labelOf(old), status, caller.name),
      event: status === 'Departed' ? 'departed' : 'received',
    });
    return { ...(await containerOf(tx, viewer, id)), undo_id };
  });
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
  const missing = (await listMissingTypes(tx, [container])).get(container.id);
  return missing ? withoutPapers(missing, reason) : reason;
}
