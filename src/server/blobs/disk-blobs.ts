import { randomBytes } from 'node:crypto';
import { constants, existsSync, fstatSync, linkSync, unlinkSync } from 'node:fs';
import { lstat, mkdir, open, readdir, rm, unlink } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { firstIn, markOf, setMark } from '../database/data-folder.ts';
import { syncPath, syncPathAtOnce } from '../sync-path.ts';
import { isBlobKey } from './blob-store.ts';
import type { BlobPlace, BlobStore, OpenBlob } from './blob-store.ts';
import { isFlushedLater, writeStaged } from './write-staged.ts';

/** The folder itself need not hold a single file of ours yet. */
export function diskPlace(dataDir: string): BlobPlace {
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

async function holdsFiles(blobs: string): Promise<boolean> {
  if (!existsSync(blobs)) return false;
  const found = await readdir(blobs, { recursive: true, withFileTypes: true });
  return found.some((entry) => entry.isFile());
}

/**
 * Blobs as files. A blob is written under `staging`, then linked into `blobs`; its staging name goes when its record is
 * committed. So a leftover in `staging` is all that has to be looked at after a crash, however large the store is.
 */
async function openDiskBlobs(dataDir: string, prefix: string): Promise<BlobStore> {
  const staging = join(dataDir, 'staging');
  const blobs = join(dataDir, 'blobs');
  await mkdir(staging, { recursive: true, mode: 0o700 });
  await makeFolders(blobs);
  await syncPath(dataDir);
  let publishing = 0;
  let lastTookMs = Infinity;
  const nextKey = makeKeys();
  const stagedPath = (key: string) => join(staging, `${prefix}${key}`);
  const folderOf = (key: string) => join(blobs, key.slice(0, 2));
  const blobPath = (key: string) => join(folderOf(key), key);
  const removeBoth = async ({ key }: { key: string }) => {
    await rm(blobPath(key), { force: true });
    await rm(stagedPath(key), { force: true });
  };

  return {
    async stage(bytes, most, key = nextKey()) {
      return { key, ...(await writeStaged(stagedPath(key), bytes, most)) };
    },
    async publish(staged) {
      publishing += 1;
      // Lets those come this far whose bytes have arrived as well.
      await turn();
      const began = performance.now();
      try {
        const unflushed = staged.filter(isFlushedLater).map(({ key }) => stagedPath(key));
        const folders = [...new Set(staged.map(({ key }) => folderOf(key)))];
        const linkAll = () => staged.forEach(({ key }) => linkSync(stagedPath(key), blobPath(key)));
        if (publishing === 1 && staged.length === 1 && lastTookMs < mostOnThisThreadMs) {
          unflushed.forEach(syncPathAtOnce);
          linkAll();
          folders.forEach(syncPathAtOnce);
        } else {
          // Flushes that are asked for together, the disk does together.
          await Promise.all(unflushed.map(syncPath));
          linkAll();
          await Promise.all(folders.map(syncPath));
        }
      } finally {
        publishing -= 1;
        lastTookMs = performance.now() - began;
      }
    },
    async settle(staged) {
      for (const { key } of staged) removeIfThere(stagedPath(key));
    },
    async discard(staged) {
      await Promise.all(staged.map(removeBoth));
    },
    async recover(areNamed) {
      const names = (await readdir(staging)).filter((name) => name.startsWith(prefix));
      const unnamed = new Set(names.map(keyIn)).difference(await areNamed(names.map(keyIn)));
      for (const name of names) {
        if (unnamed.has(keyIn(name))) await rm(blobPath(keyIn(name)), { force: true });
        await unlink(join(staging, name));
      }
      return unnamed.size;
    },
    open: (key) => openFile(blobPath(key)),
    async *list() {
      for (const folder of await readdir(blobs)) {
        const keys = (await readdir(join(blobs, folder))).filter(isBlobKey);
        // Asked after the names: what was in doubt then and is not now has been settled or is gone.
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
  };
}

// On a disk that takes longer to flush, everybody else would wait for it.
const mostOnThisThreadMs = 3;

// Files that come together lie in one folder, which is then flushed once for all of them.
const inOneFolder = 64;

function makeKeys(): () => string {
  let [folder = 0] = randomBytes(1);
  let made = 0;
  return () => {
    if ((made += 1) % inOneFolder === 0) folder = (folder + 1) % 256;
    return `${folder.toString(16).padStart(2, '0')}${randomBytes(15).toString('hex')}`;
  };
}

/** One that was discarded is not there any more. */
function removeIfThere(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    unlessGone(error as NodeJS.ErrnoException);
  }
}

/** A name under `staging` ends in the key of its blob. */
const keyIn = (name: string) => name.slice(-32);

function unlessGone(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

/** 256 folders made once, so that no upload has to make one and flush its parent. */
async function makeFolders(blobs: string): Promise<void> {
  await mkdir(blobs, { recursive: true, mode: 0o700 });
  const names = Array.from({ length: 256 }, (_, place) => place.toString(16).padStart(2, '0'));
  const there = new Set(await readdir(blobs));
  const missing = names.filter((name) => !there.has(name));
  await Promise.all(missing.map((name) => mkdir(join(blobs, name), { mode: 0o700 })));
  if (missing.length > 0) await syncPath(blobs);
}

async function openFile(path: string): Promise<OpenBlob | undefined> {
  // A link in place of a blob is damage, not a file to follow; a pipe in its place would be waited for.
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const handle = await open(path, flags).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ELOOP') return undefined;
    throw error;
  });
  if (!handle) return undefined;
  // Of what is open already the system knows it by heart.
  const status = fstatSync(handle.fd);
  if (!status.isFile()) {
    await handle.close();
    return undefined;
  }
  return {
    size: status.size,
    stamp: `${status.mtimeMs}/${status.ctimeMs}/${status.ino}`,
    stream: ({ start, end }) => handle.createReadStream({ start, end, highWaterMark: 256 * 1024 }),
    async bytes(range) {
      try {
        return await (range ? readRange(handle, range) : handle.readFile());
      } finally {
        // Nobody waits for it, and what was read is right whether it goes well or not.
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
