/**
 * Fetches code that is probably about to be wanted. When that fails nobody hears of it, least of all what loads the page
 * anew after an update (src/app/browser/after-update.ts): whoever does want it asks again.
 */
export function fetchEarly(...loads: Load[]): void {
  const keepQuiet = (event: Event) => event.stopImmediatePropagation();
  window.addEventListener('vite:preloadError', keepQuiet, { capture: true });
  void Promise.allSettled(loads.map((load) => load())).then(() =>
    window.removeEventListener('vite:preloadError', keepQuiet, { capture: true }),
  );
}

type Load = () => Promise<unknown>;

/**
 * Does so at the first sign of a person: what no screen begins with is then not in the way of its beginning, and here
 * before anything can be clicked. Returns what ends the waiting.
 */
export function fetchForPerson(...loads: Load[]): () => void {
  const found = new AbortController();
  const fetch = () => {
    found.abort();
    fetchEarly(...loads);
  };
  for (const sign of ['pointermove', 'pointerdown', 'keydown'])
    window.addEventListener(sign, fetch, { passive: true, signal: found.signal });
  return () => found.abort();
}
