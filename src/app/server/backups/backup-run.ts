import type { Actor } from '#features/audit/audit.rules.ts';
import { CannotStart } from '#server/config.ts';
import type { Config } from '#server/config.ts';
import { readSetting } from '#server/database/settings.queries.ts';
import type { Lease } from '#server/lease.ts';
import type { AdminContext } from '../admin/admin-context.ts';
import type { Terminal } from '../admin/terminal.ts';
import { texts } from './backups.texts.ts';
import { openObjectIndex } from './object-index.ts';
import type { ObjectIndex } from './object-index.ts';
import { openTarget } from './open-target.ts';
import { prunePoints, removeUnnamedObjects } from './prune.ts';
import {
  claimRepository,
  damageMark,
  examineObject,
  objectName,
  pointFile,
  pointName,
  readPoint,
  writePoint,
} from './repository.ts';
import type { Point } from './repository.ts';
import { recordBegun, saveObjects } from './save-objects.ts';
import type { Target } from './target.ts';

export type Made = { name: string; point: Point; kept: number; removed: number };
/** `isUsed`: the last restore point was made in this target. */
type Options = { actor: Actor; takeOver: boolean; isUsed: boolean; signal: AbortSignal };

/** Makes a restore point, and removes old ones by the retention. The caller holds the lease. */
export async function makePoint(
  ctx: AdminContext,
  backup: NonNullable<Config['backup']>,
  lease: Lease,
  { actor, takeOver, isUsed, signal }: Options,
  terminal: Terminal,
): Promise<Made> {
  const target = await openTarget(backup.target, ctx.config.dataDir);
  using index = openObjectIndex();
  await claimRepository(target, (await readSetting(ctx.db, 'store_id')) ?? '', { takeOver, isUsed });
  await recordBegun(ctx, actor, target.name);
  await target.removeLeftovers();
  await listObjects(target, index);
  const name = pointName(ctx.clock());
  const { point } = await saveObjects(ctx, { target, index, signal }, terminal);
  await checkNew(target, index, signal);
  await checkLease(lease);
  await writePoint(target, name, point);
  if (!(await readPoint(target, name))) {
    await target.remove(pointFile(name));
    throw new CannotStart(texts.changedOnWrite(pointFile(name), target.name));
  }
  const pruned = await prunePoints(target, backup.keep);
  await removeUnnamedObjects(target, index, () => checkLease(lease), signal);
  return { name, point, ...pruned };
}

/** Throws if another backup may have begun, so that none disturbs another. */
async function checkLease(lease: Lease): Promise<void> {
  if (!(await lease.renew())) throw new CannotStart(texts.lostLease);
}

/**
 * Lists the objects of the repository. Objects that a verification found damaged count as missing, and are written
 * again.
 */
async function listObjects(target: Target, index: ObjectIndex): Promise<void> {
  for await (const batch of target.list('objects/'))
    index.add(batch.map(({ name, size }) => ({ sha256: name.slice(-64), size })));
  for await (const batch of target.list('damaged/')) for (const { name } of batch) index.forget(name.slice(-64));
}

/** Reads everything again that this run has written. A damaged object is removed, so that the next run writes it again. */
async function checkNew(target: Target, index: ObjectIndex, signal: AbortSignal): Promise<void> {
  for (const object of index.listNew()) {
    const name = objectName(object.sha256);
    if (await examineObject(target, object, signal)) {
      await target.remove(name);
      throw new CannotStart(texts.changedOnWrite(name, target.name));
    }
    await target.remove(damageMark(object.sha256));
  }
}
