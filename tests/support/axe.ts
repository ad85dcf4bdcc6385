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
export async function violations(page: Page, look: 'everything' | 'colors' = 'everything'): Promise<string[]> {
  const options = look === 'everything' ? everything : colorsOnly;
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(`${axe}; undefined`);
  const found = await page.evaluate(`axe.run(document, ${JSON.stringify(options)}).then((one) => one.violations)`);
  return (found as Violation[]).flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help}. ${node.html.slice(0, 200)} ${node.failureSummary.replace(/\s+/g, ' ')}`),
  );
}
