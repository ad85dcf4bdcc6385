/** Frames within which React enables the button of an ended action again. */
const maxFrames = 10;

/**
 * Returns the focus to the button of an action. Browsers take the focus from a button that is disabled while it is busy.
 * Does nothing if the focus is elsewhere or the button is gone.
 */
export function restoreFocus(to: Element | null, frames = maxFrames): void {
  if (!(to instanceof HTMLElement) || to === document.body || frames === 0) return;
  requestAnimationFrame(() => {
    if (document.activeElement !== document.body || !to.isConnected) return;
    if (to.matches(':disabled')) restoreFocus(to, frames - 1);
    else to.focus({ preventScroll: true });
  });
}
