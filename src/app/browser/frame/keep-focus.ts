/** Screens and dialogs move the focus themselves within this time. */
const screensFirstMs = 250;

const controls = 'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled)';

/**
 * Moves the focus to the nearest control if the focused element was removed and nothing else has taken the focus. Otherwise
 * a keyboard user would begin again at the top of the document. Returns a function that stops it.
 */
export function keepFocus(main: HTMLElement): () => void {
  /** The last focused element and its ancestors up to `main`. */
  let trail: Element[] = [];
  let timer = 0;

  const remember = ({ target }: FocusEvent) => {
    if (!(target instanceof Element)) return;
    if (main.contains(target)) trail = pathTo(target, main);
    // A dialog gives the focus back.
    else if (!target.closest('[role=dialog], [role=menu]')) trail = [];
  };
  const forget = () => {
    // The user clicked outside of all controls. A removed element would no longer be connected, a busy one is disabled.
    window.setTimeout(() => {
      const [last] = trail;
      if (document.activeElement === document.body && last?.isConnected && !last.matches(':disabled')) trail = [];
    });
  };
  const restore = () => {
    if (document.activeElement !== document.body || document.querySelector('[aria-modal=true]')) return;
    const place = trail.find((element) => element.isConnected);
    trail = [];
    const heading = main.querySelector<HTMLElement>('h1');
    const near =
      place && !place.contains(heading)
        ? [...place.querySelectorAll<HTMLElement>(controls)].find((control) => control.checkVisibility())
        : undefined;
    (near ?? (heading?.hasAttribute('tabindex') ? heading : main)).focus({ preventScroll: true });
  };
  const observer = new MutationObserver(() => {
    const [last] = trail;
    if (!last) return;
    if (last.isConnected) {
      // Browsers take the focus from a disabled button, and do not give it back.
      if (document.activeElement === document.body && last instanceof HTMLElement && !last.matches(':disabled'))
        last.focus({ preventScroll: true });
      return;
    }
    window.clearTimeout(timer);
    timer = window.setTimeout(restore, screensFirstMs);
  });

  document.addEventListener('focusin', remember);
  document.addEventListener('focusout', forget);
  observer.observe(main, { childList: true, subtree: true, attributeFilter: ['disabled'] });
  return () => {
    document.removeEventListener('focusin', remember);
    document.removeEventListener('focusout', forget);
    observer.disconnect();
    window.clearTimeout(timer);
  };
}

function pathTo(target: Element, main: Element): Element[] {
  const path: Element[] = [];
  for (let element: Element | null = target; element && element !== main; element = element.parentElement)
    path.push(element);
  return path;
}
