import { randomBytes } from 'node:crypto';
import { constants, existsSync, fstatSync, linkSync, unlinkSync } from 'node:fs';
import { chown, lstat, mkdir, open, readdir, rm, unlink } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { CannotStart } from '../config.ts';
import { firstIn, markOf, setMark } from '../data-folder-marks.ts';
import { otherOwner } from '../database/folder-owner.ts';
import { syncPath, syncPathAtOnce } from '../sync-path.ts';
import { importWorker, isBlobKey } from './blob-store.ts';
import type { BlobLocation, BlobStore, OpenBlob } from './blob-store.ts';
import { readPieces } from './disk-reader.ts';
import { makeDiskReserve } from './disk-reserve.ts';
import { isFlushedLater, writeStaged } from './write-staged.ts';

/** Returns the location of blobs in the data folder. The folder may be empty. */
export function diskLocation(dataDir: string): BlobLocation {
  return {
    name: `DATA_DIR: ${dataDir}`,
    kind: 'folder',
    mark: async () => markOf(dataDir),
    setMark: (id) => setMark(dataDir, id),
    found: () => firstIn(dataDir),
    holdsFiles: () => holdsFiles(join(dataDir, 'blobs')),
    open: (worker) => openDiskBlobs(dataDir, worker === undefined ? '' : `${worker}-`),
  };
}

/** Throws CannotStart if there is a folder, which this program never creates there and cannot remove as a leftover. */
async function refuseFolders(staging: string): Promise<void> {
  const folder = (await readdir(staging, { withFileTypes: true })).find((entry) => entry.isDirectory());
  if (folder)
    throw new CannotStart(
      `DATA_DIR: ${join(staging, folder.name)} is a folder, which does not belong there. Remove it.`,
    );
}

async function holdsFiles(blobs: string): Promise<boolean> {
  if (!existsSync(blobs)) return false;
  const found = await readdir(blobs, { recursive: true, withFileTypes: true });
  return found.some((entry) => entry.isFile());
}

/**
 * Stores blobs as files. A blob is written to `staging`, then linked into `blobs`. Its name in `staging` is removed
 * when its record is committed. So after a crash, only the files in `staging` need a check, independent of the size of
 * the store.
 */
async function openDiskBlobs(dataDir: string, prefix: string): Promise<BlobStore> {
  const staging = join(dataDir, 'staging');
  const blobs = join(dataDir, 'blobs');
  await mkdir(staging, { recursive: true, mode: 0o700 });
  await refuseFolders(staging);
  await makeFolders(blobs);
  await syncPath(dataDir);
  let publishing = 0;
  let lastPublishMs = Infinity;
  const nextKey = makeKeys();
  const reserve = makeDiskReserve(staging);
  const owner = otherOwner(dataDir);
  const stagedPath = (key: string) => join(staging, `${prefix}${key}`);
  const folderOf = (key: string) => join(blobs, key.slice(0, 2));
  const blobPath = (key: string) => join(folderOf(key), key);
  const removeBoth = async ({ key }: { key: string }) => {
    await rm(blobPath(key), { force: true });
    await rm(stagedPath(key), { force: true });
  };

  return {
    async stage(bytes, max, key = nextKey()) {
      const staged = await writeStaged(stagedPath(key), bytes, max, reserve);
      if (owner) await chown(stagedPath(key), owner.uid, owner.gid);
      return { key, ...staged };
    },
    async publish(staged) {
      publishing += 1;
      // Lets other uploads that have finished join this flush.
      await nextTurn();
      const began = performance.now();
      try {
        const unflushed = staged.filter(isFlushedLater).map(({ key }) => stagedPath(key));
        const folders = [...new Set(staged.map(({ key }) => folderOf(key)))];
        const linkAll = () => staged.forEach(({ key }) => linkSync(stagedPath(key), blobPath(key)));
        if (publishing === 1 && staged.length === 1 && lastPublishMs < maxOnMainThreadMs) {
          unflushed.forEach(syncPathAtOnce);
          linkAll();
          folders.forEach(syncPathAtOnce);
        } else {
          // The disk combines flushes that are requested at the same time.
          await Promise.all(unflushed.map(syncPath));
          linkAll();
          await Promise.all(folders.map(syncPath));
        }
      } finally {
        publishing -= 1;
        lastPublishMs = performance.now() - began;
      }
    },
    async settle(staged) {
      for (const { key } of staged) removeIfThere(stagedPath(key));
    },
    async discard(staged) {
      await Promise.all(staged.map(removeBoth));
    },
    async recover(areNamed) {
      const isOurs = (name: string) =>
        name.startsWith(prefix) && (prefix !== '' || !name.startsWith(`${importWorker}-`));
      const names = (await readdir(staging)).filter(isOurs);
      const unnamed = new Set(names.map(keyIn)).difference(await areNamed(names.map(keyIn)));
      for (const name of names) {
        if (unnamed.has(keyIn(name))) await rm(blobPath(keyIn(name)), { force: true });
        await unlink(join(staging, name));
      }
      return unnamed.size;
    },
    open: (key) => openFile(blobPath(key)),
    async *list() {
      for (const folder of await listFolders(blobs)) {
        const keys = (await readdir(join(blobs, folder))).filter(isBlobKey);
        // The order matters: a blob that is settled between the two calls is listed as settled. In the other order, a new
        // blob could be listed as settled too early.
        const inDoubt = new Set((await readdir(staging)).map(keyIn));
        for (const key of keys) {
          const status = await lstat(join(blobs, folder, key)).catch(unlessGone);
          if (status) yield { key, changedAt: status.mtime, isInDoubt: inDoubt.has(key) };
        }
      }
    },
    async remove(key) {
      await rm(blobPath(key), { force: true });
    },
    async check() {
      const probe = await open(join(staging, '..', 'store-id'), 'r');
      await probe.close();
    },
    async checkWrite() {
      const key = nextKey();
      try {
        await writeStaged(stagedPath(key), Readable.from([Buffer.alloc(1)]), 1, reserve);
        // Both folders must be writable.
        linkSync(stagedPath(key), blobPath(key));
      } finally {
        await removeBoth({ key });
      }
    },
  };
}

