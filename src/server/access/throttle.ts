import { knownAddressMs, throttle } from '#shared/session-lengths.ts';
import type { Context } from '../context.ts';
import { refusal } from '../refusal.ts';
import { networkOf } from './client-network.ts';
import { findLimitReached, hasSignedInAt, insertLoginFailure } from './throttle.queries.ts';
import type { Counted, Failure } from './throttle.queries.ts';

export type Limit = {
  by: Counted;
  max: number;
  /** Does not apply at an address where the owner of the account has signed in. Others cannot lock the owner out there. */
  exceptKnown?: true;
};

/** Attempts of one kind, with the limits that apply to them, and the message of the refusal. */
export type Attempts = { failure: Failure; limits: readonly Limit[]; refusedWith?: (wait: string) => string };

/** Wrong secrets of one kind by address and network. They have a count of their own, so that they do not block sign-ins. */
export function attemptsFrom(ip: string, kind: string, refusedWith: (wait: string) => string): Attempts {
  const { address, network } = networkOf(ip);
  return {
    failure: { email_key: kind, address: `${kind}:${address}`, network: network && `${kind}:${network}` },
    limits: [
      { by: ['address'], max: throttle.perAddress },
      { by: ['network'], max: throttle.perNetwork },
    ],
    refusedWith,
  };
}

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
