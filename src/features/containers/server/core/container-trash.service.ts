import { system } from '#features/audit/audit.rules.ts';
import { recordAudit } from '#features/audit/server/audit.queries.ts';
import type { Container } from '#features/containers/core/containers.contract.ts';
import { refusals } from '#features/containers/core/containers.texts.ts';
import { fileViewer } from '#features/files/server/core/visible-files.queries.ts';
import type { Caller } from '#server/access/caller.ts';
import { transactAs } from '#server/access/transact-as.ts';
import type { Context } from '#server/context.ts';
import { refusal } from '#server/refusal.ts';
import { dayMs } from '#shared/calendar.ts';
import { trashDays } from '#shared/limits.ts';
import { insertEvents } from './container-history.queries.ts';
import { containerOf, publishContainers, thingOf } from './container-record.service.ts';
import { moveToTrash, deleteExpiredContainers, takeFromTrash } from './container-trash.queries.ts';

export async function removeContainer(ctx: Context, caller: Caller, id: number): Promise<void> {
  const deleted_at = ctx.clock().toISOString();
  await transactAs(ctx, caller, async (tx, current) => {
    const container = await containerOf(tx, fileViewer(current), id);
    if (!(await moveToTrash(tx, id, { deleted_at, deleted_by: caller.id })))
      throw refusal.notFound('container.not_found', refusals.gone);
    await insertEvents(tx, [{ container_id: id, what: 'deleted', user_id: caller.id, happened_at: deleted_at }]);
    await recordAudit(tx, caller, deleted_at, 'container.deleted', thingOf(container));
  });
  publishContainers(ctx);
}

export async function restoreContainer(ctx: Context, caller: Caller, id: number): Promise<Container> {
  const happened_at = ctx.clock().toISOString();
  const container = await transactAs(ctx, caller, async (tx, current) => {
    const viewer = fileViewer(current);
    if (!(await takeFromTrash(tx, viewer, id))) throw refusal.notFound('container.not_in_trash', refusals.notInTrash);
    await insertEvents(tx, [{ container_id: id, what: 'restored', user_id: caller.id, happened_at }]);
    const container = await containerOf(tx, viewer, id);
    await recordAudit(tx, caller, happened_at, 'container.restored', thingOf(container));
    return container;
  });
  publishContainers(ctx);
  return container;
}

/** Permanently deletes containers that have been in the trash for 30 days, in batches. */
export async function emptyContainerTrash({ db, clock }: Context): Promise<void> {
  const batchSize = 500;
  for (;;) {
    const now = clock();
    const before = new Date(now.getTime() - trashDays * dayMs).toISOString();
    const deleted = await db.transaction().execute(async (tx) => {
      const containers = await deleteExpiredContainers(tx, before, batchSize);
      await recordAudit(tx, system, now.toISOString(), 'container.purged', ...containers.map((one) => thingOf(one)));
      return containers.length;
    });
    if (deleted < batchSize) return;
  }
}
