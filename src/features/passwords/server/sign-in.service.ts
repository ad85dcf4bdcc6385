import { recordAudit } from '#features/audit/server/audit.queries.ts';
import { describeSelf } from '#features/session/server/user-rows.queries.ts';
import type { CurrentUser } from '#features/session/session.contract.ts';
import { refusals } from '#features/session/session.texts.ts';
import { lockPassword } from '#server/access/access.queries.ts';
import { startSession } from '#server/access/caller.ts';
import type { ProviderSession } from '#server/access/caller.ts';
import { networkOf } from '#server/access/client-network.ts';
import { isPassword, unknownUserHash } from '#server/access/password-hash.ts';
import { deleteLoginFailures, recordSignInAddress } from '#server/access/throttle.queries.ts';
import { recordTry, refuseWhenThrottled } from '#server/access/throttle.ts';
import type { Attempts } from '#server/access/throttle.ts';
import { transact } from '#server/access/transact-as.ts';
import type { Write } from '#server/access/transact-as.ts';
import type { Context } from '#server/context.ts';
import { emailKey } from '#server/email-key.ts';
import type { Http } from '#server/http/mount.ts';
import { refusal } from '#server/refusal.ts';
import { signInAttempts } from './attempts.ts';
import { hasPasskey } from './passkeys.queries.ts';
import { pendingSignInOf, startPendingSignIn } from './pending-sign-in.ts';
import { findCredentials, recordLogin } from './sign-in.queries.ts';
import { refuseWrongCode } from './two-factor-codes.ts';

type SignedIn = { user: CurrentUser };
type SecondStep = { two_factor: true; passkey?: true };
type Attempt = { email: string; password: string; remember?: boolean | undefined };

/**
 * Signs in under a new session, or asks for a code first. Wrong credentials give the same answer after the same time,
 * whether or not the e-mail address exists (docs/choices.md#wrong-credentials). Refuses wrong credentials with 422,
 * too many tries with 429, and too many simultaneous sign-ins with 503.
 */
export async function signIn(ctx: Context, http: Http, attempt: Attempt): Promise<SignedIn | SecondStep> {
  const key = emailKey(attempt.email);
  const { ip } = http.request;
  refusePassword(ctx, key);
  const attempts = signInAttempts(key, ip);
  await refuseWhenThrottled(ctx, attempts);
  const refuse = () => refuseCredentials(ctx, attempts, { key, ip });
  const credentials = await ctx.hashing.run(async () => {
    // Checked again inside the slot, because simultaneous tries may all have passed the first check.
    await refuseWhenThrottled(ctx, attempts);
    const found = await findCredentials(ctx.db, key);
    const isRight = await isPassword(attempt.password, found?.password_hash ?? unknownUserHash);
    return found && isRight ? found : refuse();
  }, ip);
  const remember = attempt.remember ?? false;
  const signedIn = await ctx.db.transaction().execute(async (tx) => {
    // Since the comparison, the password may have been replaced or two-factor sign-in turned on, which ended all sessions.
    const locked = await lockPassword(tx, credentials.id, credentials.password_hash);
    if (!locked) return undefined;
    const within = { ...ctx, db: tx };
    const { email_key, address } = attempts.failure;
    await deleteLoginFailures(tx, email_key, address);
    const userId = credentials.id;
    if (locked.two_factor_at === null) return completeSignIn(within, http, { userId, remember });
    const setCookies = await startPendingSignIn(within, http, userId, remember);
    return { setCookies, user: undefined, passkey: await hasPasskey(tx, userId) };
  });
  if (!signedIn) return refuse();
  signedIn.setCookies();
  if (signedIn.user) return { user: signedIn.user };
  return { two_factor: true, ...(signedIn.passkey && { passkey: true }) };
}

/** Returns whether single sign-on is the only way in for this address. */
export function isProviderOnly({ config: { singleSignOn } }: Context, email: string): boolean {
  const exempt = singleSignOn?.passwordOnlyFor;
  return exempt !== undefined && emailKey(email) !== emailKey(exempt);
}

/** Refuses with 403 if single sign-on is the only way in for this address. Says the same for unknown addresses. */
function refusePassword(ctx: Context, key: string): void {
  if (!isProviderOnly(ctx, key)) return;
  throw refusal.forbidden('sign_in.provider_only', refusals.providerOnly(ctx.config.singleSignOn?.name ?? ''));
}

type Verified = {
  userId: number;
  remember: boolean;
  provider?: ProviderSession;
  /** How the user was verified, for the audit log. */
  detail?: string;
};

/**
 * The second step of a two-factor sign-in. Refuses with 401 without a correct password in the last minutes, with 422 a
 * wrong code, and with 429 after too many wrong codes.
 */
export async function signInByCode(ctx: Context, http: Http, code: string): Promise<CurrentUser> {
  const awaited = await pendingSignInOf(ctx, http.session);
  if (!awaited) throw refusal.unauthenticated('sign_in.expired', refusals.passwordTooLongAgo);
  const unknownUser = { id: awaited.userId, name: awaited.name, address: http.request.ip };
  const onWrong = (write: Write) => recordAudit({ ...write, by: unknownUser }, 'session.code_failed', {});
  await refuseWrongCode(ctx, http, { userId: awaited.userId, code, onWrong });
  const { user, setCookies } = await ctx.db.transaction().execute(async (tx) => {
    if (!(await awaited.take(tx))) throw refusal.unauthenticated('sign_in.expired', refusals.passwordTooLongAgo);
    return completeSignIn({ ...ctx, db: tx }, http, awaited);
  });
  setCookies();
  return user;
}

/** Starts the session of a user who was verified, by the password, a passkey or the provider of single sign-on. */
export async function completeSignIn(
  ctx: Context,
  http: Http,
  { userId, remember, provider, detail }: Verified,
): Promise<SignedIn & { setCookies: () => void }> {
  const at = ctx.clock().toISOString();
  await recordLogin(ctx.db, userId, at);
  const setCookies = await startSession(ctx, http, userId, remember, provider);
  await recordSignInAddress(ctx.db, userId, networkOf(http.request.ip).address, at);
  const user = await describeSelf(ctx.db, ctx.config, { id: userId, by_provider: provider !== undefined });
  await recordAudit({ tx: ctx.db, by: { ...user, address: http.request.ip }, at }, 'session.signed_in', {
    detail: detail ?? null,
  });
  return { user, setCookies };
}

async function refuseCredentials(
  ctx: Context,
  attempts: Attempts,
  { key, ip }: { key: string; ip: string },
): Promise<never> {
  // Recorded under the typed e-mail address, because the user is unknown.
  const unknownUser = { id: null, name: key, address: ip };
  await transact(ctx, unknownUser, async (tx, write) => {
    await recordTry({ ...ctx, db: tx }, attempts);
    await recordAudit(write, 'session.sign_in_failed', {});
  });
  throw refusal.invalid('sign_in.wrong_credentials', 'email', refusals.wrongCredentials);
}
