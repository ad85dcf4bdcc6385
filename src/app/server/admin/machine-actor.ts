import { userInfo } from 'node:os';
import type { Actor } from '#features/audit/audit.rules.ts';
import { commandLineActor } from '#features/audit/audit.texts.ts';

/** Returns the actor of a command on this machine: the name of the system user, if there is one. */
export function machineActor(): Actor {
  return { id: null, name: commandLineActor(accountName()), address: null };
}

/** In a container, the user id may have no name. */
function accountName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? '');
  }
}
