import { throttle } from '#shared/session-lengths.ts';
import type { Parts } from '../parts.ts';
import { refusal } from '../refusal.ts';
import { listLoginFailures, noteLoginFailure } from './access.queries.ts';

/** Whose tries are counted: an account's, by what names it, and an address's. */
export type Tries = { emailKey: string; address: string };

const tooManyTries = (minutes: number) =>
  `Too many failed tries. Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}, or ask an administrator for help.`;

/** Refuses 429 while the account or the address has failed too often. Source: decisions.md section 4. */
export async function refuseWhenThrottled(parts: Parts, { emailKey, address }: Tries): Promise<void> {
  const now = parts.clock().getTime();
  const since = new Date(now - throttle.windowMs).toISOString();
  // What lies further ahead was noted while the clock was, and would keep everybody out until then.
  const until = new Date(now + throttle.windowMs).toISOString();
  const { ofEmail, ofAddress } = await listLoginFailures(parts.db, { emailKey, address, since, until });
  // It ends when the oldest failure that counts leaves the window.
  const blocking = [ofEmail.at(-throttle.perEmail), ofAddress.at(-throttle.perAddress)].filter(
    (at) => at !== undefined,
  );
  if (blocking.length === 0) return;
  const endsAt = Math.max(...blocking.map((at) => Date.parse(at))) + throttle.windowMs;
  const seconds = Math.max(1, Math.ceil((endsAt - now) / 1000));
  throw refusal.tooManyTries(tooManyTries(Math.ceil(seconds / 60)), seconds);
}

export async function noteFailedTry(parts: Pick<Parts, 'db' | 'clock'>, { emailKey, address }: Tries): Promise<void> {
  await noteLoginFailure(parts.db, { email_key: emailKey, address, failed_at: parts.clock().toISOString() });
}
