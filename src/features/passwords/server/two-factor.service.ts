import type { Act } from '#features/audit/audit.rules.ts';
import { recordAudit } from '#features/audit/server/audit.queries.ts';
import type { Caller } from '#server/access/caller.ts';
import { lacksTwoFactor } from '#server/access/gate.ts';
import { transact, transactAs } from '#server/access/transact-as.ts';
import type { Write } from '#server/access/transact-as.ts';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/database/db.ts';
import type { Http } from '#server/http/mount.ts';
import { refusal } from '#server/refusal.ts';
import type { TwoFactorState } from '../two-factor.contract.ts';
import { answers } from '../two-factor.texts.ts';
import { confirmPassword, refuseReplacedPassword } from './own-password.ts';
import { deleteSessions } from './passwords.queries.ts';
import { keyLink, makeRecoveryCodes, newSecret, refuseWrongCode, seal, wrongCode } from './two-factor-codes.ts';
import {
  countRecoveryCodes,
  isSecretConfirmed,
  isTwoFactorOn,
  saveSecret,
  replaceRecoveryCodes,
  turnOff,
  turnOn,
} from './two-factor.queries.ts';

export async function ownTwoFactor({ db, config }: Context, caller: Caller): Promise<TwoFactorState> {
  return {
    enabled_at: caller.two_factor_at,
    recovery_codes_left: await countRecoveryCodes(db, caller.id),
    required: lacksTwoFactor(config, { ...caller, two_factor_at: null }),
  };
}

/** Creates a secret, which becomes active with its first code. Refuses with 409 when two-factor sign-in is on. */
export async function beginTwoFactor(
  ctx: Context,
  caller: Caller,
  http: Http,
  { current_password }: { current_password: string },
): Promise<{ secret: string; link: string }> {
  if (caller.two_factor_at !== null) throw refusal.conflict('two_factor.already_on', answers.onAlready);
  const passwordHash = await confirmOwn(ctx, caller, http, current_password);
  const secret = newSecret();
  await ctx.db.transaction().execute(async (tx) => {
    // Locks the user, so that no other call turns it on between the check and the new secret.
    await refuseReplacedPassword(tx, caller, { field, passwordHash });
    if (await isTwoFactorOn(tx, caller.id)) throw refusal.conflict('two_factor.already_on', answers.onAlready);
    await saveSecret(tx, caller.id, seal(ctx.appKey, caller.id, secret));
  });
  return { secret, link: keyLink(secret, { issuer: ctx.config.brandName, label: caller.email }) };
}

const field = 'current_password';

/** Returns the hash of the confirmed password. */
async function confirmOwn(ctx: Context, caller: Caller, http: Http, password: string): Promise<string> {
  const act = 'user.confirmation_failed';
  return confirmPassword(ctx, caller, http, { field, password, act });
}

async function refuseWrong(ctx: Context, caller: Caller, http: Http, code: string): Promise<void> {
  const onWrong = (write: Write) => recordOf({ ...write, by: caller }, 'session.code_failed');
  await refuseWrongCode(ctx, http, { userId: caller.id, code, onWrong });
}

const recordOf = (write: Write<Caller>, act: Act) => recordAudit(write, act, act.startsWith('user.') ? write.by : {});

type Codes = { recovery_codes: string[] };

/** Turns two-factor sign-in on and ends the caller's other sessions, which started without a code. */
export async function enableTwoFactor(ctx: Context, caller: Caller, http: Http, code: string): Promise<Codes> {
  if (caller.two_factor_at !== null) throw refusal.conflict('two_factor.already_on', answers.onAlready);
  await refuseWrong(ctx, caller, http, code);
  return transactAs(ctx, caller, async (tx, write) => {
    if (!(await turnOn(tx, caller.id, write.at))) throw refusal.conflict('two_factor.already_on', answers.onAlready);
    if (!(await isSecretConfirmed(tx, caller.id))) throw wrongCode();
    await deleteSessions(tx, caller.id, http.session.tokenHash);
    await recordOf(write, 'user.two_factor_on');
    return freshCodes(ctx, tx, caller);
  });
}

async function freshCodes({ appKey }: Context, tx: Db, caller: Caller): Promise<Codes> {
  const { shown, hashes } = makeRecoveryCodes(appKey);
  await replaceRecoveryCodes(tx, caller.id, hashes);
  return { recovery_codes: shown };
}

type Proof = { current_password: string; code: string };

/**
 * Checks password and code as a sign-in does. Returns the hash of the password. Refuses with 409 when two-factor sign-in
 * is off.
 */
async function refuseUnproven(ctx: Context, caller: Caller, http: Http, proof: Proof): Promise<string> {
  if (caller.two_factor_at === null) throw refusal.conflict('two_factor.off', answers.isOff);
  const passwordHash = await confirmOwn(ctx, caller, http, proof.current_password);
  await refuseWrong(ctx, caller, http, proof.code);
  return passwordHash;
}

/** Refuses if the password was replaced or two-factor sign-in turned off since the proof. Locks the user against both. */
async function refuseChanged(tx: Db, caller: Caller, passwordHash: string): Promise<void> {
  await refuseReplacedPassword(tx, caller, { field, passwordHash });
  if (!(await isTwoFactorOn(tx, caller.id))) throw refusal.conflict('two_factor.off', answers.isOff);
}

export async function renewRecoveryCodes(ctx: Context, caller: Caller, http: Http, proof: Proof): Promise<Codes> {
  const passwordHash = await refuseUnproven(ctx, caller, http, proof);
  return transact(ctx, caller, async (tx, write) => {
    await refuseChanged(tx, caller, passwordHash);
    await recordOf(write, 'user.recovery_codes_made');
    return freshCodes(ctx, tx, caller);
  });
}

export async function disableTwoFactor(
  ctx: Context,
  caller: Caller,
  http: Http,
  proof: Proof,
): Promise<TwoFactorState> {
  const passwordHash = await refuseUnproven(ctx, caller, http, proof);
  await transact(ctx, caller, async (tx, write) => {
    await refuseChanged(tx, caller, passwordHash);
    await turnOff(tx, caller.id);
    await recordOf(write, 'user.two_factor_off');
  });
  return ownTwoFactor(ctx, { ...caller, two_factor_at: null });
}
