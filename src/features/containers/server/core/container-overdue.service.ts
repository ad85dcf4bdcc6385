import type { Actor } from '#features/audit/audit.rules.ts';
import { system } from '#features/audit/audit.rules.ts';
import { details as auditDetails } from '#features/audit/audit.texts.ts';
import { recordAudit } from '#features/audit/server/audit.queries.ts';
import type { Container } from '#features/containers/core/containers.contract.ts';
import { overdueReason } from '#features/containers/core/containers.rules.ts';
import { notices, refusals } from '#features/containers/core/containers.texts.ts';
import { fileViewer } from '#features/files/server/core/visible-files.queries.ts';
import { notifyViewersOfModule } from '#features/notifications/server/notifications.queries.ts';
import { labelOf } from '#features/papers/container-labels.texts.ts';
import { everything } from '#features/papers/server/visible-containers.queries.ts';
import { statusIds } from '#features/papers/statuses.rules.ts';
import type { Caller } from '#server/access/caller.ts';
import { transactAs } from '#server/access/transact-as.ts';
import type { Write } from '#server/access/transact-as.ts';
import type { Context } from '#server/context.ts';
import { refusal } from '#server/refusal.ts';
import { localDate } from '#shared/calendar.ts';
import { productModules } from '#shared/product-modules.ts';
import { inBatches } from './container-notices.service.ts';
import { listUnmarkedOverdue, logOverdue, markOverdue } from './container-overdue.queries.ts';
import { containerOf, thingOf } from './container-record.service.ts';
import { listByIds } from './containers.queries.ts';

/**
 * Marks a container as overdue, once for each PFI date. The request comes from the caller's browser, or from a caller who
 * enters the same reason. Later requests change nothing. Refuses with 409 if the
 * container has been received meanwhile. See docs/choices.md#overdue-marks.
 *
 * @param by the author of the entry in the history; undefined for the system
 */
export async function markOverdueOnce(
  ctx: Context,
  caller: Caller,
  by: Caller | undefined,
  id: number,
): Promise<Container> {
  return transactAs(ctx, caller, async (tx, write) => {
    const viewer = fileViewer(write.by);
    await containerOf(tx, viewer, id);
    const logged = await logOverdueOnce({ ...write, by: by ?? system }, [id]);
    const container = await containerOf(tx, viewer, id);
    if (container.status_id !== statusIds['Not Received'])
      throw refusal.conflict('container.delay_not_allowed', refusals.cannotDelay(container.status_name), { container });
    await notifyOverdue({ ...write, by: by ?? system }, logged);
    return container;
  });
}

/**
 * Marks those of these containers that are overdue, and returns those with a new entry in the history. Notifies nobody. With
 * `today`, a container that is due on this day or later is left out.
 */
export async function logOverdueOnce(
  write: Write<Actor>,
  ids: readonly number[],
  today?: string,
): Promise<Container[]> {
  const { tx, by, at: happened_at } = write;
  const marked = await markOverdue(tx, ids, { today, updated_at: happened_at });
  const entry = { user_id: by.id, reason: overdueReason, happened_at };
  const logged = await listByIds(tx, everything, await logOverdue(tx, marked, entry));
  const detail = auditDetails.delay('pfi', overdueReason);
  const things = logged.map((container) => thingOf(container, detail));
  await recordAudit(write, 'container.delayed', ...things);
  return logged;
}

/** Sends one notification for all containers of a team, and one for those of no team. */
async function notifyOverdue(write: Write<Actor>, containers: Container[]): Promise<void> {
  const { title, message, severalTitle, severalMessage, severalLink } = notices.overdue;
  for (const ofTeam of Map.groupBy(containers, (container) => container.team_id).values()) {
    const [first] = ofTeam as [Container];
    const notice =
      ofTeam.length === 1
        ? { title, message: message(labelOf(first)), link: notices.link(first.id) }
        : { title: severalTitle, message: severalMessage(ofTeam.map(labelOf)), link: severalLink };
    const narrowing = ofTeam.length === 1 ? { containerId: first.id } : { teamId: first.team_id };
    const late = { ...notice, event: 'late' as const };
    await notifyViewersOfModule(write, productModules.containers, write.by.id, late, narrowing);
  }
}

/**
 * The scheduled check: marks every container whose date has passed since the last check.
 * See docs/choices.md#overdue-marks.
 */
export async function markAllOverdue(ctx: Context): Promise<void> {
  await inBatches(ctx, async (write, limit) => {
    const ids = await listUnmarkedOverdue(write.tx, localDate(ctx.clock()), limit);
    await notifyOverdue(write, await logOverdueOnce(write, ids));
    return ids.length;
  });
}
