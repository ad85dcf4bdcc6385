import { confirmedForMs } from '#shared/session-lengths.ts';
import type { Http } from '../http/mount.ts';
import type { Db, Parts } from '../parts.ts';
import { refusal } from '../refusal.ts';
import { findPasswordHash, forgetLoginFailures, noteConfirmation } from './access.queries.ts';
import type { Caller } from './caller.ts';
import { isPassword } from './password-hash.ts';
import { noteFailedTry, refuseWhenThrottled } from './throttle.ts';

const texts = { wrong: 'The current password is not right.' };

/**
 * Notes in the session that whoever is calling knows their password. Refuses 422 on `field` a wrong one; guessing is
 * throttled as a sign-in is; `onWrong` notes it. Source: robustness.md S5.
 */
export async function confirmPassword(
  parts: Parts,
  caller: Caller,
  http: Http,
  { field, password, onWrong }: { field: string; password: string; onWrong: (tx: Db) => Promise<void> },
): Promise<void> {
  const who = { emailKey: caller.email.toLowerCase(), address: http.request.ip };
  await refuseWhenThrottled(parts, who);
  await parts.hashing.run(async () => {
    await refuseWhenThrottled(parts, who);
    const hash = await findPasswordHash(parts.db, caller.id);
    if (hash !== undefined && (await isPassword(password, hash))) return;
    await parts.db.transaction().execute(async (tx) => {
      await noteFailedTry({ ...parts, db: tx }, who);
      await onWrong(tx);
    });
    throw refusal.invalid(field, texts.wrong);
  });
  await forgetLoginFailures(parts.db, who.emailKey);
  const { tokenHash } = http.visit;
  if (tokenHash !== undefined) await noteConfirmation(parts.db, tokenHash, parts.clock().toISOString());
}

/** Refuses 403 what a session may only do shortly after its password was typed, signing in included. */
export function refuseUnconfirmed({ clock }: Parts, { visit }: Http): void {
  const confirmedAt = visit.confirmedAt === undefined ? -Infinity : Date.parse(visit.confirmedAt);
  if (clock().getTime() - confirmedAt > confirmedForMs) throw refusal.unconfirmed();
}
