import type { bulkContract, BulkChange, PlannedChange } from '#features/containers/bulk/container-bulk.contract.ts';
import { maxBulk, partyFields } from '#features/containers/core/container-fields.rules.ts';
import { fieldRefusals } from '#features/containers/core/container-fields.texts.ts';
import type { Container } from '#features/containers/core/containers.contract.ts';
import { reachedFrom } from '#features/containers/core/containers.rules.ts';
import { refusals } from '#features/containers/core/containers.texts.ts';
import type { FieldChange } from '#features/containers/core/field-changes.rules.ts';
import { fileViewer } from '#features/files/server/core/visible-files.queries.ts';
import { withoutPapers } from '#features/papers/checklist.texts.ts';
import { labelOf } from '#features/papers/container-labels.texts.ts';
import type { Caller } from '#server/access/caller.ts';
import { transactLocked } from '#server/access/transact-as.ts';
import type { Write } from '#server/access/transact-as.ts';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/database/db.ts';
import { lockPartyNames, lockRows } from '#server/database/dialect/locks.ts';
import { inTurns } from '#server/event-loop-yield.ts';
import { refusal } from '#server/refusal.ts';
import { addDays, calendarDate } from '#shared/calendar.ts';
import type { AnswerOf } from '#shared/endpoint.ts';
import { changeUndoably, refuseFutureDay } from '../core/container-change.service.ts';
import { notifyOfBulk } from '../core/container-notices.service.ts';
import { analyzeContainers, listInTurns } from '../core/container-record.service.ts';
import { readReferences } from '../core/container-references.service.ts';
import type { OptionalValues } from '../core/containers.queries.ts';
import { differencesOf } from '../core/field-differences.ts';
import type { References } from '../core/field-differences.ts';
import { findNames } from '../import/import-matches.service.ts';
import { listMissingTypes } from '../list/container-papers.queries.ts';
import { filterOf } from '../list/container-reads.service.ts';
import { listIds } from '../list/page-ids.queries.ts';
import { addNewParties } from '../parties/new-parties.service.ts';
import { findBulkChange, hashOfRequest } from './container-bulk.queries.ts';

type Plan = { container: Container; change: FieldChange; status: 'Received' | 'Departed' | undefined };

type Answer = AnswerOf<typeof bulkContract.change>;

/** Changes many containers in one transaction, or only returns the changes. */
export async function changeMany(ctx: Context, caller: Caller, input: BulkChange) {
  refuseEmpty(input);
  const request = requestOf(input);
  const asked = await listAsked(ctx, caller, input);
  const answer = await transactLocked(ctx, caller, lockPartyNames, async (tx, write) => {
    const containers = await selectContainers(ctx, tx, write.by, { ...input, asked });
    if (!areAsSeen(containers, input)) return findRepeated(tx, caller, request, input);
    const { values, planned: newParties } = await withPartyIds(write, input);
    const references = await readReferences(tx, write.by, values, newParties);
    const plans: Plan[] = [];
    const planned: PlannedChange[] = [];
    for await (const container of inTurns(containers)) {
      const plan = planOf(container, input, values);
      refuseFutureDay(plan.change, ctx.clock());
      plans.push(plan);
      planned.push(plannedChange(plan, references));
    }
    const changing = plans.filter((_, index) => planned[index]?.changes.length !== 0);
    const missing = await listMissing(tx, plans);
    const answer: Answer = {
      bulk_id: null,
      changed: changing.length,
      unchanged: plans.length - changing.length,
      papers_missing: missing.size,
      containers: planned,
    };
    if (input.dry_run || changing.length === 0) return answer;
    const changes = changing.map(({ container, change, status }) => ({
      container,
      change,
      reason: input.reason,
      steps: status ? [status] : [],
      stepReason: reasonOf(input, missing.get(container.id)),
    }));
    answer.bulk_id = await changeUndoably(write, changes, references, request);
    await notifyOfBulk(write, changing);
    return answer;
  });
  if (answer.bulk_id !== null) analyzeContainers(ctx);
  return answer;
}

/**
 * Returns the new values with the ids of parties that are given by name. A preview gives a new party a negative id, and `planned`
 * has its name.
 */
async function withPartyIds(write: Write<Caller>, { set, dry_run }: Pick<BulkChange, 'set' | 'dry_run'>) {
  const { supplier_name, customer_name, carrier_name, ...rest } = set;
  const given = { supplier_id: supplier_name, customer_id: customer_name, carrier_id: carrier_name };
  const named = Object.entries({ supplier_name, customer_name, carrier_name }).filter(([, name]) => name !== undefined);
  const names = await findNames(write.tx, fileViewer(write.by), [Object.fromEntries(named)], 0);
  const values: OptionalValues = { ...rest };
  for (const field of partyFields) if (given[field] !== undefined) values[field] = names.partyId(given[field]);
  if (dry_run) return { values, planned: names.newParties };
  const { changes } = await addNewParties(write, [values], names);
  return { values: { ...values, ...(changes[0] as OptionalValues) }, planned: new Map<number, string>() };
}

/**
 * Returns the missing file types of each container whose status changes. If the same change sets a supplier or a carrier, the
 * checklist of the new one counts.
 */
async function listMissing(tx: Db, plans: readonly Plan[]): Promise<Map<number, string[]>> {
  const moving = plans.filter(({ status }) => status !== undefined);
  if (moving.length === 0) return new Map();
  return listMissingTypes(
    tx,
    moving.map(({ container, change }): Container => ({ ...container, ...(change as Partial<Container>) })),
  );
}

