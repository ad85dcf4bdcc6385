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
import type { Context } from '#server/context.ts';
import type { Db } from '#server/database/db.ts';
import { refusal } from '#server/refusal.ts';
import { localDate } from '#shared/calendar.ts';
import { productModules } from '#shared/product-modules.ts';
import { listUnmarkedOverdue, logOverdue, markOverdue } from './container-overdue.queries.ts';
import { announce, containerOf, thingOf } from './container-record.service.ts';
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
  const { container, notified } = await transactAs(ctx, caller, async (tx, current) => {
    const viewer = fileViewer(current);
    await containerOf(tx, viewer, id);
    const logged = await logOverdueOnce(tx, [id], { by, now: ctx.clock() });
    const container = await containerOf(tx, viewer, id);
    if (container.status_id !== statusIds['Not Received'])
      throw refusal.conflict('container.delay_not_allowed', refusals.cannotDelay(container.status_name), { container });
    return { container, notified: logged.length > 0 && (await notifyOverdue(tx, logged, by, ctx.clock())) };
  });
  if (notified) announce(ctx, notified);
  return container;
}

/**
 * Marks those of these containers that are overdue, and returns those with a new entry in the history. Notifies nobody. With
 * `today`, a container that is due on this day or later is left out.
 */
export async function logOverdueOnce(
  tx: Db,
  ids: readonly number[],
  { by, now, today }: { by?: Caller | undefined; now: Date; today?: string },
): Promise<Container[]> {
  const happened_at = now.toISOString();
  const marked = await markOverdue(tx, ids, { today, updated_at: happened_at });
  const entry = { user_id: by?.id ?? null, reason: overdueReason, happened_at };
  const logged = await listByIds(tx, everything, await logOverdue(tx, marked, entry));
  const detail = auditDetails.delay('pfi', overdueReason);
  const things = logged.map((container) => thingOf(container, detail));
  if (things.length > 0) await recordAudit(tx, by ?? system, happened_at, 'container.delayed', ...things);
  return logged;
}

/** Sends one notification for all containers of a team, and one for those of no team. */
async function notifyOverdue(tx: Db, containers: Container[], by: Caller | undefined, now: Date): Promise<number[]> {
  const { title, message, severalTitle, severalMessage, severalLink } = notices.overdue;
  const created_at = now.toISOString();
  const notified: number[] = [];
  for (const ofTeam of Map.groupBy(containers, (container) => container.team_id).values()) {
    const [first] = ofTeam as [Container];
    const notice =
      ofTeam.length === 1
        ? { title, message: message(labelOf(first)), link: notices.link(first.id), created_at }
        : { title: severalTitle, message: severalMessage(ofTeam.map(labelOf)), link: severalLink, created_at };
    const narrowing = ofTeam.length === 1 ? { containerId: first.id } : { teamId: first.team_id };
    notified.push(...(await notifyViewersOfModule(tx, productModules.containers, by?.id ?? null, notice, narrowing)));
  }
  return notified;
}

/**
 * The scheduled check: marks every container whose date has passed since the last check.
 * See docs/choices.md#overdue-marks.
 */
export async function markAllOverdue(ctx: Context): Promise<void> {
  const batchSize = 100;
  for (;;) {
    const now = ctx.clock();
    const { found, notified } = await ctx.db.transaction().execute(async (tx) => {
      const ids = await listUnmarkedOverdue(tx, localDate(now), batchSize);
      const logged = await logOverdueOnce(tx, ids, { now });
      return { found: ids.length, notified: await notifyOverdue(tx, logged, undefined, now) };
    });
    if (found > 0) announce(ctx, notified);
    if (found < batchSize) return;
  }
}
