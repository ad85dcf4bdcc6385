import { statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { CannotStart } from '#server/config.ts';
import { texts } from './admin.texts.ts';

/** The names that `backupFile` gives: the time in UTC, so that their order is that of the backups. */
const ownName = /^stowage-\d{4}-\d{2}-\d{2}T\d{6}Z\.tar$/;

/**
 * Returns the file of a new backup: `target` itself, or a name with the time if it is a folder. Throws CannotStart if
 * older backups are to be removed and it is not one.
 */
export function backupFile(target: string, keep: number | undefined, now: Date): string {
  const isFolder = isDirectory(target);
  if (!isFolder && keep !== undefined) throw new CannotStart(texts.keepNeedsFolder(target));
  const time = now.toISOString().slice(0, 19).replaceAll(':', '');
  return isFolder ? join(target, `stowage-${time}Z.tar`) : target;
}

/** Throws CannotStart for a number of backups that is not from 1 to 10,000. */
export function numberToKeep(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,3}$|^10000$/.test(text)) throw new CannotStart(texts.notANumber('--keep'));
  return Number(text);
}

export function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    // There is no such entry, or its path is invalid. The error then comes when the file is read or written.
    return false;
  }
}

/** Returns the names of the backups in a folder that have a name of `backupFile`, the oldest first. */
export async function listBackups(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => ownName.test(name)).toSorted();
}
