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
import { hasPasskey, listPasskeys } from './passkeys.queries.ts';
import { deleteSessions } from './passwords.queries.ts';
import { isProviderOnly } from './sign-in.service.ts';
import { keyLink, makeRecoveryCodes, newSecret, refuseWrongCode, seal, wrongCode } from './two-factor-codes.ts';
import {
  countRecoveryCodes,
  deleteSecret,
  isAppOn,
  isSecretConfirmed,
  isTwoFactorOn,
  saveSecret,
  replaceRecoveryCodes,
  turnOff,
  turnOn,
} from './two-factor.queries.ts';

export async function ownTwoFactor(ctx: Context, caller: Caller): Promise<TwoFactorState> {
  const { db, config } = ctx;
  return {
    enabled_at: caller.two_factor_at,
    app: await isAppOn(db, caller.id),
    passkeys: await listPasskeys(db, caller.id),
    passkeys_refused: isProviderOnly(ctx, caller.email),
    recovery_codes_left: await countRecoveryCodes(db, caller.id),
    required: lacksTwoFactor(config, { ...caller, two_factor_at: null }),
  };
}

/** Creates a secret, which becomes active with its first code. Refuses with 409 when codes of an app are on. */
export async function beginTwoFactor(ctx: Context, caller: Caller, http: Http, password: string) {
  await refuseSecondApp(ctx.db, caller);
  const passwordHash = await confirmOwn(ctx, caller, http, password);
  const secret = newSecret();
  await ctx.db.transaction().execute(async (tx) => {
    // Locks the user, so that no other call turns it on between the check and the new secret.
    await refuseReplacedPassword(tx, caller, { field, passwordHash });
    await refuseSecondApp(tx, caller);
    await saveSecret(tx, caller.id, seal(ctx.appKey, caller.id, secret));
  });
  return { secret, link: keyLink(secret, { issuer: ctx.config.brandName, label: caller.email }) };
}

async function refuseSecondApp(db: Db, caller: Caller): Promise<void> {
  if (await isAppOn(db, caller.id)) throw refusal.conflict('two_factor.already_on', answers.onAlready);
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

/**
 * Turns the codes of an app on. If they are the first second factor, ends the caller's other sessions, which started without one,
 * and returns recovery codes.
 */
export async function enableTwoFactor(ctx: Context, caller: Caller, http: Http, code: string): Promise<Codes> {
  await refuseSecondApp(ctx.db, caller);
  await refuseWrong(ctx, caller, http, code);
  return transactAs(ctx, caller, async (tx, write) => {
    const isFirst = await turnOn(tx, caller.id, write.at);
    if (!isFirst && !(await hasPasskey(tx, caller.id)))
      throw refusal.conflict('two_factor.already_on', answers.onAlready);
    if (!(await isSecretConfirmed(tx, caller.id))) throw wrongCode();
    if (!isFirst) {
      await recordOf(write, 'user.app_codes_on');
      return { recovery_codes: [] };
    }
    await deleteSessions(tx, caller.id, http.session.tokenHash);
    await recordOf(write, 'user.two_factor_on');
    return freshCodes(ctx, tx, caller);
  });
}

/** Replaces the recovery codes of the caller. */
export async function freshCodes({ appKey }: Context, tx: Db, caller: Caller): Promise<Codes> {
  const { shown, hashes } = makeRecoveryCodes(appKey);
  await replaceRecoveryCodes(tx, caller.id, hashes);
  return { recovery_codes: shown };
}

type Proof = { current_password: string; code?: string | undefined };

/**
 * Checks the password as a sign-in does, and the code if codes of an app are on. Returns the hash of the password. Refuses with 409 when two-factor sign-in
 * is off.
 */
async function refuseUnproven(ctx: Context, caller: Caller, http: Http, proof: Proof): Promise<string> {
  if (caller.two_factor_at === null) throw refusal.conflict('two_factor.off', answers.isOff);
  const hasApp = await isAppOn(ctx.db, caller.id);
  if (!hasApp && proof.code !== undefined) throw refusal.conflict('two_factor.off', answers.noApp);
  const passwordHash = await confirmOwn(ctx, caller, http, proof.current_password);
  if (hasApp) await refuseWrong(ctx, caller, http, proof.code ?? '');
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

export async function disableTwoFactor(ctx: Context, caller: Caller, http: Http, proof: Proof) {
  const passwordHash = await refuseUnproven(ctx, caller, http, proof);
  const staysOn = await transact(ctx, caller, async (tx, write) => {
    await refuseChanged(tx, caller, passwordHash);
    const staysOn = await hasPasskey(tx, caller.id);
    await (staysOn ? deleteSecret : turnOff)(tx, caller.id);
    await recordOf(write, staysOn ? 'user.app_codes_off' : 'user.two_factor_off');
    return staysOn;
  });
  return ownTwoFactor(ctx, staysOn ? caller : { ...caller, two_factor_at: null });
}
