import type { Act } from '#features/audit/audit.rules.ts';
import { recordAudit } from '#features/audit/server/audit.queries.ts';
import { findPasswordHash, lockPassword, recordConfirmation } from '#server/access/access.queries.ts';
import type { Caller } from '#server/access/caller.ts';
import { isPassword } from '#server/access/password-hash.ts';
import { deleteLoginFailures } from '#server/access/throttle.queries.ts';
import { recordTry, refuseWhenThrottled } from '#server/access/throttle.ts';
import { transact } from '#server/access/transact-as.ts';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/database/db.ts';
import type { Http } from '#server/http/mount.ts';
import { refusal } from '#server/refusal.ts';
import { ownPasswordAttempts } from './attempts.ts';

const texts = { wrong: 'The current password is not right.' };

/**
 * Checks the caller's password, records that in the session, and returns the hash. Refuses a wrong password with 422 on
 * `field`, which it records as this act, and with 429 after too many of them in this session. See
 * docs/choices.md#sign-in-throttle.
 */
export async function confirmPassword(
  ctx: Context,
  caller: Caller,
  http: Http,
  { field, password, act }: { field: string; password: string; act: Act },
): Promise<string> {
  const { tokenHash } = caller.session;
  const attempts = ownPasswordAttempts(tokenHash);
  await refuseWhenThrottled(ctx, attempts);
  const passwordHash = await ctx.hashing.run(async () => {
    await refuseWhenThrottled(ctx, attempts);
    const hash = await findPasswordHash(ctx.db, caller.id);
    if (hash !== undefined && (await isPassword(password, hash))) return hash;
    await transact(ctx, caller, async (tx, write) => {
      await recordTry({ ...ctx, db: tx }, attempts);
      await recordAudit(write, act, caller);
    });
    throw wrongPassword(field);
  }, http.request.ip);
  await deleteLoginFailures(ctx.db, attempts.failure.email_key);
  await recordConfirmation(ctx.db, tokenHash, ctx.clock().toISOString());
  return passwordHash;
}

const wrongPassword = (field: string) => refusal.invalid('password.wrong', field, texts.wrong);

/**
 * Refuses with 422 when the password was replaced after it had been compared. Otherwise a call that an outdated password
 * allowed could undo a reset.
 */
export async function refuseReplacedPassword(
  tx: Db,
  caller: Caller,
  { field, passwordHash }: { field: string; passwordHash: string },
): Promise<void> {
  if (!(await lockPassword(tx, caller.id, passwordHash))) throw wrongPassword(field);
}
