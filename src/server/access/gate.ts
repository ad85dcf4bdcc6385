import { mayView } from '#shared/access.ts';
import type { Gate } from '#shared/access.ts';
import type { Db } from '../parts.ts';
import { refusal } from '../refusal.ts';
import { readPermissionTable } from './access.queries.ts';
import type { Caller } from './caller.ts';

/** Refuses whom the gate does not let through: 401 for nobody, 403 for somebody else. */
export async function passGate(db: Db, gate: Gate, caller: Caller | undefined): Promise<void> {
  if (gate === 'anyone') return;
  if (!caller) throw refusal.unauthenticated();
  if (gate === 'signed-in') return;
  if (gate.roles && !gate.roles.includes(caller.role_id)) throw refusal.forbidden();
  if (gate.module && !mayView(await readPermissionTable(db), caller.role_id, gate.module)) throw refusal.forbidden();
}
