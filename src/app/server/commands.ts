import { existsSync } from 'node:fs';
import { join } from 'node:path';

const isRelease = existsSync(join(import.meta.dirname, '../../../stowage'));

/** The start of every administration command of this installation, as its administrator types it. */
export const adminCommand = isRelease ? './stowage admin' : 'npm run admin --';

const unitFile = '/etc/systemd/system/stowage.service';
/** Docker makes this file in every container. */
const containerFile = '/.dockerenv';

export const isInContainer = () => existsSync(containerFile);

/** Returns the command that starts the server of this installation. */
export function startCommand(has: (path: string) => boolean = existsSync, isArchive = isRelease): string {
  if (has(unitFile)) return 'systemctl start stowage';
  if (has(containerFile)) return 'docker compose -f FILE up --detach, where FILE is the compose file in deploy';
  return isArchive ? './stowage' : 'npm start';
}
