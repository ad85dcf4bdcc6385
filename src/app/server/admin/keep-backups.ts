import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { archiveSource } from '../backups/archive-source.ts';
import { texts } from './admin.texts.ts';
import { listBackups } from './backup-files.ts';
import type { Terminal } from './terminal.ts';

/**
 * Reads a new backup completely, and then removes all but the newest ones of its folder. Removes only files with a name
 * of `backupFile`. Throws CannotStart if the new one is damaged; then nothing is removed.
 */
export async function keepNewest(file: string, keep: number, terminal: Terminal): Promise<void> {
  (await archiveSource(file, terminal))[Symbol.dispose]();
  const folder = dirname(file);
  const names = await listBackups(folder);
  const old = names.slice(0, -keep);
  for (const name of old) await rm(join(folder, name));
  terminal.say(texts.keptBackups(names.length - old.length, old.length));
}
