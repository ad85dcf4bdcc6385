import { recordAudit } from '#features/audit/server/audit.queries.ts';
import type { CurrentUser } from '#features/session/session.contract.ts';
import { refusals as signInRefusals } from '#features/session/session.texts.ts';
import { deleteLoginFailures } from '#server/access/throttle.queries.ts';
import { recordTry, refuseWhenThrottled } from '#server/access/throttle.ts';
import { transact } from '#server/access/transact-as.ts';
import type { Context } from '#server/context.ts';
import { lockRow } from '#server/database/dialect/locks.ts';
import type { Http } from '#server/http/mount.ts';
import { refusal } from '#server/refusal.ts';
import type { AnswerOf, ParsedInputOf } from '#shared/endpoint.ts';
import type { Asserted, passkeysContract } from '../passkeys.contract.ts';
import { details, reasons, refusals } from '../passkeys.texts.ts';
import { notices } from '../passwords.texts.ts';
import { begunPasskeySignIns, passkeyAttempts } from './attempts.ts';
import { keepChallenge, partyOf, readUse, requestOptions, usedChallenge } from './passkey-answers.ts';
import { findPasskey, listCredentials, recordPasskeyUse } from './passkeys.queries.ts';
import { pendingSignInOf } from './pending-sign-in.ts';
import { completeSignIn, isProviderOnly } from './sign-in.service.ts';

type Calls = typeof passkeysContract;

/**
 * Begins a sign-in with a passkey. As the second step of a two-factor sign-in it is limited to the passkeys of the user, and
 * refused with 401 without a correct password in the last minutes.
 */
export async function beginPasskeySignIn(
  ctx: Context,
  http: Http,
  { after_password = false }: ParsedInputOf<Calls['beginSignIn']>,
): Promise<AnswerOf<Calls['beginSignIn']>> {
  partyOf(ctx);
  const attempts = begunPasskeySignIns(http.request.ip);
  await refuseWhenThrottled(ctx, attempts);
  const pending = after_password ? await pendingSignInOf(ctx, http.session) : undefined;
  if (after_password && !pending) throw refusal.unauthenticated('sign_in.expired', signInRefusals.passwordTooLongAgo);
  const options = await requestOptions(ctx, pending ? await listCredentials(ctx.db, pending.userId) : []);
  await ctx.db.transaction().execute(async (tx) => {
    await recordTry({ ...ctx, db: tx }, attempts);
    await keepChallenge({ ...ctx, db: tx }, http, options.challenge, pending?.userId ?? null);
  });
  return options;
}

/**
 * Signs in with the answer of a passkey, which has verified its user. Every refusal has the same sentence; the audit log has the
 * reason.
 */
export async function signInByPasskey(
  ctx: Context,
  http: Http,
  { response, remember = false }: ParsedInputOf<Calls['signIn']>,
): Promise<{ user: CurrentUser }> {
  partyOf(ctx);
  const attempts = passkeyAttempts(http.request.ip);
  await refuseWhenThrottled(ctx, attempts);
  const result = await admit(ctx, http, response, remember);
  if ('user' in result) {
    result.setCookies();
    return { user: result.user };
  }
  const { reason, owner } = result;
  const unknownUser = { id: null, name: notices.unknownUser, address: http.request.ip };
  await transact(ctx, unknownUser, async (tx, write) => {
    await recordTry({ ...ctx, db: tx }, attempts);
    await recordAudit(write, 'session.passkey_refused', { name: owner ?? null, detail: reason });
  });
  throw refusal.forbidden('sign_in.passkey_refused', refusals.signIn);
}

type Refused = { reason: string; owner?: string };
type Admitted = Awaited<ReturnType<typeof completeSignIn>>;

async function admit(ctx: Context, http: Http, response: Asserted, remember: boolean): Promise<Admitted | Refused> {
  const challenge = await usedChallenge(ctx, http);
  if (!challenge) return { reason: reasons.challenge };
  const passkey = await findPasskey(ctx.db, response.id);
  if (!passkey) return { reason: reasons.unknown };
  const { user_id: userId, user_name: owner, counter: from } = passkey;
  if (isProviderOnly(ctx, passkey.email_key)) return { reason: reasons.provider, owner };
  const counter = await readUse(ctx, challenge.challenge, passkey, response).catch((error: Error) => error);
  if (counter instanceof Error) return { reason: reasons.answer(counter.message), owner };
  const isSecondStep = challenge.user_id !== null;
  const awaited = isSecondStep ? await pendingSignInOf(ctx, http.session) : undefined;
  return ctx.db.transaction().execute(async (tx) => {
    await lockRow(tx, 'users', userId);
    const current = await findPasskey(tx, response.id);
    const isOut = current?.suspended_at !== null || current.deleted_at !== null;
    if (isOut || (isSecondStep && awaited?.userId !== userId)) return { reason: reasons.user, owner };
    const at = ctx.clock().toISOString();
    const isUsed = await recordPasskeyUse(tx, passkey.id, { from, counter, at });
    const isAwaited = !awaited || (await awaited.take(tx));
    if (!isUsed || !isAwaited) return { reason: reasons.changed, owner };
    const { email_key, address } = passkeyAttempts(http.request.ip).failure;
    await deleteLoginFailures(tx, email_key, address);
    return completeSignIn({ ...ctx, db: tx }, http, {
      userId,
      remember: awaited?.remember ?? remember,
      detail: details.byPasskey(passkey.name),
    });
  });
}
