import { userInfo } from 'node:os';
import type { Actor } from '#features/audit/audit.rules.ts';
import { onTheMachine } from '#features/audit/audit.texts.ts';

/** Who acts on the machine itself, as far as the machine knows. */
export function whoever(): Actor {
  return { id: null, name: onTheMachine(accountName()), address: null };
}

/** In a container a number may have no name. */
function accountName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? '');
  }
}
