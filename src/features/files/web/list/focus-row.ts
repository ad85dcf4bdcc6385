const nameButtons = () => [...document.querySelectorAll<HTMLElement>('[data-previews]')];

const idOf = (button: HTMLElement) => Number(button.dataset['previews']);

/** Returns the file in the row below this one, or else above it. */
export function neighbourOf(id: number): number | undefined {
  const buttons = nameButtons();
  const index = buttons.findIndex((button) => idOf(button) === id);
  const isOther = (button: HTMLElement) => idOf(button) !== id;
  const neighbour = buttons.slice(index + 1).find(isOther) ?? buttons.slice(0, Math.max(index, 0)).findLast(isOther);
  return neighbour && idOf(neighbour);
}

/** Frames within which a row appears after its data have arrived. */
const maxFrames = 20;

/** Focuses the name in the row of a file, or else `fallback`. Waits for a row that is about to appear. */
export function focusRow(id: number | undefined, fallback?: HTMLElement | null, frames = maxFrames): void {
  const button = nameButtons().find((one) => idOf(one) === id);
  if (button) return button.focus({ preventScroll: true });
  if (id === undefined || frames === 0) return fallback?.focus({ preventScroll: true });
  requestAnimationFrame(() => focusRow(id, fallback, frames - 1));
}

/** Focuses a row if the focused element was removed. */
export function focusIfLost(row: HTMLElement | null): void {
  if (document.activeElement === document.body) row?.focus({ preventScroll: true });
}
