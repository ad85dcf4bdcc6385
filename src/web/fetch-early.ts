let running = 0;

/** While this is true, a failed import must not reload the page (src/app/browser/after-update.ts). */
export const isFetchingEarly = () => running > 0;

/** Fetches code that is probably needed soon. Ignores a failure, because the code is fetched again when it is needed. */
export function fetchEarly(...loads: Load[]): void {
  running += 1;
  void Promise.allSettled(loads.map((load) => load())).then(() => (running -= 1));
}

type Load = () => Promise<unknown>;

/**
 * Fetches code at the first pointer or key event: it then does not delay the first paint, and usually arrives before the
 * first click. Returns a function that cancels this.
 */
export function fetchOnFirstInput(...loads: Load[]): () => void {
  const cancelled = new AbortController();
  const fetch = () => {
    cancelled.abort();
    fetchEarly(...loads);
  };
  for (const name of ['pointermove', 'pointerdown', 'keydown'])
    window.addEventListener(name, fetch, { passive: true, signal: cancelled.signal });
  return () => cancelled.abort();
}
