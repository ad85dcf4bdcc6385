import { statSync } from 'node:fs';
import { CannotStart } from '#server/config.ts';
import { texts } from '../admin/admin.texts.ts';
import { areKnown } from '../admin/restore.ts';
import type { RestoreSource } from '../admin/restore.ts';
import type { Terminal } from '../admin/terminal.ts';
import { DamagedArchive, openArchive } from './archive.ts';
import type { Archive } from './archive.ts';
import { oldManifestName, oldSource } from './old-archive.ts';
import { checkLists, markerName, objectName, pointOf, readPoint, requireRepository } from './repository.ts';
import { sourceOf } from './restore-point.ts';

/** Opens a backup in one file and reads all of it. Throws CannotStart if it is damaged, no backup, or of a newer version. */
export async function archiveSource(path: string, terminal: Terminal): Promise<RestoreSource> {
  const { size } = statSync(path);
  let read = 0;
  using _progress = terminal.showProgress(() => texts.checking(read, size));
  try {
    const archive = await openArchive(path, (bytes) => (read = bytes));
    try {
      const source = await checkedSource(path, archive);
      return { name: path, ...source, [Symbol.dispose]: archive[Symbol.dispose] };
    } catch (error) {
      archive[Symbol.dispose]();
      throw error;
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall)
      throw new CannotStart(texts.cannotRead(path, (error as Error).message), { cause: error });
    if (!(error instanceof DamagedArchive)) throw error;
    throw new CannotStart(texts.damagedBackup(path, error.message), { cause: error });
  }
}

async function checkedSource(path: string, archive: Archive) {
  const [first] = archive.list();
  const source =
    first?.name === markerName
      ? await onlyPoint(path, archive)
      : first?.name === oldManifestName
        ? await oldSource(archive)
        : undefined;
  if (!source) throw new CannotStart(texts.notABackup(path));
  if (!areKnown(source.manifest.migrations)) throw new CannotStart(texts.newerBackup(path));
  return source;
}

/** Checks the restore point of an archive: the manifest is the last entry, and the archive has each object of the manifest. */
async function onlyPoint(path: string, archive: Archive) {
  await requireRepository({ name: path, open: archive.open });
  let manifest: string | undefined;
  for (const { name } of archive.list()) {
    if (manifest !== undefined) throw new DamagedArchive(texts.changed);
    if (name.startsWith('points/')) manifest = name;
  }
  if (manifest === undefined) throw new DamagedArchive(texts.cut);
  const point = await readPoint(archive, pointOf(manifest));
  if (!point) throw new DamagedArchive(texts.changed);
  const isThere = ({ sha256, problem }: { sha256: string; problem?: string | undefined }) =>
    problem !== undefined || archive.find(objectName(sha256))?.sha256 === sha256;
  await checkLists(archive, point, isThere).catch((error: unknown) => {
    throw new DamagedArchive(texts.changed, { cause: error });
  });
  return sourceOf(archive, point);
}
