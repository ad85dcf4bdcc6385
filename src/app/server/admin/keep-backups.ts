import { statSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CannotStart } from '#server/config.ts';
import { texts } from './admin.texts.ts';
import { checkBackup } from './restore.ts';
import type { Terminal } from './terminal.ts';

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

function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    // There is no such entry, or its path is invalid. The error then comes when the file is written.
    return false;
  }
}

/**
 * Reads a new backup completely, and then removes all but the newest ones of its folder. Removes only files with a name
 * of `backupFile`. Throws CannotStart if the new one is damaged; then nothing is removed.
 */
export async function keepNewest(file: string, keep: number, terminal: Terminal): Promise<void> {
  await checkBackup(file, terminal);
  const folder = dirname(file);
  const names = (await readdir(folder)).filter((name) => ownName.test(name)).toSorted();
  const old = names.slice(0, -keep);
  for (const name of old) await rm(join(folder, name));
  terminal.say(texts.keptBackups(names.length - old.length, old.length));
}
