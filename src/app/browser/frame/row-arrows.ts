const steps: Partial<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

/** The rows of lists: those that a return restores, and those of teams and file types. */
const rowSelector = 'main :is([data-row-id], [data-edited])';
const controlSelector = 'a[href], button:not(:disabled)';

/**
 * Handles a key on a row of a list: the up and down keys move the focus to the same control of the row above or below, and X
 * selects the row if it has a checkbox. Fields and menus keep their own keys.
 */
export function handleRowKey(event: KeyboardEvent): void {
  const step = steps[event.key];
  const selects = event.key === 'x';
  if ((step === undefined && !selects) || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey)
    return;
  const control = event.target;
  if (!(control instanceof HTMLElement) || !control.matches(`:is(${controlSelector}):not([aria-expanded='true'])`))
    return;
  const row = control.closest(rowSelector);
  if (!row) return;
  if (step === undefined) return row.querySelector<HTMLElement>('input[type=checkbox]')?.click();
  const rows = [...document.querySelectorAll(rowSelector)];
  const next = rows[rows.indexOf(row) + step];
  const controls = next ? visibleIn(next) : [];
  const same = controls[Math.min(visibleIn(row).indexOf(control), controls.length - 1)];
  if (!same) return;
  event.preventDefault();
  same.focus();
}

const visibleIn = (row: Element) =>
  [...row.querySelectorAll<HTMLElement>(controlSelector)].filter((control) => control.checkVisibility());
