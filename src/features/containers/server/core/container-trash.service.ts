import { system } from '#features/audit/audit.rules.ts';
import { recordAudit } from '#features/audit/server/audit.queries.ts';
import type { Container } from '#features/containers/core/containers.contract.ts';
import { refusals } from '#features/containers/core/containers.texts.ts';
import { fileViewer } from '#features/files/server/core/visible-files.queries.ts';
import type { Caller } from '#server/access/caller.ts';
import { transact, transactAs } from '#server/access/transact-as.ts';
import type { Write } from '#server/access/transact-as.ts';
import type { Context } from '#server/context.ts';
import { refusal } from '#server/refusal.ts';
import { dayMs } from '#shared/calendar.ts';
import { trashDays } from '#shared/limits.ts';
import { insertEvents } from './container-history.queries.ts';
import { containerOf, thingOf } from './container-record.service.ts';
import { deleteExpiredContainers, setDeleted } from './container-trash.queries.ts';

export async function removeContainer(ctx: Context, caller: Caller, id: number): Promise<void> {
  await transactAs(ctx, caller, async (tx, write) => {
    const container = await containerOf(tx, fileViewer(write.by), id);
    if (!(await trashContainer(write, container))) throw refusal.notFound('container.not_found', refusals.gone);
  });
}

/** Returns false if the container is in the trash already. */
export async function trashContainer(write: Write<Caller>, container: Container, reason?: string): Promise<boolean> {
  const { tx, by, at } = write;
  const { id } = container;
  if (!(await setDeleted(tx, fileViewer(by), id, { deleted_at: at, deleted_by: by.id }))) return false;
  await insertEvents(tx, [
    { container_id: id, what: 'deleted', user_id: by.id, reason: reason ?? null, happened_at: at },
  ]);
  await recordAudit(write, 'container.deleted', thingOf(container));
  return true;
}

export async function restoreContainer(ctx: Context, caller: Caller, id: number): Promise<Container> {
  return transactAs(ctx, caller, async (tx, write) => {
    const viewer = fileViewer(write.by);
    if (!(await setDeleted(tx, viewer, id, { deleted_at: null, deleted_by: null })))
      throw refusal.notFound('container.not_in_trash', refusals.notInTrash);
    await insertEvents(tx, [{ container_id: id, what: 'restored', user_id: caller.id, happened_at: write.at }]);
    const container = await containerOf(tx, viewer, id);
    await recordAudit(write, 'container.restored', thingOf(container));
    return container;
  });
}

/** Permanently deletes containers that have been in the trash for 30 days, in batches. */
export async function emptyContainerTrash(ctx: Context): Promise<void> {
  const batchSize = 500;
  for (;;) {
    const before = new Date(ctx.clock().getTime() - trashDays * dayMs).toISOString();
    const deleted = await transact(ctx, system, async (tx, write) => {
      const containers = await deleteExpiredContainers(tx, before, batchSize);
      await recordAudit(write, 'container.purged', ...containers.map((one) => thingOf(one)));
      return containers.length;
    });
    if (deleted < batchSize) return;
  }
}
