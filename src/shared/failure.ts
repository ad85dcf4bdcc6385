import type { ErrorAnswer } from './error-codes.ts';

/** An error response as the browser reads it. The response of a proxy and a lost connection have no code. */
export type Failure = Omit<ErrorAnswer, 'code'> & Partial<Pick<ErrorAnswer, 'code'>>;

/**
 * Returns the sentence for the user: the server's message, else the first field error, else `fallback`. See
 * docs/specification.md#messages.
 */
export function explain(failed: Partial<Failure> | undefined, fallback: string): string {
  if (failed?.message) return failed.message;
  // Another server may answer a single text instead of a list.
  const [first] = Object.values(failed?.errors ?? {}).flat();
  return first || fallback;
}
