import type { Failure } from './fields.ts';

/** The sentence a person is shown: the server's message, else the first field error, else `fallback`. Source: spec section 8. */
export function explain(failed: Partial<Failure> | undefined, fallback: string): string {
  if (failed?.message) return failed.message;
  const firstField = Object.values(failed?.errors ?? {}).find((texts) => texts.length > 0);
  return firstField?.[0] ?? fallback;
}
