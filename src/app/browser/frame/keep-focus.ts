/** Screens and dialogs move the focus themselves within this time. */
const screensFirstMs = 250;

const controls = 'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled)';

/** The parts of a page that are searched for the next control. */
const parts = '[role=dialog], main, header:not(main *)';

/** Menus and toasts. Their controls act on the element that had the focus before. */
const passing = '[role=menu], [role][data-kind]';

/** The number of earlier controls that are remembered, in case they are removed together with the focused one. */
const maxBefore = 50;

type Trail = {
  part: Element;
  /** The focused element and its ancestors below `part`. */
  path: Element[];
  /** The controls of `part` before the focused element, the nearest last. */
  before: HTMLElement[];
};

/**
 * Moves the focus to the nearest control if the focused element was removed, hidden or disabled and nothing else has taken the
 * focus. Otherwise a keyboard user would begin again at the top of the document. Returns a function that stops it.
 */
export function keepFocus(main: HTMLElement): () => void {
  /** The last focus in each part. A dialog is after the part that opened it. */
  let trails: Trail[] = [];
  let timer = 0;

  const remember = ({ target }: FocusEvent) => {
    if (!(target instanceof Element) || target.closest(passing)) return;
    const part = target.closest(parts);
    if (!part) return void (trails = []);
    const isDialog = part.role === 'dialog';
    trails = [...(isDialog ? trails.filter((one) => one.part !== part) : []), trailOf(target, part)];
  };
  const forget = () => {
    // The user clicked outside of all controls. A removed element would no longer be connected, a busy one is disabled.
    window.setTimeout(() => {
      const last = current()?.path[0];
      if (isLost() && last?.isConnected && last.checkVisibility() && !last.matches(':disabled')) trails = [];
    });
  };
  const current = () => {
    trails = trails.filter(({ part }) => part.isConnected);
    return trails.at(-1);
  };
  const restore = () => {
    const trail = current();
    if (!trail || !isLost() || isBehindDialog(trail.part)) return;
    trails = trails.slice(0, -1);
    const heading = main.querySelector<HTMLElement>('h1');
    const near = controlNear(trail, heading);
    if (near) return near.focus({ preventScroll: true });
    if (heading) heading.tabIndex = -1;
    (heading ?? main).focus({ preventScroll: true });
  };
  const observer = new MutationObserver(() => {
    if (!isLost()) return;
    const last = current()?.path[0];
    if (!last) return;
    window.clearTimeout(timer);
    if (!last.isConnected || !last.checkVisibility()) timer = window.setTimeout(restore, screensFirstMs);
    // Browsers take the focus from a disabled button, and do not give it back.
    else if (last instanceof HTMLElement && !last.matches(':disabled')) last.focus({ preventScroll: true });
  });

  document.addEventListener('focusin', remember);
  document.addEventListener('focusout', forget);
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] });
  return () => {
    document.removeEventListener('focusin', remember);
    document.removeEventListener('focusout', forget);
    observer.disconnect();
    window.clearTimeout(timer);
  };
}

const isLost = () => document.activeElement === document.body;

/** Whether a modal dialog is open that does not contain `part`. It takes the focus itself. */
function isBehindDialog(part: Element): boolean {
  const modals = [...document.querySelectorAll('[aria-modal=true]')];
  return modals.length > 0 && !modals.some((modal) => modal.contains(part));
}

function trailOf(target: Element, part: Element): Trail {
  const path: Element[] = [];
  for (let element: Element | null = target; element && element !== part; element = element.parentElement)
    path.push(element);
  const all = [...part.querySelectorAll<HTMLElement>(controls)];
  const index = all.findIndex((control) => control === target);
  return { part, path, before: all.slice(Math.max(0, index - maxBefore), Math.max(0, index)) };
}

/**
 * Returns the control that is now in the place of the removed one: in the nearest ancestor with controls, the one after the
 * last remaining control before it. Undefined if only the whole screen has controls.
 */
function controlNear({ part, path, before }: Trail, heading: HTMLElement | null): HTMLElement | undefined {
  for (const place of part.role === 'dialog' ? [...path, part] : path) {
    if (!place.isConnected) continue;
    if (place.contains(heading)) return undefined;
    const remaining = [...place.querySelectorAll<HTMLElement>(controls)].filter((control) => control.checkVisibility());
    const anchor = before.findLast((control) => remaining.includes(control));
    const near = remaining[anchor ? remaining.indexOf(anchor) + 1 : 0] ?? anchor;
    if (near) return near;
  }
  return undefined;
}
