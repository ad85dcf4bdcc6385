import { accessSync, constants, existsSync, lchownSync, lstatSync, readdirSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

const isRoot = () => process.getuid?.() === 0;

/**
 * Gives the entries that root has created in the data folder to the owner of the folder. Without this, a server that
 * runs as that owner could not open what an administrator restored as root. Does nothing if this process does not run
 * as root. Skips a folder that already belongs to the owner.
 */
export function giveToFolderOwner(dataDir: string): void {
  if (!isRoot() || !existsSync(dataDir)) return;
  const { uid, gid } = lstatSync(dataDir);
  if (uid !== 0) giveEntries(dataDir, uid, gid);
}

function giveEntries(folder: string, uid: number, gid: number): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (lstatSync(path).uid !== 0) continue;
    if (entry.isDirectory()) giveEntries(path, uid, gid);
    lchownSync(path, uid, gid);
  }
}

/**
 * Returns the advice for an entry of the data folder that this process may not read and write, or an empty text if there
 * is none.
 */
export function adviceOnAccess(dataDir: string): string {
  const forbidden = [dataDir, ...entriesOf(dataDir)].find((path) => !mayUse(path));
  if (forbidden === undefined) return '';
  const username = ownName();
  return `This program runs as ${username} and may not read and write ${forbidden}. Run as root: chown -R ${username} ${quoted(dataDir)}`;
}

/** Returns the name of this process's user, or its number if the system has no name for it. */
function ownName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.());
  }
}

function entriesOf(dataDir: string): string[] {
  try {
    return readdirSync(dataDir).map((name) => join(dataDir, name));
  } catch {
    return [];
  }
}

function mayUse(path: string): boolean {
  try {
    accessSync(path, constants.R_OK | constants.W_OK);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'EACCES';
  }
}

const quoted = (path: string) => `'${path.replaceAll("'", String.raw`'\''`)}'`;
