/** Gives a row the focus when what had it has vanished. */
export function focusIfLost(row: HTMLElement | null): void {
  if (document.activeElement === document.body) row?.focus({ preventScroll: true });
}
