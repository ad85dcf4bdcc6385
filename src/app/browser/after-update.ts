const reloadedAtKey = 'reloaded-at';
const onceInMs = 60_000;

/**
 * A page opened before an update asks for files that are gone. Loading it anew brings the new ones; once a minute at
 * most, so that a file which is missing for another reason ends on the error page and not in a circle.
 */
export function reloadOnceAfterUpdate(): void {
  window.addEventListener('vite:preloadError', (event) => {
    if (Date.now() - Number(sessionStorage.getItem(reloadedAtKey)) < onceInMs) return;
    sessionStorage.setItem(reloadedAtKey, String(Date.now()));
    event.preventDefault();
    window.location.reload();
  });
}
