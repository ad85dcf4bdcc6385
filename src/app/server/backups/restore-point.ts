import { CannotStart } from '#server/config.ts';
import { texts as adminTexts } from '../admin/admin.texts.ts';
import { areKnown } from '../admin/restore.ts';
import type { RestoreSource } from '../admin/restore.ts';
import { texts } from './backups.texts.ts';
import { checkLists, objectName, readBlobLists, readLines, readPoint } from './repository.ts';
import type { Point } from './repository.ts';
import type { ObjectReader, Target } from './target.ts';

/**
 * Opens a restore point for a restore. Reads and checks every line of its records and lists before the first write. The content of
 * stored files is checked while it is restored: a damaged one is reported and the rest is restored.
 */
export async function pointSource(target: Target, name: string): Promise<RestoreSource> {
  const point = await readPoint(target, name);
  if (!point) throw new CannotStart(texts.noPoint(name, target.name));
  if (!areKnown(point.migrations)) throw new CannotStart(adminTexts.newerBackup(name));
  await checkLists(target, point).catch((error: unknown) => {
    throw new CannotStart(texts.damagedPoint(name), { cause: error });
  });
  return { name: `${target.name}@${name}`, [Symbol.dispose]: () => undefined, ...sourceOf(target, point) };
}

/** Returns what a restore point holds. */
export function sourceOf(target: ObjectReader, point: Point): Omit<RestoreSource, 'name' | typeof Symbol.dispose> {
  return {
    manifest: point,
    async *records() {
      for (const part of point.records) yield { table: part.table, lines: await readLines(target, part) };
    },
    async *files() {
      for await (const lines of readBlobLists(target, point))
        for (const { key, sha256, problem } of lines)
          yield { key, problem, open: () => target.open(objectName(sha256)) };
    },
  };
}
