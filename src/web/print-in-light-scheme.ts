const attribute = 'data-mantine-color-scheme';

/** Prints in the light scheme. On white paper, the texts of the dark scheme are too pale, and browsers leave out its backgrounds. */
export function printInLightScheme(): void {
  const root = document.documentElement;
  let onScreen: string | null = null;
  const begin = () => {
    onScreen ??= root.getAttribute(attribute);
    root.setAttribute(attribute, 'light');
  };
  const end = () => {
    if (onScreen !== null) root.setAttribute(attribute, onScreen);
    onScreen = null;
  };
  window.addEventListener('beforeprint', begin);
  window.addEventListener('afterprint', end);
  // A print preview of the developer tools has neither event.
  const printed = window.matchMedia('print');
  printed.addEventListener('change', ({ matches }) => (matches ? begin() : end()));
  // The code is loaded at the first input, which may have begun the print.
  if (printed.matches) begin();
}
