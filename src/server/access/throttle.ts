import { knownAddressMs, throttle } from '#shared/session-lengths.ts';
import type { Context } from '../context.ts';
import { refusal } from '../refusal.ts';
import { networkOf } from './client-network.ts';
import { countLoginFailures, findLimitReached, hasSignedInAt, insertLoginFailure } from './throttle.queries.ts';
import type { Counted, Failure } from './throttle.queries.ts';

// Source of all limits: docs/choices.md#sign-in-throttle

type Limit = {
  by: Counted;
  max: number;
  /** Does not apply at an address where the owner of the account has signed in. Others cannot lock the owner out there. */
  exceptKnown?: true;
};

/** Attempts of one kind, with the limits that apply to them, and the message of the refusal. */
export type Attempts = { failure: Failure; limits: readonly Limit[]; refusedWith?: (wait: string) => string };

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

/** Comments count by author, because each can notify hundreds of users. */
export const commentAttempts = (userId: number): Attempts => ({
  failure: { email_key: `comment:${userId}`, address: '', network: null },
  limits: [{ by: ['email_key'], max: throttle.commentsPerUser }],
  refusedWith: (wait) =>
    `You have added ${throttle.commentsPerUser} comments within 15 minutes. Keep the text, and add it in ${wait}.`,
});

const tooManyTries = (wait: string) => `Too many failed tries. Try again in ${wait}, or ask an administrator for help.`;

type Timed = Pick<Context, 'db' | 'clock'>;

const before = ({ clock }: Timed, ms: number) => new Date(clock().getTime() - ms).toISOString();

/** Refuses with 429 when a limit has been reached. */
export async function refuseWhenThrottled(ctx: Timed, attempts: Attempts): Promise<void> {
  const now = ctx.clock().getTime();
  const reached = await limitsReached(ctx, attempts);
  if (reached.length === 0) return;
  // The block ends when the oldest failure that counts leaves the window.
  const endsAt = Math.max(...reached.map((at) => Date.parse(at))) + throttle.windowMs;
  const seconds = Math.max(1, Math.ceil((endsAt - now) / 1000));
  const minutes = Math.ceil(seconds / 60);
  const { refusedWith = tooManyTries } = attempts;
  throw refusal.tooManyTries(refusedWith(minutes === 1 ? 'a minute' : `${minutes} minutes`), seconds);
}

async function limitsReached(ctx: Timed, { failure, limits }: Attempts): Promise<string[]> {
  const since = before(ctx, throttle.windowMs);
  // Failures in the future were recorded while the clock was ahead. They would block sign-ins until then.
  const until = before(ctx, -throttle.windowMs);
  const reached: string[] = [];
  for (const { by, max, exceptKnown } of limits) {
    if (by.some((column) => failure[column] === null)) continue;
    const at = await findLimitReached(ctx.db, { failure, by, max, since, until });
    if (at === undefined) continue;
    if (exceptKnown && (await isKnown(ctx, failure))) continue;
    reached.push(at);
  }
  return reached;
}

const isKnown = (ctx: Timed, { email_key, address }: Failure) =>
  hasSignedInAt(ctx.db, email_key, address, before(ctx, knownAddressMs));

/** Records what counts against the limits: a failed try, a request for a link, or a comment. */
export async function recordTry(ctx: Timed, { failure }: Attempts): Promise<void> {
  await insertLoginFailure(ctx.db, { ...failure, failed_at: ctx.clock().toISOString() });
}

/** Counts the requests of 'Forgot password?' for an account at all addresses within the window. */
export async function countLinkRequests(ctx: Timed, { failure }: Attempts): Promise<number> {
  return countLoginFailures(ctx.db, failure.email_key, before(ctx, throttle.windowMs));
}
