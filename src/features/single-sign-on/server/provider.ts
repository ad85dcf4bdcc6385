import { createRemoteJWKSet, jwtVerify } from 'jose';
import type { JWTPayload } from 'jose';
import * as oidc from 'openid-client';
import type { SingleSignOn } from '#server/oidc-settings.ts';

const timeoutSeconds = 10;

/** The provider's description is read again after this time. Its keys are read when a signature names a new one. */
const keptMs = 10 * 60 * 1000;

type Provider = { configuration: oidc.Configuration; keys: ReturnType<typeof createRemoteJWKSet>; at: number };

const known = new WeakMap<SingleSignOn, Provider>();

/** Forgets the description and the keys of a provider, so that the next sign-in reads them again. */
export const forgetProvider = (settings: SingleSignOn): boolean => known.delete(settings);

/** Reads the description of the provider, and checks that it is that of this issuer. */
export async function readProvider(settings: SingleSignOn): Promise<Provider> {
  const kept = known.get(settings);
  if (kept && performance.now() - kept.at < keptMs) return kept;
  const { issuer, clientId, clientSecret, clientAuth } = settings;
  const isPlain = issuer.startsWith('http:');
  // Signatures are checked too: the default trusts the connection alone.
  const execute = [oidc.enableNonRepudiationChecks, ...(isPlain ? [oidc.allowInsecureRequests] : [])];
  const authenticate = clientAuth === 'post' ? oidc.ClientSecretPost : oidc.ClientSecretBasic;
  const options = { execute, timeout: timeoutSeconds };
  const configuration = await oidc.discovery(new URL(issuer), clientId, undefined, authenticate(clientSecret), options);
  const { jwks_uri } = configuration.serverMetadata();
  if (!jwks_uri) throw new Error('the provider publishes no keys');
  const keys = createRemoteJWKSet(new URL(jwks_uri), { timeoutDuration: timeoutSeconds * 1000 });
  const provider = { configuration, keys, at: performance.now() };
  known.set(settings, provider);
  return provider;
}

export type SignInSecrets = { state: string; nonce: string; verifier: string };

/** Returns the address of the provider's login screen, and the secrets with which its answer is checked. */
export async function signInAddress(settings: SingleSignOn): Promise<SignInSecrets & { address: string }> {
  const { configuration } = await readProvider(settings);
  const secrets = { state: oidc.randomState(), nonce: oidc.randomNonce(), verifier: oidc.randomPKCECodeVerifier() };
  const address = oidc.buildAuthorizationUrl(configuration, {
    redirect_uri: settings.redirectUri,
    scope: settings.scope,
    state: secrets.state,
    nonce: secrets.nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(secrets.verifier),
    code_challenge_method: 'S256',
  });
  return { ...secrets, address: address.href };
}

/**
 * Exchanges the code for tokens. Returns the claims of the ID token, whose signature, issuer, audience, time and nonce are
 * checked, with those that the provider adds on request.
 */
export async function claimsOf(
  settings: SingleSignOn,
  query: URLSearchParams,
  { state, nonce, verifier }: SignInSecrets,
): Promise<Record<string, unknown>> {
  const { configuration } = await readProvider(settings);
  const tokens = await oidc.authorizationCodeGrant(
    configuration,
    new URL(`${settings.redirectUri}?${query.toString()}`),
    {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    },
  );
  const claims = tokens.claims();
  if (!claims) throw new Error('the provider sent no ID token');
  if (!configuration.serverMetadata().userinfo_endpoint) return { ...claims };
  return { ...(await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub)), ...claims };
}

const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout';
const maxAge = '10 minutes';

/** Checks a logout token. Throws if it is not a valid one. Source: OpenID Connect Back-Channel Logout 1.0, section 2.6. */
export async function readLogoutToken(
  settings: SingleSignOn,
  token: string,
): Promise<{ id: string; issuer: string; subject: string | undefined; sid: string | undefined }> {
  const { configuration, keys } = await readProvider(settings);
  const { issuer } = configuration.serverMetadata();
  const { payload } = await jwtVerify<JWTPayload & { events?: Record<string, unknown>; sid?: unknown }>(token, keys, {
    issuer,
    audience: settings.clientId,
    algorithms: ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
    maxTokenAge: maxAge,
    clockTolerance: 60,
    requiredClaims: ['iat', 'jti', 'events'],
  });
  const { events, jti, sub: subject } = payload;
  const sid = typeof payload.sid === 'string' ? payload.sid : undefined;
  if (typeof events?.[logoutEvent] !== 'object' || 'nonce' in payload || !jti || (!subject && !sid))
    throw new Error('not a logout token');
  return { id: jti, issuer, subject, sid };
}

/** Whether an error means that the provider does not answer, and not that its answer is wrong. */
export function isAway(error: unknown): boolean {
  const { name, message, code, cause } = error as Error & { code?: string };
  if (name === 'TimeoutError' || name === 'JWKSTimeout' || message === 'fetch failed' || code === 'OAUTH_TIMEOUT')
    return true;
  return (cause instanceof Response && cause.status >= 500) || (cause instanceof Error && isAway(cause));
}
