import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

/** WCAG 2.0, 2.1 and 2.2, levels A and AA, and what else axe-core advises. */
const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The part of them that a colour scheme can change. */
const colors = ['color-contrast', 'link-in-text-block'];

const everything = {
  runOnly: { type: 'tag', values: standards },
  // Off by default, but part of WCAG 2.2 AA.
  rules: { 'target-size': { enabled: true } },
  resultTypes: ['violations'],
};
const colorsOnly = { runOnly: { type: 'rule', values: colors }, resultTypes: ['violations'] };

const axe = readFileSync(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');

type Violation = { id: string; help: string; nodes: { html: string; failureSummary: string }[] };

/**
 * What axe-core finds against WCAG A and AA and its own advice on a page as it stands, one line for each place. Its source goes in through
 * the debugger's own door, because the product's content policy refuses a script that is not the product's.
 */
export async function violations(
  page: Page,
  look: 'everything' | 'colors' = 'everything',
  part = 'document',
): Promise<string[]> {
  const options = look === 'everything' ? everything : colorsOnly;
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(`${axe}; undefined`);
  const found = await page.evaluate(`axe.run(${part}, ${JSON.stringify(options)}).then((one) => one.violations)`);
  return (found as Violation[]).flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help}. ${node.html.slice(0, 200)} ${node.failureSummary.replace(/\s+/g, ' ')}`),
  );
}

/**
 * The same in light and dark at these widths, one line for each place; the page is left as wide as it was found. Of a page
 * with a dialog on it only the dialog counts: what it covers in part would be called too small to press.
 */
export async function violationsEverywhere(page: Page, widths: number[]): Promise<string[]> {
  const before = page.viewportSize();
  const part = "[...document.querySelectorAll('[aria-modal=true]')].at(-1) ?? document";
  const found: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
      const look = colorScheme === 'light' ? 'everything' : 'colors';
      found.push(...(await violations(page, look, part)).map((one) => `${width} px, ${colorScheme}: ${one}`));
    }
  }
  if (before) await page.setViewportSize(before);
  return found;
}
