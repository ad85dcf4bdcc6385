import type { Actor } from '#features/audit/audit.rules.ts';
import { commandLineActor } from '#features/audit/audit.texts.ts';
import { ownName } from '#server/database/folder-owner.ts';

/** Returns the actor of a command on this machine: the name of the system user, if there is one. */
export function machineActor(): Actor {
  return { id: null, name: commandLineActor(ownName()), address: null };
}
