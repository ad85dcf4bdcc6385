import { hashOf } from '#server/access/caller.ts';
import type { Context } from '#server/context.ts';
import type { Http } from '#server/http/mount.ts';
import { refusal } from '#server/refusal.ts';
import { codeWithinMs } from '#shared/session-lengths.ts';
import type { Asserted, Attested } from '../passkeys.contract.ts';
import { relyingPartyOf } from '../passkeys.rules.ts';
import type { RelyingParty } from '../passkeys.rules.ts';
import { texts } from '../passkeys.texts.ts';
import { saveChallenge, takeChallenge } from './passkeys.queries.ts';

// The library takes 27 MB of memory, so it is loaded with the first passkey.
const library = () => import('@simplewebauthn/server');

/** Refuses with 409 where PUBLIC_URL allows no passkeys. */
export function partyOf({ config }: Context): RelyingParty {
  const party = relyingPartyOf(config.publicUrl);
  if (!party) throw refusal.conflict('passkey.unavailable', texts.needsAddress);
  return party;
}

/** EdDSA, ES256 and RS256, by their numbers in COSE. Authenticators know at least one of them. */
const algorithms = [-8, -7, -257];

type Known = { id: string; transports: string[] }[];

/** Returns the options with which the browser creates a passkey that proves its user and is found without a name. */
export async function creationOptions(
  ctx: Context,
  user: { id: number; name: string; email: string },
  known: Known,
): Promise<{ challenge: string }> {
  const { generateRegistrationOptions } = await library();
  return generateRegistrationOptions({
    rpName: ctx.config.brandName,
    rpID: partyOf(ctx).id,
    userID: new TextEncoder().encode(String(user.id)),
    userName: user.email,
    userDisplayName: user.name,
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: known,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    timeout: codeWithinMs,
  });
}

/** Returns the options with which the browser asks for one of these passkeys, or for any if there are none. */
export async function requestOptions(ctx: Context, known: Known): Promise<{ challenge: string }> {
  const { generateAuthenticationOptions } = await library();
  return generateAuthenticationOptions({
    rpID: partyOf(ctx).id,
    allowCredentials: known,
    userVerification: 'required',
    timeout: codeWithinMs,
  });
}

/** Stores the challenge for the session token of this browser. With a user, only a passkey of that user answers it. */
export async function keepChallenge(ctx: Context, http: Http, challenge: string, userId: number | null): Promise<void> {
  const now = ctx.clock();
  const expires_at = new Date(now.getTime() + codeWithinMs).toISOString();
  const token_hash = hashOf(http.session.token ?? '');
  await saveChallenge(ctx.db, { token_hash, challenge, user_id: userId, expires_at }, now.toISOString());
}

/** Returns the challenge of this browser, once. */
export const usedChallenge = (ctx: Context, http: Http) =>
  takeChallenge(ctx.db, hashOf(http.session.token ?? ''), ctx.clock().toISOString());

type NewPasskey = { credential_id: string; public_key: string; counter: number; transports: string };

/**
 * Returns the passkey that the browser has created. Throws if the answer is not one to this challenge at this address, or carries
 * certificates: the library would ask the addresses in them whether they are revoked.
 */
export async function readCreated(ctx: Context, challenge: string, response: Attested): Promise<NewPasskey> {
  const { verifyRegistrationResponse } = await library();
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
  const statement = decodeAttestationObject(Buffer.from(response.response.attestationObject, 'base64url'));
  const isPlain = statement.get('fmt') === 'none' || statement.get('fmt') === 'packed';
  if (!isPlain || statement.get('attStmt').get('x5c')) throw new Error('The passkey comes with a certificate.');
  const { id, origin } = partyOf(ctx);
  const { registrationInfo } = await verifyRegistrationResponse({
    response: { ...response, clientExtensionResults: {} } as Parameters<
      typeof verifyRegistrationResponse
    >[0]['response'],
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  });
  if (!registrationInfo) throw new Error('The signature of the passkey is not right.');
  const { credential } = registrationInfo;
  return {
    credential_id: credential.id,
    public_key: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    transports: (response.response.transports ?? []).join(','),
  };
}

/** Returns the new counter of the passkey. Throws if the answer is not one of it to this challenge at this address. */
export async function readUse(
  ctx: Context,
  challenge: string,
  passkey: { credential_id: string; public_key: string; counter: number },
  response: Asserted,
): Promise<number> {
  const { verifyAuthenticationResponse } = await library();
  const { id, origin } = partyOf(ctx);
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
    credential: {
      id: passkey.credential_id,
      publicKey: new Uint8Array(Buffer.from(passkey.public_key, 'base64url')),
      counter: passkey.counter,
    },
  });
  if (!verified) throw new Error('The signature of the passkey is not right.');
  return authenticationInfo.newCounter;
}
