import { isFetchingEarly } from '#web/fetch-early.ts';

const reloadedAtKey = 'reloaded-at';
const minIntervalMs = 60_000;

/**
 * A page that was opened before an update requests files that no longer exist. A reload loads the new ones. At most one
 * reload a minute: if a file is missing for another reason, the error page appears instead of a reload loop.
 */
export function reloadOnceAfterUpdate(): void {
  window.addEventListener('vite:preloadError', (event) => {
    if (isFetchingEarly()) return;
    if (Date.now() - Number(sessionStorage.getItem(reloadedAtKey)) < minIntervalMs) return;
    sessionStorage.setItem(reloadedAtKey, String(Date.now()));
    event.preventDefault();
    window.location.reload();
  });
}
