import type { CellChange, PlannedCells, cellsContract } from '#features/containers/cells/container-cells.contract.ts';
import { maxAnsweredRows } from '#features/containers/cells/container-cells.rules.ts';
import { cellRefusals } from '#features/containers/cells/container-cells.texts.ts';
import type { Container } from '#features/containers/core/containers.contract.ts';
import { refusals } from '#features/containers/core/containers.texts.ts';
import { fileViewer } from '#features/files/server/core/visible-files.queries.ts';
import { labelOf } from '#features/papers/container-labels.texts.ts';
import type { Caller } from '#server/access/caller.ts';
import { transactLocked } from '#server/access/transact-as.ts';
import type { Write } from '#server/access/transact-as.ts';
import type { Context } from '#server/context.ts';
import { lockPartyNames, lockRows } from '#server/database/dialect/locks.ts';
import { refusal } from '#server/refusal.ts';
import type { AnswerOf } from '#shared/endpoint.ts';
import { findBulkChange, hashOfRequest } from '../bulk/container-bulk.queries.ts';
import { changeUndoably } from '../core/container-change.service.ts';
import { notifyAssignee, notifyOfBulk } from '../core/container-notices.service.ts';
import { analyzeContainers, changedMeanwhile, containerOf, listInTurns } from '../core/container-record.service.ts';
import { addPaperCounts } from '../list/container-papers.queries.ts';
import { addNewParties } from '../parties/new-parties.service.ts';
import { planCells } from './cell-plan.service.ts';
import type { CellPlan } from './cell-plan.service.ts';

type Answer = AnswerOf<typeof cellsContract.change>;

/** After a change of more containers, the statistics of the database are renewed. */
const manyRows = 100;

/** Changes the cells of some containers in one transaction, or only returns the changes. */
export async function changeCells(ctx: Context, caller: Caller, input: CellChange): Promise<Answer> {
  const answer = await transactLocked(ctx, caller, lockPartyNames, async (_, write) =>
    input.dry_run ? preview(ctx, write, input) : change(ctx, write, input),
  );
  if (answer.changed > manyRows && !input.dry_run) analyzeContainers(ctx);
  return answer;
}

async function preview(ctx: Context, { tx, by }: Write<Caller>, input: CellChange): Promise<Answer> {
  const viewer = fileViewer(by);
  const containers = await listInTurns(tx, viewer, idsOf(input));
  const { plans, isOpen } = await planCells(tx, viewer, { ...input, containers, now: ctx.clock() });
  const changed = plans.filter(({ differences }) => differences.length > 0).length;
  return { bulk_id: null, changed, dates_open: isOpen, rows: plans.map(plannedRow), containers: [] };
}

const idsOf = ({ rows }: CellChange) => rows.map(({ id }) => id);

const plannedRow = ({ container, version, differences, remarks }: CellPlan): PlannedCells => ({
  id: container.id,
  name: container.name,
  container_no: container.container_no,
  version: container.version,
  changes: differences,
  remarks,
  is_outdated: container.version !== version,
});

async function change(ctx: Context, write: Write<Caller>, input: CellChange): Promise<Answer> {
  const { tx, by } = write;
  const viewer = fileViewer(by);
  const ids = idsOf(input);
  const request = hashOfRequest(input);
  // The outcome of a receipt is compared with the promised date, which another user may be changing.
  await lockRows(tx, 'containers', ids, 'change');
  const containers = await listInTurns(tx, viewer, ids);
  if (containers.length < ids.length) throw refusal.notFound('container.not_found', refusals.gone);
  const outdated = outdatedOf(containers, input);
  const answered = async (bulk_id: number | null, changed: number): Promise<Answer> => {
    const shown = ids.length > maxAnsweredRows ? [] : await listInTurns(tx, viewer, ids);
    const counted = await addPaperCounts(tx, shown);
    return { bulk_id, changed, dates_open: false, rows: [], containers: counted };
  };
  if (outdated) {
    const made = await findBulkChange(tx, { userId: by.id, request });
    if (!made) throw await changedMeanwhile(tx, await containerOf(tx, viewer, outdated.id));
    return answered(made.id, made.changed);
  }
  const { plans, ...planned } = await planCells(tx, viewer, { ...input, containers, now: ctx.clock() });
  refuseProblems(plans);
  const changing = plans.filter(({ differences }) => differences.length > 0);
  if (changing.length === 0) return answered(null, 0);
  const added = await addNewParties(
    write,
    changing.map((plan) => plan.change),
    planned,
  );
  const changes = changing.map(({ container }, index) => ({
    container,
    change: added.changes[index] ?? {},
    reason: input.reason,
  }));
  const bulkId = await changeUndoably(write, changes, added.references, request);
  await notify(write, changes);
  return answered(bulkId, changing.length);
}

/** Returns the first container that another user has changed since the client has read it. */
function outdatedOf(containers: readonly Container[], { rows }: CellChange): Container | undefined {
  const versions = new Map(rows.map(({ id, version }) => [id, version]));
  return containers.find(({ id, version }) => versions.get(id) !== version);
}

/** Refuses with 422 the first cell that cannot be changed. */
function refuseProblems(plans: readonly CellPlan[]): void {
  for (const { container, remarks } of plans)
    for (const { kind, field, text } of remarks) {
      if (kind !== 'problem') continue;
      const sentence = plans.length === 1 ? text : cellRefusals.wrongRow(labelOf(container), text);
      throw refusal.invalid('validation.failed', field, sentence);
    }
}

/** One container is like an edit, and several ones are like a bulk change. */
async function notify(
  write: Write<Caller>,
  changes: readonly { container: Container; change: CellPlan['change'] }[],
): Promise<void> {
  const [first, second] = changes;
  if (first && !second) {
    const assignee = Number(first.change.assignee_id ?? 0);
    if (assignee > 0) await notifyAssignee(write, { ...first.container, assignee_id: assignee });
    return;
  }
  await notifyOfBulk(write, changes);
}
