import { isFetchingEarly } from '#web/fetch-early.ts';
import { serverAnswers } from '#web/server-answers.ts';

const reloadedAtKey = 'reloaded-at';
const minIntervalMs = 60_000;

let isLeaving = false;
let wantedAddress = () => window.location.href;

/**
 * A page that was opened before an update requests files that no longer exist. A reload loads the new ones. At most one
 * reload a minute: if a file is missing for another reason, the error page appears instead of a reload loop. Without a
 * connection the page stays: see src/web/lazy-part.ts.
 */
export function reloadOnceAfterUpdate(): void {
  window.addEventListener('vite:preloadError', () => {
    if (!isFetchingEarly()) void serverAnswers().then((answers) => answers && loadAgain());
  });
}

/** Sets the address that is loaded after an update: that of the screen to which the reader is going. */
export function afterUpdateGoTo(address: () => string): void {
  wantedAddress = address;
}

/**
 * Returns the code of a screen, or of all of them. A failed early fetch of the same code does not reload the page, so this
 * function does.
 */
export async function loadOrReload<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (!loadAgain()) throw error;
    // The browser is leaving the page. No error page is shown until then.
    return new Promise<T>(() => {});
  }
}

/** Returns false if the page was loaded again in the last minute. */
function loadAgain(): boolean {
  if (isLeaving) return true;
  if (Date.now() - Number(sessionStorage.getItem(reloadedAtKey)) < minIntervalMs) return false;
  sessionStorage.setItem(reloadedAtKey, String(Date.now()));
  isLeaving = true;
  const address = wantedAddress();
  if (address === window.location.href) window.location.reload();
  else window.location.assign(address);
  return true;
}
