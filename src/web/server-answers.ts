const maxWaitMs = 10_000;

/**
 * Returns whether the server can be reached. Without it, a reload would replace the page by a message of the browser, and
 * what was entered would be lost.
 */
export async function serverAnswers(): Promise<boolean> {
  try {
    return (await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(maxWaitMs) })).ok;
  } catch {
    return false;
  }
}
