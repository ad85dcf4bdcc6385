// @ts-check
// The search box of /api/docs: hides every call that does not contain all typed words.

const box = /** @type {HTMLElement} */ (document.querySelector('search'));
const input = /** @type {HTMLInputElement} */ (box.querySelector('input'));
const status = /** @type {HTMLElement} */ (box.querySelector('[role=status]'));

const calls = [...document.querySelectorAll('section')].map((section) => ({
  text: [section.querySelector('h3'), ...section.querySelectorAll('p')]
    .map((part) => part?.textContent)
    .join(' ')
    .toLowerCase(),
  parts: [section, /** @type {HTMLElement} */ (document.querySelector(`nav a[href="#${section.id}"]`)?.parentElement)],
}));

function filter() {
  const words = input.value.toLowerCase().split(/\s+/);
  let found = 0;
  for (const { text, parts } of calls) {
    const matches = words.every((word) => text.includes(word));
    found += Number(matches);
    for (const part of parts) part.hidden = !matches;
  }
  for (const group of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-group]')))
    group.hidden = !group.querySelector('section:not([hidden]), li:not([hidden])');
  status.textContent = found === 1 ? '1 call' : `${found} calls`;
}

input.addEventListener('input', filter);
box.hidden = false;
filter();
