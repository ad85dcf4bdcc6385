import type { Act } from '#features/audit/audit.rules.ts';
import { note } from '#features/audit/server/audit.queries.ts';
import type { Caller } from '#server/access/caller.ts';
import { lacksTwoFactor } from '#server/access/gate.ts';
import { confirmPassword } from '#server/access/own-password.ts';
import {
  countRecoveryCodes,
  keepSecret,
  replaceRecoveryCodes,
  turnOff,
  turnOn,
} from '#server/access/two-factor.queries.ts';
import { keyLink, makeRecoveryCodes, newSecret, refuseWrongCode, seal } from '#server/access/two-factor.ts';
import type { Http } from '#server/http/mount.ts';
import type { Db, Parts } from '#server/parts.ts';
import { refusal } from '#server/refusal.ts';
import type { TwoFactorState } from '../two-factor.contract.ts';
import { answers } from '../two-factor.texts.ts';
import { deleteSessions } from './passwords.queries.ts';

export async function ownTwoFactor({ db, config }: Parts, caller: Caller): Promise<TwoFactorState> {
  return {
    enabled_at: caller.two_factor_at,
    recovery_codes_left: await countRecoveryCodes(db, caller.id),
    required: lacksTwoFactor(config, { ...caller, two_factor_at: null }),
  };
}

/** Makes a secret that is in use once a code of it was typed. Refuses 409 when it is on already. */
export async function beginTwoFactor(
  parts: Parts,
  caller: Caller,
  http: Http,
  { current_password }: { current_password: string },
): Promise<{ secret: string; link: string }> {
  if (caller.two_factor_at !== null) throw refusal.conflict(answers.onAlready);
  await confirmOwn(parts, caller, http, current_password);
  const secret = newSecret();
  await keepSecret(parts.db, caller.id, seal(parts.appKey, caller.id, secret));
  return { secret, link: keyLink(secret, { issuer: parts.config.brandName, label: caller.email }) };
}

async function confirmOwn(parts: Parts, caller: Caller, http: Http, password: string): Promise<void> {
  const onWrong = (tx: Db) => noteOf(parts, tx, caller, 'user.confirmation_failed');
  await confirmPassword(parts, caller, http, { field: 'current_password', password, onWrong });
}

async function refuseWrong(parts: Parts, caller: Caller, http: Http, code: string): Promise<void> {
  const onWrong = (tx: Db) => noteOf(parts, tx, caller, 'session.code_failed');
  await refuseWrongCode(parts, http, { userId: caller.id, code, onWrong });
}

const noteOf = ({ clock }: Parts, tx: Db, caller: Caller, act: Act) =>
  note(tx, caller, clock().toISOString(), act, act.startsWith('user.') ? caller : {});

type Codes = { recovery_codes: string[] };

/** Turns it on and ends the caller's other sessions, which were begun without a code. */
export async function enableTwoFactor(parts: Parts, caller: Caller, http: Http, code: string): Promise<Codes> {
  if (caller.two_factor_at !== null) throw refusal.conflict(answers.onAlready);
  await refuseWrong(parts, caller, http, code);
  return parts.db.transaction().execute(async (tx) => {
    if (!(await turnOn(tx, caller.id, parts.clock().toISOString()))) throw refusal.conflict(answers.onAlready);
    await deleteSessions(tx, caller.id, http.visit.tokenHash);
    await noteOf(parts, tx, caller, 'user.two_factor_on');
    return freshCodes(parts, tx, caller);
  });
}

async function freshCodes({ appKey }: Parts, tx: Db, caller: Caller): Promise<Codes> {
  const { shown, hashes } = makeRecoveryCodes(appKey);
  await replaceRecoveryCodes(tx, caller.id, hashes);
  return { recovery_codes: shown };
}

type Proof = { current_password: string; code: string };

/** Password and code, as at a sign-in. Refuses 409 when there is nothing to prove it for. */
async function refuseUnproven(parts: Parts, caller: Caller, http: Http, proof: Proof): Promise<void> {
  if (caller.two_factor_at === null) throw refusal.conflict(answers.isOff);
  await confirmOwn(parts, caller, http, proof.current_password);
  await refuseWrong(parts, caller, http, proof.code);
}

export async function renewRecoveryCodes(parts: Parts, caller: Caller, http: Http, proof: Proof): Promise<Codes> {
  await refuseUnproven(parts, caller, http, proof);
  return parts.db.transaction().execute(async (tx) => {
    await noteOf(parts, tx, caller, 'user.recovery_codes_made');
    return freshCodes(parts, tx, caller);
  });
}

export async function disableTwoFactor(
  parts: Parts,
  caller: Caller,
  http: Http,
  proof: Proof,
): Promise<TwoFactorState> {
  await refuseUnproven(parts, caller, http, proof);
  await parts.db.transaction().execute(async (tx) => {
    await turnOff(tx, caller.id);
    await noteOf(parts, tx, caller, 'user.two_factor_off');
  });
  return ownTwoFactor(parts, { ...caller, two_factor_at: null });
}
