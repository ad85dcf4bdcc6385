const steps: Partial<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1, x: 0 };

/** The rows of lists: those that a return restores, and those of teams and file types. */
const rowSelector = 'main :is([data-row-id], [data-edited])';
const controlSelector = 'a[href], button:not(:disabled)';
const checkboxSelector = 'input[type=checkbox]';

/** Where the focus is after a screen has opened. */
const startSelector = 'body, main, main h1';

/**
 * Handles a key of a list: the up and down keys move the focus to the same control of the row above or below, with shift on a
 * checkbox they also select that row, and X selects the row if it has a checkbox. On a screen that has just opened, they begin
 * at the first row in view. Fields and menus keep their own keys.
 */
export function handleRowKey(event: KeyboardEvent): void {
  const { key, target } = event;
  const step = steps[key];
  if (step === undefined || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (!(target instanceof HTMLElement)) return;
  const own = target.closest(rowSelector);
  if (!own) return target.matches(startSelector) ? beginWith(event, step) : undefined;
  const isControl = target.matches(`:is(${controlSelector}, ${checkboxSelector}):not([aria-expanded='true'])`);
  if (!isControl && target !== own) return;
  if (step === 0) return checkboxOf(own)?.click();
  const rows = shownRows();
  const row = rows[rows.indexOf(own) + step];
  if (!row) return;
  const isCheckbox = target.matches(checkboxSelector);
  const at = Math.max(0, visibleIn(own).indexOf(target));
  const next = isCheckbox ? checkboxOf(row) : (visibleIn(row)[at] ?? visibleIn(row).at(-1));
  if (!next) return;
  event.preventDefault();
  next.focus();
  if (isCheckbox && event.shiftKey && checkboxOf(row)?.checked !== checkboxOf(own)?.checked) next.click();
}

function beginWith(event: KeyboardEvent, step: number): void {
  if (document.querySelector('[aria-modal=true]')) return;
  const row = shownRows().find((one) => one.getBoundingClientRect().bottom > 0);
  const control = row && (step === 0 ? checkboxOf(row) : visibleIn(row)[0]);
  if (!control) return;
  event.preventDefault();
  control.focus();
  if (step === 0) control.click();
}

/** Without those in a collapsed group, which cannot receive the focus. */
const shownRows = () => [...document.querySelectorAll(rowSelector)].filter((row) => row.checkVisibility());

const checkboxOf = (row: Element) => row.querySelector<HTMLInputElement>(checkboxSelector);

const visibleIn = (row: Element) =>
  [...row.querySelectorAll<HTMLElement>(controlSelector)].filter((control) => control.checkVisibility());
