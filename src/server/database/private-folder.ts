import { chmodSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import process from 'node:process';

/** The mode bits of the group and of all other users. */
const othersMask = 0o077;

/** The mode bit with which other users can enter a folder. */
const othersEnter = 0o001;

/** The names that this program creates in the data folder. */
const ownNames =
  /^(stowage\.db.*|stowage-before-.*|server\.lock.*|server-id|store-id|restoring|spool-.*|blobs|staging)$/;

/**
 * Takes the rights of other users away from the files and folders of this program, which an earlier version or a
 * restored copy may have left readable. Files of another owner stay as they are.
 */
export function makePrivate(dataDir: string): void {
  for (const name of readdirSync(dataDir).filter((one) => ownNames.test(one))) {
    const path = join(dataDir, name);
    const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0;
    if ((mode & othersMask) === 0) continue;
    try {
      chmodSync(path, mode & 0o7700);
    } catch {
      // Some file systems have no modes. `isOpenToOthers` then reports the folder.
    }
  }
}

/** Whether all users of the machine can enter the folder. Windows has no such modes. */
export function isOpenToOthers(dataDir: string): boolean {
  if (process.platform === 'win32') return false;
  for (let path = resolve(dataDir); ; path = dirname(path)) {
    if ((statSync(path).mode & othersEnter) === 0) return false;
    if (path === dirname(path)) return true;
  }
}
