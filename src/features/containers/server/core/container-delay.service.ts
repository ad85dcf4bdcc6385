import { details as auditDetails } from '#features/audit/audit.texts.ts';
import { recordAudit } from '#features/audit/server/audit.queries.ts';
import type { Container } from '#features/containers/core/containers.contract.ts';
import { delayableFrom, isOverdueSomewhere, overdueReason } from '#features/containers/core/containers.rules.ts';
import { notices, refusals } from '#features/containers/core/containers.texts.ts';
import { changedFields } from '#features/containers/core/field-changes.rules.ts';
import type { DelayInput } from '#features/containers/work/container-work.contract.ts';
import { fileViewer } from '#features/files/server/core/visible-files.queries.ts';
import { labelOf } from '#features/papers/container-labels.texts.ts';
import type { Caller } from '#server/access/caller.ts';
import { transactLocked } from '#server/access/transact-as.ts';
import type { Context } from '#server/context.ts';
import { lockPartyNames, lockRows } from '#server/database/dialect/locks.ts';
import { refusal } from '#server/refusal.ts';
import { changeContainers } from './container-change.service.ts';
import type { NewEvent } from './container-history.queries.ts';
import { notifyOfContainer } from './container-notices.service.ts';
import { delayOutcome } from './container-outcomes.queries.ts';
import { markOverdueOnce } from './container-overdue.service.ts';
import { changedMeanwhile, containerOf, thingOf, insertEventWithFiles } from './container-record.service.ts';
import { flagDelay } from './containers.queries.ts';
import { noReferences } from './field-differences.ts';

/** Logs a delay and, if a new date is given, sets it. Each step has its own history and audit entries. */
export async function delayContainer(
  ctx: Context,
  caller: Caller,
  { id, kind, reason, category, new_date, version, file_ids }: DelayInput & { id: number },
): Promise<Container> {
  if (!reason) throw refusal.invalid('container.delay_reason_required', 'delay_reason', refusals.reasonRequired);
  const now = ctx.clock();
  if (kind === 'pfi' && reason === overdueReason && !new_date) {
    const container = await containerOf(ctx.db, fileViewer(caller), id);
    return markOverdueOnce(ctx, caller, isOverdueSomewhere(container, now) ? undefined : caller, id);
  }
  return transactLocked(ctx, caller, lockPartyNames, async (tx, write) => {
    const { at } = write;
    const viewer = fileViewer(write.by);
    // The delay is measured against the date that it replaces.
    await lockRows(tx, 'containers', [id], 'change');
    const old = await containerOf(tx, viewer, id);
    if (!delayableFrom.some((from) => from === old.status_id))
      throw refusal.conflict('container.delay_not_allowed', refusals.cannotDelay(old.status_name), {
        container: old,
      });
    if (version !== undefined && version !== old.version) throw await changedMeanwhile(tx, old);
    if (!(await flagDelay(tx, { id, version, status_id: old.status_id }, kind, at)))
      throw await changedMeanwhile(tx, await containerOf(tx, viewer, id));
    const said = { user_id: caller.id, reason, category: category ?? null };
    const event: NewEvent = { container_id: id, what: `delay_${kind}`, ...said, happened_at: at };
    const outcome = delayOutcome(category, old[`${kind}_date`], at);
    await insertEventWithFiles(tx, viewer, { ...event, ...outcome, reminders: 0 }, file_ids);
    await recordAudit(write, 'container.delayed', thingOf(old, auditDetails.delay(kind, reason)));
    const noticeTexts = kind === 'pfi' ? notices.delayedPfi : notices.delayedExFactory;
    await notifyOfContainer(write, old, {
      title: noticeTexts.title,
      message: noticeTexts.message(labelOf(old), caller.name, reason),
      event: 'late',
    });
    const delayed = await containerOf(tx, viewer, id);
    const change = { [`${kind}_date`]: new_date ?? undefined };
    if (changedFields(delayed, change).length === 0) return delayed;
    await changeContainers(write, [{ container: delayed, change, reason }], noReferences);
    return containerOf(tx, viewer, id);
  });
}
