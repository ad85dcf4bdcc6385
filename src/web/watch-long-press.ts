/** Shorter than the long press of the browsers, which opens their menu. */
const pressMs = 450;

/** The release of the finger may be followed by a click. */
const clickFollowsWithinMs = 400;

/** A finger that moves further scrolls. In pixels. */
const maxMovement = 10;

/**
 * Calls `onPress` when a finger rests on an element that `pressable` selects. Links keep the browser's own menu, and text with
 * `data-selectable` can be selected. Returns a function that stops this.
 */
export function watchLongPress(
  area: HTMLElement,
  pressable: string,
  onPress: (element: HTMLElement) => void,
): () => void {
  let started: { element: HTMLElement; x: number; y: number; timer: ReturnType<typeof setTimeout> } | undefined;
  let hasPressed = false;

  const cancel = () => {
    clearTimeout(started?.timer);
    started = undefined;
  };
  const press = () => {
    const element = started?.element;
    cancel();
    if (!element) return;
    onPress(element);
    hasPressed = true;
  };
  const begin = (event: PointerEvent) => {
    cancel();
    hasPressed = false;
    const target = event.target instanceof Element ? event.target : null;
    const element = target?.closest<HTMLElement>(pressable);
    if (event.pointerType !== 'touch' || !event.isPrimary || !element) return;
    if (target?.closest('a, input, [data-selectable]')) return;
    started = { element, x: event.clientX, y: event.clientY, timer: setTimeout(press, pressMs) };
  };
  const end = () => {
    cancel();
    setTimeout(() => (hasPressed = false), clickFollowsWithinMs);
  };
  const move = ({ clientX, clientY }: PointerEvent) => {
    if (started && Math.hypot(clientX - started.x, clientY - started.y) > maxMovement) cancel();
  };
  // Some browsers open their menu before the time is over.
  const openMenu = (event: Event) => {
    if (!started && !hasPressed) return;
    event.preventDefault();
    press();
  };
  const click = (event: Event) => {
    if (!hasPressed) return;
    hasPressed = false;
    event.preventDefault();
    event.stopPropagation();
  };

  const listeners = new AbortController();
  const { signal } = listeners;
  area.addEventListener('pointerdown', begin, { signal });
  area.addEventListener('pointermove', move, { signal, passive: true });
  for (const type of ['pointerup', 'pointercancel'] as const) area.addEventListener(type, end, { signal });
  area.addEventListener('contextmenu', openMenu, { signal });
  area.addEventListener('click', click, { signal, capture: true });
  return () => {
    cancel();
    listeners.abort();
  };
}
