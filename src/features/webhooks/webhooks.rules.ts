import { dayMs } from '#shared/calendar.ts';

/** Our choice: more programs than a company connects, and few enough that all of them may hang at the same time. */
export const maxWebhooks = 20;

export const maxUrlLength = 2_000;

/** The event of 'Send test'. No change raises it, so a webhook cannot ask for it. */
export const testEvent = 'webhook.test';

const [secondMs, minuteMs, hourMs] = [1_000, 60_000, 3_600_000];

/** The delays after the first failures; the last one repeats. */
const retriesMs = [
  10 * secondMs,
  30 * secondMs,
  2 * minuteMs,
  10 * minuteMs,
  30 * minuteMs,
  hourMs,
  2 * hourMs,
  4 * hourMs,
];

/** A message is tried for a day. */
const triedForMs = dayMs;

/** A webhook to which nothing was delivered for this time is paused when the next message is given up. */
export const pausedAfterMs = 3 * dayMs;

/** The messages that are kept in the log: those of 30 days, and of each webhook the newest 1,000. */
export const keptDays = 30;
export const keptMessages = 1_000;

/**
 * Returns the delay until the next try after `tries` failures, or undefined if the message is given up. The last try is at the end
 * of the day. A test is tried once, because somebody waits for its result.
 */
export function retryInMs(
  { event, queued_at }: { event: string; queued_at: string },
  tries: number,
  now: Date,
): number | undefined {
  const leftMs = Date.parse(queued_at) + triedForMs - now.getTime();
  if (leftMs <= 0 || event === testEvent) return undefined;
  return Math.min(retriesMs[tries - 1] ?? (retriesMs.at(-1) as number), leftMs);
}

/** Why an address cannot be that of a webhook, apart from where its name leads. */
export function addressProblem(
  text: string,
  allowsPrivate: boolean,
): 'no-address' | 'has-password' | 'plain' | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) return 'no-address';
  if (url.username !== '' || url.password !== '') return 'has-password';
  return url.protocol === 'http:' && !allowsPrivate ? 'plain' : undefined;
}

/** The time limits of one try. */
export const connectMs = 5_000;
export const answerMs = 10_000;
/** For the body of the answer, which decides nothing. */
export const bodyMs = 2_000;

/** Longer than any try. */
export const tryMs = connectMs + answerMs + bodyMs;
