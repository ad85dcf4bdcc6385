// Applies the chosen color scheme to the page without a connection, and loads the wanted page when the device is online
// again.
(() => {
  const chosen = document.cookie.match(/(?:^|; )color-scheme=(\w+)/)?.[1];
  const isDark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.toggleAttribute('data-dark', isDark);
  window.addEventListener('online', () => window.location.reload());
})();
