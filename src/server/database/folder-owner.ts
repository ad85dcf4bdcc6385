import { accessSync, constants, existsSync, lchownSync, lstatSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

const isRoot = () => process.getuid?.() === 0;

/**
 * Returns the owner of the data folder if this process runs as root and another user owns the folder. What it creates there
 * has to belong to that user. The folder may be a link, as that of a service with a dynamic user.
 */
export function otherOwner(dataDir: string): { uid: number; gid: number } | undefined {
  if (!isRoot() || !existsSync(dataDir)) return undefined;
  const { uid, gid } = statSync(dataDir);
  return uid === 0 ? undefined : { uid, gid };
}

/**
 * Gives the entries that root has created in the data folder to the owner of the folder. Without this, a server that
 * runs as that owner could not open what an administrator restored as root. Does nothing if this process does not run
 * as root. Skips a folder that already belongs to the owner: the blob store gives the blobs itself.
 */
export function giveToFolderOwner(dataDir: string): void {
  const owner = otherOwner(dataDir);
  if (owner) giveEntries(dataDir, owner.uid, owner.gid);
}

function giveEntries(folder: string, uid: number, gid: number): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    // A running server may have removed the entry since.
    if (lstatSync(path, { throwIfNoEntry: false })?.uid !== 0) continue;
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
  // chown -R does not follow a link.
  const folder = existsSync(dataDir) ? realpathSync(dataDir) : dataDir;
  return `This program runs as ${username} and may not read and write ${forbidden}. Run as root: chown -R ${username} ${quoted(folder)}`;
}

/** Returns the name of this process's user, or its number if the system has no name for it, as in a container. */
export function ownName(): string {
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
