import { recordAudit } from '#features/audit/server/audit.queries.ts';
import type { Caller } from '#server/access/caller.ts';
import { refuseUnconfirmed } from '#server/access/gate.ts';
import { transactAs } from '#server/access/transact-as.ts';
import type { Context } from '#server/context.ts';
import { lockRow } from '#server/database/dialect/locks.ts';
import type { Http } from '#server/http/mount.ts';
import { refusal } from '#server/refusal.ts';
import type { AnswerOf, ParsedInputOf } from '#shared/endpoint.ts';
import type { passkeysContract } from '../passkeys.contract.ts';
import { maxPasskeys } from '../passkeys.rules.ts';
import { refusals, texts } from '../passkeys.texts.ts';
import { creationOptions, keepChallenge, readCreated, usedChallenge } from './passkey-answers.ts';
import {
  deletePasskey,
  hasPasskey,
  insertPasskey,
  listCredentials,
  listPasskeys,
  renamePasskey,
} from './passkeys.queries.ts';
import { deleteSessions } from './passwords.queries.ts';
import { isProviderOnly } from './sign-in.service.ts';
import { isAppOn, turnOff, turnOn } from './two-factor.queries.ts';
import { freshCodes } from './two-factor.service.ts';

type Calls = typeof passkeysContract;

/** Begins to add a passkey, after the caller has confirmed their password. */
export async function beginAddingPasskey(ctx: Context, caller: Caller, http: Http) {
  refuseUnconfirmed(ctx, http);
  if (isProviderOnly(ctx, caller.email)) throw refusal.conflict('passkey.unavailable', texts.providerOnly);
  const options = await creationOptions(ctx, caller, await listCredentials(ctx.db, caller.id));
  await keepChallenge(ctx, http, options.challenge, caller.id);
  return options;
}

const refused = () => refusal.invalid('passkey.refused', 'response', refusals.added);

/**
 * Adds the passkey that the browser has created. The first second factor turns two-factor sign-in on and ends the caller's other
 * sessions, which started without it.
 */
export async function addPasskey(
  ctx: Context,
  caller: Caller,
  http: Http,
  { name, response }: ParsedInputOf<Calls['add']>,
): Promise<AnswerOf<Calls['add']>> {
  refuseUnconfirmed(ctx, http);
  const challenge = await usedChallenge(ctx, http);
  if (challenge?.user_id !== caller.id) throw refused();
  const created = await readCreated(ctx, challenge.challenge, response).catch((error: unknown) => {
    ctx.log.warn(error, 'a new passkey was refused');
    throw refused();
  });
  return transactAs(ctx, caller, async (tx, write) => {
    await lockRow(tx, 'users', caller.id);
    if ((await listPasskeys(tx, caller.id)).length >= maxPasskeys)
      throw refusal.invalid('passkey.too_many', 'name', refusals.tooMany);
    const passkey = await insertPasskey(tx, { ...created, user_id: caller.id, name, created_at: write.at });
    if (!passkey) throw refused();
    await recordAudit(write, 'user.passkey_added', { ...write.by, detail: name });
    if (!(await turnOn(tx, caller.id, write.at))) return { passkey, recovery_codes: [] };
    await deleteSessions(tx, caller.id, http.session.tokenHash);
    await recordAudit(write, 'user.two_factor_on', write.by);
    write.outdated.userIds.add(caller.id);
    return { passkey, ...(await freshCodes(ctx, tx, caller)) };
  });
}

const notFound = () => refusal.notFound('passkey.not_found', refusals.gone);

export async function renameOwnPasskey(ctx: Context, caller: Caller, { id, name }: ParsedInputOf<Calls['rename']>) {
  return transactAs(ctx, caller, async (tx, write) => {
    const passkey = await renamePasskey(tx, caller.id, id, name);
    if (!passkey) throw notFound();
    await recordAudit(write, 'user.passkey_renamed', { ...write.by, detail: name });
    return passkey;
  });
}

/**
 * Revokes a passkey, after the caller has confirmed their password, and ends the caller's other sessions, which it may have
 * started. Without another second factor, two-factor sign-in is off.
 */
export async function revokePasskey(ctx: Context, caller: Caller, http: Http, id: number): Promise<void> {
  refuseUnconfirmed(ctx, http);
  await transactAs(ctx, caller, async (tx, write) => {
    await lockRow(tx, 'users', caller.id);
    const name = await deletePasskey(tx, caller.id, id);
    if (name === undefined) throw notFound();
    await recordAudit(write, 'user.passkey_revoked', { ...write.by, detail: name });
    await deleteSessions(tx, caller.id, http.session.tokenHash);
    write.outdated.userIds.add(caller.id);
    if ((await hasPasskey(tx, caller.id)) || (await isAppOn(tx, caller.id))) return;
    await turnOff(tx, caller.id);
    await recordAudit(write, 'user.two_factor_off', write.by);
  });
}
