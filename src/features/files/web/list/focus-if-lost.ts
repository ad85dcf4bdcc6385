/** Focuses a row if the focused element was removed. */
export function focusIfLost(row: HTMLElement | null): void {
  if (document.activeElement === document.body) row?.focus({ preventScroll: true });
}
