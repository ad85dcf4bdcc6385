/** Waits for `ms`, or until the network is back or the page becomes visible. Throws an AbortError if aborted. */
export async function waitOrWake(ms: number, signal?: AbortSignal): Promise<void> {
  const woken = new AbortController();
  await new Promise<void>((resolve) => {
    const wake = () => resolve();
    const timer = setTimeout(wake, ms);
    const options = { signal: woken.signal };
    window.addEventListener('online', wake, options);
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && wake(), options);
    signal?.addEventListener('abort', wake, options);
    woken.signal.addEventListener('abort', () => clearTimeout(timer));
  });
  woken.abort();
  if (signal?.aborted) throw new DOMException('Aborted', 'AbortError');
}