/** Returns the reason of the status entry, as for a change of a single container. */
function reasonOf({ reason, papers_reason }: BulkChange, missing: readonly string[] | undefined): string | null {
  if (papers_reason === undefined || !missing) return reason ?? null;
  const given = [papers_reason, reason].filter((text) => typeof text === 'string');
  return withoutPapers(missing, given.length === 0 ? null : [...new Set(given)].join('\n'));
}

function refuseEmpty({ ids, filter, moves, set, status }: BulkChange): void {
  if (!ids && !filter) throw refusal.invalid('container.nothing_to_change', 'ids', fieldRefusals.noSelection);
  const hasSet = Object.values(set).some((value) => value !== undefined);
  if (moves.length === 0 && !hasSet && !status)
    throw refusal.invalid('container.nothing_to_change', 'set', fieldRefusals.nothingToChange);
}

/**
 * Returns a hash of a change that names the versions of its preview, else null. Such a change can be made only once: a second
 * call with the same hash is sent by a client that has not received the answer of the first one.
 */
const requestOf = (input: BulkChange): string | null =>
  input.versions && !input.dry_run ? hashOfRequest(input) : null;

/** Whether the containers and their versions are those of the preview. */
function areAsSeen(containers: readonly Container[], { versions }: BulkChange): boolean {
  if (!versions) return true;
  const seen = new Map(versions.map(({ id, version }) => [id, version]));
  return seen.size === containers.length && containers.every(({ id, version }) => seen.get(id) === version);
}

/** Returns the change that the same call has made before. Refuses with 409 if it made none. */
async function findRepeated(
  tx: Db,
  caller: Caller,
  request: string | null,
  { versions = [] }: BulkChange,
): Promise<Answer> {
  const made = request === null ? undefined : await findBulkChange(tx, { userId: caller.id, request });
  if (!made) throw refusal.conflict('container.changed', fieldRefusals.changedSincePreview);
  const { id: bulk_id, changed } = made;
  return { bulk_id, changed, unchanged: versions.length - changed, papers_missing: 0, containers: [] };
}

/** Returns the ids of the selected containers. Refuses with 422 if the filter matches too many. */
async function listAsked(ctx: Context, caller: Caller, { ids, filter = {}, except }: BulkChange): Promise<number[]> {
  if (ids) return [...new Set(ids)];
  const page = { order: { sort: 'id' as const }, limit: maxBulk + 1 + except.length };
  const found = await listIds(ctx.listDb, filterOf(ctx, caller, filter), page);
  const excepted = new Set(except);
  const matching = found.ids.filter((id) => !excepted.has(id));
  if (matching.length > maxBulk) throw refusal.invalid('container.too_many', 'filter', fieldRefusals.tooMany);
  return matching;
}

/**
 * Locks and reads the containers. Those that do not match the filter any more are left out. Refuses with 404 if one of the ids
 * is not visible.
 */
async function selectContainers(
  ctx: Context,
  tx: Db,
  caller: Caller,
  { asked, ids, filter = {}, dry_run }: BulkChange & { asked: number[] },
): Promise<Container[]> {
  const visible = filterOf(ctx, caller, filter);
  // The outcome of a receipt is compared with the promised date, which another user may be changing.
  if (!dry_run) await lockRows(tx, 'containers', asked, 'change');
  if (!ids) {
    const matching = await listIds(tx, { ...visible, ids: asked }, { order: { sort: 'id' }, limit: maxBulk });
    return listInTurns(tx, visible.viewer, matching.ids);
  }
  const found = await listInTurns(tx, visible.viewer, asked);
  // A preview shows those that are left, and the change is asked for these.
  const needed = dry_run ? 1 : asked.length;
  if (found.length < needed) throw refusal.notFound('container.not_found', refusals.gone);
  return found;
}

/** Refuses with 422 a date outside the years 1900 to 9999, which an edit refuses as well. */
function movedDate(container: Container, date: string, days: number): string {
  const moved = addDays(date, days);
  if (!calendarDate('').safeParse(moved).success)
    throw refusal.invalid('validation.failed', 'moves', fieldRefusals.movedTooFar(labelOf(container)));
  return moved;
}

/** Refuses with 409 a status that this container cannot reach. */
function planOf(container: Container, { moves, status }: BulkChange, values: OptionalValues): Plan {
  const change: FieldChange = { ...values };
  for (const move of moves) {
    const date = container[move.field];
    if ('date' in move) change[move.field] = move.date;
    else if (date !== undefined) change[move.field] = movedDate(container, date, move.days);
  }
  const isThere = status === container.status_name;
  if (status && !isThere && !reachedFrom[status].some((from) => from === container.status_id))
    throw refusal.conflict(
      'container.status_not_allowed',
      fieldRefusals.cannotMoveAll(labelOf(container), status, container.status_name),
      { container },
    );
  return { container, change, status: isThere ? undefined : status };
}

function changesOf({ container, change, status }: Plan, references: References): PlannedChange['changes'] {
  const fields = differencesOf(container, change, references);
  return status ? [...fields, { field: 'status', from: container.status_name, to: status }] : fields;
}

const plannedChange = (plan: Plan, references: References): PlannedChange => ({
  id: plan.container.id,
  name: plan.container.name,
  container_no: plan.container.container_no,
  version: plan.container.version,
  changes: changesOf(plan, references),
});
