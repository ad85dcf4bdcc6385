import { system } from '#features/audit/audit.rules.ts';
import { details as auditDetails } from '#features/audit/audit.texts.ts';
import { recordAudit } from '#features/audit/server/audit.queries.ts';
import { fileViewer } from '#features/files/server/visible-files.queries.ts';
import { notifyViewersOfModule } from '#features/notifications/server/notifications.queries.ts';
import type { Caller } from '#server/access/caller.ts';
import { transactAs } from '#server/access/transact-as.ts';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/database/db.ts';
import { refusal } from '#server/refusal.ts';
import { localDate } from '#shared/calendar.ts';
import { productModules } from '#shared/product-modules.ts';
import type { Container } from '../containers.contract.ts';
import { overdueReason, statusIds } from '../containers.rules.ts';
import { labelOf, notices, refusals } from '../containers.texts.ts';
import { listUnmarkedOverdue, logOverdue, markOverdue } from './container-overdue.queries.ts';
import { announce, containerOf, thingOf } from './container-record.service.ts';
import { everything } from './visible-containers.queries.ts';

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
    const seen = await containerOf(tx, fileViewer(current), id);
    const logged = await logOverdueOnce(tx, id, by, ctx.clock());
    const container = logged ?? seen;
    if (container.status_id !== statusIds['Not Received'])
      throw refusal.conflict('container.delay_not_allowed', refusals.cannotDelay(container.status_name), { container });
    return { container, notified: logged && (await notifyOverdue(tx, [logged], by, ctx.clock())) };
  });
  if (notified) announce(ctx, notified);
  return container;
}

/** Returns the container if a new entry was logged, otherwise undefined. */
async function logOverdueOnce(tx: Db, id: number, by: Caller | undefined, now: Date): Promise<Container | undefined> {
  const happened_at = now.toISOString();
  if (!(await markOverdue(tx, id, happened_at))) return undefined;
  const { pfi_date } = await containerOf(tx, everything, id);
  const entry = { container_id: id, overdue_date: pfi_date, reason: overdueReason, happened_at };
  if (!(await logOverdue(tx, { ...entry, user_id: by?.id ?? null }))) return undefined;
  const container = await containerOf(tx, everything, id);
  await recordAudit(
    tx,
    by ?? system,
    happened_at,
    'container.delayed',
    thingOf(container, auditDetails.delay('pfi', overdueReason)),
  );
  return container;
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
      const logged: Container[] = [];
      for (const id of ids) {
        const container = await logOverdueOnce(tx, id, undefined, now);
        if (container) logged.push(container);
      }
      return { found: ids.length, notified: await notifyOverdue(tx, logged, undefined, now) };
    });
    if (found > 0) announce(ctx, notified);
    if (found < batchSize) return;
  }
}
