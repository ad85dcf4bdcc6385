// Applies the chosen colour scheme before the first paint; an inline script would need a hole in the content policy.
(() => {
  const chosen = document.cookie.match(/(?:^|; )color-scheme=(\w+)/)?.[1];
  const isDark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light');
})();
