import type { BlobStore, StagedBlob } from '#server/blobs/blob-store.ts';
import { CannotStart } from '#server/config.ts';
import { texts as adminTexts } from '../admin/admin.texts.ts';
import { areKnown, restoreRows } from '../admin/restore.ts';
import type { RestoreSource } from '../admin/restore.ts';
import type { Terminal } from '../admin/terminal.ts';
import { texts } from './backups.texts.ts';
import { checkLists, objectName, readBlobLists, readLines, readPoint } from './repository.ts';
import type { BlobLine, Part, Point } from './repository.ts';
import type { Target } from './target.ts';

// The store flushes the folders of a batch together.
const blobsPerBatch = 64;

/**
 * Opens a restore point for a restore. Reads and checks every line of its records and lists before the first write. The content of
 * stored files is checked while it is restored: a damaged one is reported and the rest is restored.
 */
export async function pointSource(target: Target, name: string, terminal: Terminal): Promise<RestoreSource> {
  const point = await readPoint(target, name);
  if (!point) throw new CannotStart(texts.noPoint(name, target.name));
  if (!areKnown(point.migrations)) throw new CannotStart(adminTexts.newerBackup(name));
  await checkLists(target, point).catch((error: unknown) => {
    throw new CannotStart(texts.damagedPoint(name), { cause: error });
  });
  const end: RestoreSource['end'] = { saved: { blobs: 0, bytes: 0 }, missing: [], damaged: [] };
  return {
    name: `${target.name}@${name}`,
    manifest: point,
    end,
    progress: () => texts.restoring(end.saved.blobs, point.stored.blobs),
    async fill(db, blobs) {
      for (const part of point.records) await restoreRows(db, part.table, await readLines(target, part));
      await restoreBlobs(target, point, blobs, end, terminal);
    },
  };
}

async function restoreBlobs(
  target: Target,
  point: Point,
  blobs: BlobStore,
  end: RestoreSource['end'],
  terminal: Terminal,
): Promise<void> {
  let staged: StagedBlob[] = [];
  const flush = async () => {
    const batch = staged;
    staged = [];
    await blobs.publish(batch);
    await blobs.settle(batch);
  };
  const report = ({ key }: BlobLine, problem: 'missing' | 'damaged') => {
    end.missing.push(key);
    terminal.say(texts.notRestored(key, problem));
  };
  for await (const lines of readBlobLists(target, point)) {
    for (const line of lines) {
      const found = line.problem ?? (await stageBlob(target, blobs, line));
      if (typeof found === 'string') {
        report(line, found);
        continue;
      }
      staged.push(found);
      end.saved.blobs += 1;
      end.saved.bytes += line.size;
      if (staged.length >= blobsPerBatch) await flush();
    }
  }
  await flush();
}

async function stageBlob(
  target: Target,
  blobs: BlobStore,
  { key, sha256, size }: Part & { key: string },
): Promise<StagedBlob | 'missing' | 'damaged'> {
  const bytes = await target.open(objectName(sha256));
  if (!bytes) return 'missing';
  const found = await blobs.stage(bytes, Number.MAX_SAFE_INTEGER, key);
  if (found.sha256 === sha256 && found.size === size) return found;
  await blobs.discard([found]);
  return 'damaged';
}
