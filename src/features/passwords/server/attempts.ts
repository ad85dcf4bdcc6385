import { networkOf } from '#server/access/client-network.ts';
import { countLoginFailures } from '#server/access/throttle.queries.ts';
import type { Failure } from '#server/access/throttle.queries.ts';
import type { Attempts, Limit } from '#server/access/throttle.ts';
import type { Context } from '#server/context.ts';
import { throttle } from '#shared/session-lengths.ts';

// Source of all limits: docs/choices.md#sign-in-throttle

const ofClient: Limit[] = [
  { by: ['address'], max: throttle.perAddress },
  { by: ['network'], max: throttle.perNetwork },
];
const ofPair: Limit = { by: ['email_key', 'address'], max: throttle.perEmail };
const ofAccount: Limit = { by: ['email_key'], max: throttle.perEmail };
const ofAccountEverywhere: Limit = { by: ['email_key'], max: throttle.perEmailEverywhere, exceptKnown: true };

function failureOf(email_key: string, ip: string, kind = ''): Failure {
  const { address, network } = networkOf(ip);
  return { email_key, address: `${kind}${address}`, network: network && `${kind}${network}` };
}

export const signInAttempts = (emailKey: string, ip: string): Attempts => ({
  failure: failureOf(emailKey, ip),
  limits: [ofPair, ofAccountEverywhere, ...ofClient],
});

/** The throttle key for the wrong codes of a user. */
export const codeTries = (userId: number): string => `code:${userId}`;

/** Codes are short, so the low limit counts them at all addresses. A client reaches it only with the right password. */
export const codeAttempts = (userId: number, ip: string): Attempts => ({
  failure: failureOf(codeTries(userId), ip),
  limits: [ofAccount, ...ofClient],
});

/** Wrong answers of passkeys. Nobody can guess one, so they count for the client only, together with wrong passwords. */
export const passkeyAttempts = (ip: string): Attempts => ({ failure: failureOf('passkey', ip), limits: ofClient });

/** Each begun sign-in with a passkey stores a challenge. */
export const begunPasskeySignIns = (ip: string): Attempts => ({
  failure: failureOf('passkey-begin', ip, 'passkey-begin:'),
  limits: [{ by: ['address'], max: throttle.begunSignIns }],
});

/** Checks of the own password in a session. Failed sign-ins must not block them. */
export const ownPasswordAttempts = (tokenHash: string): Attempts => ({
  failure: { email_key: `session:${tokenHash}`, address: '', network: null },
  limits: [ofAccount],
});

/** 'Forgot password?' has its own count, because a request for a link tests no password. */
export const linkRequests = (emailKey: string, ip: string): Attempts => ({
  failure: failureOf(`forgot:${emailKey}`, ip, 'forgot:'),
  limits: [ofPair, ...ofClient],
});

/** Wrong links count apart, so that an expired link in a shared mailbox does not block the sign-ins of an office. */
export const linkAttempts = (ip: string): Attempts => ({
  failure: failureOf('link', ip, 'link:'),
  limits: ofClient,
});

/** Counts the requests of 'Forgot password?' for an account at all addresses within the window. */
export async function countLinkRequests(ctx: Pick<Context, 'db' | 'clock'>, { failure }: Attempts): Promise<number> {
  return countLoginFailures(
    ctx.db,
    failure.email_key,
    new Date(ctx.clock().getTime() - throttle.windowMs).toISOString(),
  );
}
