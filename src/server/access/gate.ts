import { managingRoles, mayView } from '#shared/access.ts';
import type { Gate, RoleId } from '#shared/access.ts';
import type { Config } from '../config.ts';
import type { Db } from '../parts.ts';
import { refusal } from '../refusal.ts';
import { readPermissionTable } from './access.queries.ts';
import type { Caller } from './caller.ts';

const texts = {
  setUpFirst: 'Your company asks for two-factor sign-in. Set it up first; you can use everything else after that.',
};

/** Refuses whom the gate does not let through: 401 for nobody, 403 for somebody else. */
export async function passGate(db: Db, gate: Gate, caller: Caller | undefined): Promise<void> {
  if (gate === 'anyone') return;
  if (!caller) throw refusal.unauthenticated();
  if (gate === 'signed-in') return;
  if (gate.roles && !gate.roles.includes(caller.role_id)) throw refusal.forbidden();
  if (gate.module && !mayView(await readPermissionTable(db), caller.role_id, gate.module)) throw refusal.forbidden();
}

/** Whether somebody must sign in with a code and does not yet, by the setting REQUIRE_TWO_FACTOR. */
export function lacksTwoFactor(
  { requireTwoFactor }: Config,
  person: { role_id: number; two_factor_at: string | null },
): boolean {
  if (requireTwoFactor === 'no' || person.two_factor_at !== null) return false;
  return requireTwoFactor === 'everyone' || managingRoles.includes(person.role_id as RoleId);
}

/** Refuses 403 everything but what leads there to whoever must still set up two-factor sign-in. */
export function refuseBeforeTwoFactor(config: Config, caller: Caller | undefined): void {
  if (caller && lacksTwoFactor(config, caller)) throw refusal.forbidden(texts.setUpFirst);
}
