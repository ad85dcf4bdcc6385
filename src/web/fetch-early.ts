import { changesSent } from './call.ts';

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
 * first click. A finger is down only when it taps or scrolls. The code is then fetched after the first tap, when the change
 * of this tap has its answer, because on a slow line the change would wait for the code. Returns a function that cancels this.
 */
export function fetchOnFirstInput(...loads: Load[]): () => void {
  const cancelled = new AbortController();
  const fetch = () => {
    cancelled.abort();
    fetchEarly(...loads);
  };
  const onPointer = ({ pointerType }: PointerEvent) => {
    if (pointerType !== 'touch') fetch();
  };
  const { signal } = cancelled;
  window.addEventListener('pointermove', onPointer, { passive: true, signal });
  window.addEventListener('pointerdown', onPointer, { passive: true, signal });
  window.addEventListener('keydown', fetch, { signal });
  window.addEventListener('click', () => setTimeout(() => void changesSent().then(() => signal.aborted || fetch())), {
    once: true,
    signal,
  });
  return () => cancelled.abort();
}
