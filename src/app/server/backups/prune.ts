import { pointsToKeep } from '#shared/backup-schedule.ts';
import type { Retention } from '#shared/backup-schedule.ts';
import type { ObjectIndex } from './object-index.ts';
import { listPoints, listWritten, objectName, pointFile, pointTime, readBlobLists, readPoint } from './repository.ts';
import type { Point } from './repository.ts';
import type { Target } from './target.ts';

/** Removes restore points by the retention. Returns how many are kept and how many were removed. */
export async function prunePoints(target: Target, keep: Retention): Promise<{ kept: number; removed: number }> {
  const { points, damaged } = await listWritten(target);
  const all = [...points, ...damaged.map((name) => ({ name, at: pointTime(name) }))];
  const kept = pointsToKeep(
    all.map(({ at }) => at),
    keep,
  );
  for (const { name, at } of all) if (!kept.has(at)) await target.remove(pointFile(name));
  return { kept: kept.size, removed: all.length - kept.size };
}

/**
 * Removes the objects that no restore point names. Removes nothing if a manifest or a list is damaged, because the
 * objects that it names are then unknown.
 */
export async function removeUnnamedObjects(
  target: Target,
  index: ObjectIndex,
  check: () => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  for (const name of await listPoints(target)) {
    const point = await readPoint(target, name);
    if (!point) return;
    signal.throwIfAborted();
    const isMarked = await markObjects(target, index, point).then(
      () => true,
      () => false,
    );
    if (!isMarked) return;
  }
  let sinceCheck = Infinity;
  for (const { sha256 } of index.listUnmarked()) {
    signal.throwIfAborted();
    if ((sinceCheck += 1) > 100) {
      await check();
      sinceCheck = 0;
    }
    await target.remove(objectName(sha256));
  }
}

/** Marks everything that a restore point names. Lists that it shares with another one are read once. */
export async function markObjects(target: Target, index: ObjectIndex, point: Point): Promise<void> {
  index.mark(point.records);
  for (const list of point.blob_lists) {
    if (!index.mark([list])) continue;
    for await (const lines of readBlobLists(target, { ...point, blob_lists: [list] }))
      index.mark(lines.filter(({ problem }) => problem === undefined));
  }
}
