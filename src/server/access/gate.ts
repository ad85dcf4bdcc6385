import { managingRoles, mayView } from '#shared/access.ts';
import type { Gate, RoleId } from '#shared/access.ts';
import { confirmedForMs } from '#shared/session-lengths.ts';
import type { Config } from '../config.ts';
import type { Db } from '../database/db.ts';
import { refusal } from '../refusal.ts';
import { readPermissionTable } from './access.queries.ts';
import type { Caller, RequestSession } from './caller.ts';

const texts = {
  setUpFirst: 'Your company requires two-factor sign-in. Set it up first. Then you can use everything else.',
};

/** Refuses callers that the gate does not admit: with 401 if they are not signed in, otherwise with 403. */
export async function passGate(db: Db, gate: Gate, caller: Caller | undefined): Promise<void> {
  if (gate === 'anyone') return;
  if (!caller) throw refusal.unauthenticated('session.required');
  if (gate === 'signed-in') return;
  if (gate.roles && !gate.roles.includes(caller.role_id)) throw refusal.forbidden('permission.denied');
  if (gate.module && !mayView(await readPermissionTable(db), caller.role_id, gate.module))
    throw refusal.forbidden('permission.denied');
}

/** Returns whether the setting REQUIRE_TWO_FACTOR requires a second factor that this user has not set up yet. */
export function lacksTwoFactor(
  { requireTwoFactor }: Config,
  person: { role_id: number; two_factor_at: string | null; by_provider?: boolean },
): boolean {
  if (requireTwoFactor === 'no' || person.two_factor_at !== null || person.by_provider) return false;
  return requireTwoFactor === 'everyone' || managingRoles.includes(person.role_id as RoleId);
}

/** Refuses with 403 if the caller still has to set up two-factor sign-in. */
export function refuseBeforeTwoFactor(config: Config, caller: Caller | undefined): void {
  if (caller && lacksTwoFactor(config, caller)) throw refusal.forbidden('two_factor.required', texts.setUpFirst);
}

/** Refuses with 403 if the password was not entered recently in this session. Signing in counts as entering it. */
export function refuseUnconfirmed({ clock }: { clock: () => Date }, { session }: { session: RequestSession }): void {
  const confirmedAt = session.confirmedAt === undefined ? -Infinity : Date.parse(session.confirmedAt);
  if (clock().getTime() - confirmedAt > confirmedForMs) throw refusal.unconfirmed();
}
