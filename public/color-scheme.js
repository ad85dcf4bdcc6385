// Applies the chosen color scheme before the first paint. A separate file, because the content security policy allows no
// inline script.
(() => {
  const chosen = document.cookie.match(/(?:^|; )color-scheme=(\w+)/)?.[1];
  const isDark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light');
})();
