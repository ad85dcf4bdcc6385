import { recordAudit } from '#features/audit/server/audit.queries.ts';
import type { CurrentUser } from '#features/session/session.contract.ts';
import { lockRights } from '#server/access/access.queries.ts';
import { hashOf } from '#server/access/caller.ts';
import type { ProviderSession } from '#server/access/caller.ts';
import { recordTry, refuseWhenThrottled } from '#server/access/throttle.ts';
import { transact } from '#server/access/transact-as.ts';
import type { Context } from '#server/context.ts';
import type { Http } from '#server/http/mount.ts';
import type { SingleSignOn } from '#server/oidc-settings.ts';
import { refusal } from '#server/refusal.ts';
import { confirmedUser } from '../single-sign-on.rules.ts';
import { reasons, refusals } from '../single-sign-on.texts.ts';
import { admit } from './admit.service.ts';
import { providerAttempts } from './provider-attempts.ts';
import { claimsOf, forgetProvider, isAway, signInAddress } from './provider.ts';
import { insertSignIn, takeSignIn } from './single-sign-on.queries.ts';

/** Starts the session of a verified user. The feature of the passwords has it, and src/app hands it in. */
export type CompleteSignIn = (
  ctx: Context,
  http: Http,
  verified: { userId: number; remember: boolean; provider: ProviderSession },
) => Promise<{ user: CurrentUser; setCookies: () => void }>;

/** The time to sign in at the provider. Our choice. */
const signInWithinMs = 15 * 60 * 1000;

function settingsOf({ config }: Context): SingleSignOn {
  if (!config.singleSignOn) throw refusal.notFound('route.not_found');
  return config.singleSignOn;
}

const visitor = (ip: string, name: string) => ({ id: null, name, address: ip });

/** Begins a sign-in. Its secrets stay on the server, bound to the session token of this browser. */
export async function beginSignIn(ctx: Context, http: Http): Promise<{ address: string }> {
  const settings = settingsOf(ctx);
  const attempts = providerAttempts('begin', http.request.ip);
  await refuseWhenThrottled(ctx, attempts);
  const { address, state, nonce, verifier } = await signInAddress(settings).catch((error: unknown) => {
    throw providerAway(ctx, settings, error);
  });
  const now = ctx.clock();
  const expires_at = new Date(now.getTime() + signInWithinMs).toISOString();
  await ctx.db.transaction().execute(async (tx) => {
    await recordTry({ ...ctx, db: tx }, attempts);
    const pending = {
      state_hash: hashOf(state),
      token_hash: hashOf(http.session.token ?? ''),
      nonce,
      verifier,
      expires_at,
    };
    await insertSignIn(tx, pending, now.toISOString());
  });
  return { address };
}

/** Any failure to read the provider's description is one of the provider, whose name was checked with the settings. */
function providerAway({ log }: Context, { name, issuer }: SingleSignOn, error: unknown) {
  log.error(error, `the provider of single sign-on ${issuer} could not be read`);
  return refusal.unavailable('sign_in.provider_away', refusals.away(name), error);
}

/** Signs in with the answer of the provider. Refuses with 401 an answer to no sign-in of this browser. */
export async function finishSignIn(
  ctx: Context,
  http: Http,
  input: { query: string },
  completeSignIn: CompleteSignIn,
): Promise<{ user: CurrentUser }> {
  const settings = settingsOf(ctx);
  const query = new URLSearchParams(input.query);
  const secrets = await takeSecrets(ctx, http, query.get('state') ?? '', settings.name);
  const claims = await claimsOf(settings, query, secrets).catch(async (error: unknown) => {
    // The keys may have changed. The next sign-in reads them again.
    forgetProvider(settings);
    if (isAway(error)) throw providerAway(ctx, settings, error);
    ctx.log.warn(error, 'an answer of the provider of single sign-on was refused');
    await recordRefused(ctx, http, settings.name, reasons.answer);
    throw refusal.forbidden('sign_in.not_admitted', refusals.refused(settings.name));
  });
  const confirmed = confirmedUser(claims, settings);
  const sid = typeof claims['sid'] === 'string' ? claims['sid'] : null;
  const by = visitor(http.request.ip, confirmed.email ?? confirmed.name);
  const admitted = await transact(ctx, by, async (tx, write) => {
    await lockRights(tx);
    const admission = await admit(ctx, write, settings, confirmed);
    if ('refused' in admission) return admission;
    return completeSignIn({ ...ctx, db: tx }, http, {
      userId: admission.userId,
      remember: false,
      provider: { sid },
    });
  });
  if ('refused' in admitted) {
    await recordRefused(ctx, http, by.name, admitted.refused);
    const isUnverified = admitted.refused === reasons.email;
    throw refusal.forbidden(
      'sign_in.not_admitted',
      isUnverified ? refusals.notVerified(settings.name) : refusals.notAdmitted,
    );
  }
  admitted.setCookies();
  return { user: admitted.user };
}

async function takeSecrets(ctx: Context, http: Http, state: string, provider: string) {
  const attempts = providerAttempts('answer', http.request.ip);
  await refuseWhenThrottled(ctx, attempts);
  const taken = await transact(ctx, visitor(http.request.ip, provider), async (tx, write) => {
    const found = await takeSignIn(tx, hashOf(state), hashOf(http.session.token ?? ''), write.at);
    if (found) return found;
    await recordTry({ ...ctx, db: tx }, attempts);
    await recordAudit(write, 'session.provider_refused', { detail: reasons.state });
    return undefined;
  });
  if (!taken) throw refusal.unauthenticated('sign_in.provider_expired', refusals.expired);
  return { ...taken, state };
}

async function recordRefused(ctx: Context, http: Http, name: string, detail: string): Promise<void> {
  const by = visitor(http.request.ip, name);
  await transact(ctx, by, (_, write) => recordAudit(write, 'session.provider_refused', { detail }));
}
