import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../..');
const isRelease = existsSync(join(root, 'stowage'));

/** The start of every administration command of this installation, as its administrator types it. */
export const adminCommand = isRelease ? './stowage admin' : 'npm run admin --';

const unitFile = '/etc/systemd/system/stowage.service';
/** Docker makes this file in every container. */
const containerFile = '/.dockerenv';

export const isInContainer = () => existsSync(containerFile);

/** Returns the command that starts the server of this installation, and not that of another one on the machine. */
export function startCommand(read: (path: string) => string | undefined = readIfThere, isArchive = isRelease): string {
  if (read(unitFile)?.includes(`=${root}/`)) return 'systemctl start stowage';
  if (read(containerFile) !== undefined)
    return 'docker compose -f FILE up --detach, where FILE is the compose file in deploy';
  return isArchive ? './stowage' : 'npm start';
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
