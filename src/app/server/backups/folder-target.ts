import { randomBytes } from 'node:crypto';
import { createReadStream, existsSync, statSync } from 'node:fs';
import { chown, lstat, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CannotStart } from '#server/config.ts';
import { otherOwner } from '#server/database/folder-owner.ts';
import { syncPath } from '#server/sync-path.ts';
import { texts } from './backups.texts.ts';
import type { Target } from './target.ts';

const leftovers = 'incomplete';
const readBytes = 256 * 1024;

/** Keeps objects as files of a folder. The folder must exist: an unmounted disk must not fill the disk below it. */
export async function openFolderTarget(folder: string): Promise<Target> {
  if (!existsSync(folder) || !statSync(folder).isDirectory()) throw new CannotStart(texts.noFolder(folder));
  // What root writes has to belong to the server, which later removes it.
  const owner = otherOwner(folder);
  const give = async (path: string) => owner && chown(path, owner.uid, owner.gid);
  const makeFolder = async (path: string): Promise<void> => {
    if (existsSync(path)) return;
    await makeFolder(dirname(path));
    // Another backup may have made it since. With `recursive`, Node reports ENOENT for a read-only file system.
    await mkdir(path, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
    await give(path);
    await syncPath(dirname(path));
  };
  return {
    name: folder,
    async write(name, { bytes }) {
      const part = join(folder, leftovers, randomBytes(16).toString('hex'));
      const path = join(folder, name);
      await makeFolder(dirname(part));
      try {
        await writeFlushed(part, bytes);
        await give(part);
        await makeFolder(dirname(path));
        await rename(part, path);
      } catch (error) {
        // The removal usually fails for the same reason. Its error must not replace the first one.
        await rm(part, { force: true }).catch(() => undefined);
        throw error;
      }
      await syncPath(dirname(path));
    },
    async open(name) {
      const handle = await open(join(folder, name), 'r').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined;
        throw error;
      });
      return handle && createReadStream('', { fd: handle, highWaterMark: readBytes });
    },
    list: (below) => listFolder(folder, below),
    async remove(name) {
      await rm(join(folder, name), { force: true });
    },
    async removeLeftovers() {
      await rm(join(folder, leftovers), { recursive: true, force: true });
    },
  };
}

async function* listFolder(folder: string, below: string): AsyncGenerator<{ name: string; size: number }[]> {
  const top = join(folder, below);
  if (!existsSync(top)) return;
  const files: { name: string; size: number }[] = [];
  for (const entry of await readdir(top, { withFileTypes: true })) {
    const name = `${below}${entry.name}`;
    if (entry.isDirectory()) yield* listFolder(folder, `${name}/`);
    else files.push({ name, size: (await lstat(join(folder, name))).size });
  }
  yield files;
}

async function writeFlushed(path: string, bytes: AsyncIterable<Buffer>): Promise<void> {
  await using file = await open(path, 'wx', 0o600);
  for await (const chunk of bytes) await file.writeFile(chunk);
  await file.sync();
}
