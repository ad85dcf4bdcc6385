import type { Actor } from '#features/audit/audit.rules.ts';
import { recordAudit } from '#features/audit/server/audit.queries.ts';
import { sealAll } from '#features/audit/server/chain.service.ts';
import { reportDamage } from '#features/integrity/server/damage.service.ts';
import type { BlobRecord } from '#server/blobs/blob-store.ts';
import { CannotStart } from '#server/config.ts';
import type { Config } from '#server/config.ts';
import { openBlobSpool } from '#server/database/blob-spool.ts';
import type { BlobSpool } from '#server/database/blob-spool.ts';
import { readSetting } from '#server/database/settings.queries.ts';
import type { Lease } from '#server/lease.ts';
import { productVersion } from '#server/product-version.ts';
import type { AdminContext } from '../admin/admin-context.ts';
import { texts as adminTexts } from '../admin/admin.texts.ts';
import type { Terminal } from '../admin/terminal.ts';
import { texts } from './backups.texts.ts';
import { copyBlob } from './copy-blob.ts';
import { openObjectIndex } from './object-index.ts';
import type { ObjectIndex } from './object-index.ts';
import { openTarget } from './open-target.ts';
import { prunePoints, removeUnnamedObjects } from './prune.ts';
import { claimRepository, damageMark, examineObject, objectName, pointName, writePoint } from './repository.ts';
import type { Point } from './repository.ts';
import { saveRecords } from './save-records.ts';
import type { Target } from './target.ts';
import { lineWriter } from './write-objects.ts';

export type Made = { name: string; point: Point; kept: number; removed: number };
/** `isUsed`: the last restore point was made in this target. */
type Options = { actor: Actor; takeOver: boolean; isUsed: boolean; signal: AbortSignal };
type Work = { target: Target; index: ObjectIndex; spool: BlobSpool; lease: Lease; signal: AbortSignal };

/** Makes a restore point, and removes old ones by the retention. The caller holds the lease. */
export async function makePoint(
  ctx: AdminContext,
  backup: NonNullable<Config['backup']>,
  lease: Lease,
  { actor, takeOver, isUsed, signal }: Options,
  terminal: Terminal,
): Promise<Made> {
  const target = await openTarget(backup.target, ctx.config.dataDir);
  const [index, spool] = [openObjectIndex(), openBlobSpool()];
  try {
    await claimRepository(target, (await readSetting(ctx.db, 'store_id')) ?? '', { takeOver, isUsed });
    await recordAudit({ tx: ctx.db, by: actor, at: ctx.clock().toISOString() }, 'records.backup_begun', {
      name: target.name,
    });
    await sealAll(ctx.db);
    await target.removeLeftovers();
    await listObjects(target, index);
    const name = pointName(ctx.clock());
    const work = { target, index, spool, lease, signal };
    const point = await saveAll(ctx, work, terminal);
    await checkNew(work);
    await checkLease(lease);
    await writePoint(target, name, point);
    const pruned = await prunePoints(target, backup.keep);
    await removeUnnamedObjects(target, index, () => checkLease(lease), signal);
    return { name, point, ...pruned };
  } finally {
    index.close();
    spool.close();
  }
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

async function saveAll(ctx: AdminContext, work: Work, terminal: Terminal): Promise<Point> {
  const made_at = ctx.clock().toISOString();
  const saved = await saveRecords(ctx.config, work);
  const point: Point = {
    format_version: 1,
    product_version: productVersion(),
    made_at,
    ...saved,
    stored: { blobs: 0, bytes: 0 },
    problems: 0,
    added: { files: 0, bytes: 0 },
    blob_lists: [],
  };
  await saveBlobs(ctx, work, point, terminal);
  return point;
}

async function saveBlobs(ctx: AdminContext, work: Work, point: Point, terminal: Terminal): Promise<void> {
  const { target, index, spool, signal } = work;
  const report = reportDamage(ctx);
  const lists = lineWriter(target, index, (object) => void point.blob_lists.push(object));
  const done = terminal.showProgress(() => texts.savingFiles(point.stored.blobs));
  const saveOne = async (record: BlobRecord) => {
    signal.throwIfAborted();
    point.stored.blobs += 1;
    point.stored.bytes += record.size;
    if (index.has(record)) return lists.add(record);
    const problem = await copyBlob(ctx.blobs, target, record, signal);
    if (problem) {
      point.problems += 1;
      const names = await report.add(record.key, problem);
      terminal.say(adminTexts.problem(problem, names, '', record.key));
      return lists.add({ ...record, problem });
    }
    index.addNew(record);
    point.added.files += 1;
    point.added.bytes += record.size;
    return lists.add(record);
  };
  try {
    for (const record of spool.all()) await saveOne(record);
    await lists.flush();
  } finally {
    done();
    await report.end();
  }
}

/** Reads everything again that this run has written. A damaged object is removed, so that the next run writes it again. */
async function checkNew({ target, index, signal }: Work): Promise<void> {
  for (const object of index.listNew()) {
    const name = objectName(object.sha256);
    if (await examineObject(target, object, signal)) {
      await target.remove(name);
      throw new CannotStart(texts.changedOnWrite(name, target.name));
    }
    await target.remove(damageMark(object.sha256));
  }
}