// If a flush takes longer than this, it runs on the thread pool, because it would block all other requests.
const maxOnMainThreadMs = 3;

// Consecutive blobs share a folder, so that one flush of the folder covers all of them.
const keysPerFolder = 64;

function makeKeys(): () => string {
  let [folder = 0] = randomBytes(1);
  let count = 0;
  return () => {
    if ((count += 1) % keysPerFolder === 0) folder = (folder + 1) % 256;
    return `${folder.toString(16).padStart(2, '0')}${randomBytes(15).toString('hex')}`;
  };
}

/** Removes a file. Does nothing if it is missing, as after its blob was discarded. */
function removeIfThere(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    unlessGone(error as NodeJS.ErrnoException);
  }
}

/** Returns the key of a file in `staging`. The name ends with the key. */
const keyIn = (name: string) => name.slice(-32);

function unlessGone(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

/** Creates all 256 folders once, so that no upload has to create one and flush its parent. */
async function makeFolders(blobs: string): Promise<void> {
  await mkdir(blobs, { recursive: true, mode: 0o700 });
  const names = Array.from({ length: 256 }, (_, index) => index.toString(16).padStart(2, '0'));
  const existing = new Set(await listFolders(blobs));
  const missing = names.filter((name) => !existing.has(name));
  await Promise.all(missing.map((name) => mkdir(join(blobs, name), { mode: 0o700 })));
  if (missing.length > 0) await syncPath(blobs);
}

/** Returns the folders of blobs. A file manager may have put other entries beside them. */
async function listFolders(blobs: string): Promise<string[]> {
  const entries = await readdir(blobs, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory() && /^[0-9a-f]{2}$/.test(entry.name)).map(({ name }) => name);
}

async function openFile(path: string): Promise<OpenBlob | undefined> {
  // A symbolic link in place of a blob is damage and is not followed. Opening a FIFO would block.
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const handle = await open(path, flags).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ELOOP') return undefined;
    throw error;
  });
  if (!handle) return undefined;
  // For an open file, the kernel has the status in memory.
  const status = fstatSync(handle.fd);
  if (!status.isFile()) {
    await handle.close();
    return undefined;
  }
  return {
    size: status.size,
    fingerprint: `${status.mtimeMs}/${status.ctimeMs}/${status.ino}`,
    stream: (range, pendingBytes) =>
      pendingBytes
        ? readPieces(handle, range, pendingBytes)
        : handle.createReadStream({ ...range, highWaterMark: 256 * 1024 }),
    async bytes(range) {
      try {
        return await (range ? readRange(handle, range) : handle.readFile());
      } finally {
        // The bytes are already read, so the result of closing does not matter.
        handle.close().catch(() => {});
      }
    },
    close: () => handle.close(),
  };
}

async function readRange(handle: FileHandle, { start, end }: { start: number; end: number }): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(end - start + 1);
  for (let read = 0; read < bytes.length;) {
    const { bytesRead } = await handle.read(bytes, read, bytes.length - read, start + read);
    if (bytesRead === 0) throw new Error('a stored file ended while it was read');
    read += bytesRead;
  }
  return bytes;
}
