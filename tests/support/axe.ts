import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { makeOpaque } from './browser.ts';

/** WCAG 2.0, 2.1 and 2.2, levels A and AA, and the best practices of axe-core. */
const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The rules whose result depends on the colour scheme. */
const colors = ['color-contrast', 'link-in-text-block'];

/** What is looked at. Half of the processor time of axe-core goes into the colours. */
type Look = 'everything' | 'without colors' | 'colors';

const optionsOf = (look: Look) => {
  if (look === 'colors') return { runOnly: { type: 'rule', values: colors }, resultTypes: ['violations'] };
  return {
    runOnly: { type: 'tag', values: standards },
    rules: {
      // Off by default, but part of WCAG 2.2 AA.
      'target-size': { enabled: true },
      ...Object.fromEntries(colors.map((rule) => [rule, { enabled: look === 'everything' }])),
    },
    resultTypes: ['violations'],
    // No rule of these standards reads the style sheets.
    preload: { assets: ['media'] },
  };
};

const axe = readFileSync(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');

// A drawer that slides in is partly off the screen, and a text that fades in has little contrast. An animation that follows
// a scroll position has no end.
const transitionsEnd = `Promise.allSettled(document.getAnimations()
  .filter(({ effect, timeline }) => timeline === document.timeline && effect?.getTiming().iterations !== Infinity)
  .map((animation) => animation.finished)).then(() => undefined)`;

type Violation = { id: string; help: string; nodes: { html: string; failureSummary: string }[] };

/**
 * Returns the violations that axe-core finds on the page once its transitions have ended, one line for each element. The source
 * of axe-core is evaluated through the debugging protocol, because the content security policy of the product refuses other
 * scripts.
 */
export async function violations(page: Page, look: Look = 'everything', part = 'document'): Promise<string[]> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(`${axe}; undefined`);
  await page.evaluate(makeOpaque);
  await page.evaluate(transitionsEnd);
  const found = await page.evaluate(
    `axe.run(${part}, ${JSON.stringify(optionsOf(look))}).then((one) => one.violations)`,
  );
  return (found as Violation[]).flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help}. ${node.html.slice(0, 200)} ${node.failureSummary.replace(/\s+/g, ' ')}`),
  );
}

/**
 * Returns the violations at these widths (px), one line for each element: all in light at the first of them, those of the
 * colours also in dark, and those that do not depend on colours at the others. The colours do not depend on the width.
 * `colorsAtEveryWidth` is for one test of each screen. The page gets its width back. With an open
 * dialog only the dialog is checked: axe-core would report the controls that it covers partly as too small. For the same
 * reason, a page with a sticky bar needs a `height` (px) that shows the whole page.
 */
export async function violationsEverywhere(
  page: Page,
  widths: number[],
  height = 900,
  colorsAtEveryWidth = false,
): Promise<string[]> {
  const before = page.viewportSize();
  const part = "[...document.querySelectorAll('[role=dialog]')].at(-1) ?? document";
  const found: string[] = [];
  for (const [index, width] of widths.entries()) {
    await page.setViewportSize({ width, height });
    const hasColors = index === 0 || colorsAtEveryWidth;
    const schemes = hasColors ? (['light', 'dark'] as const) : (['light'] as const);
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme });
      await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
      const inLight = hasColors ? 'everything' : 'without colors';
      const look = colorScheme === 'light' ? inLight : 'colors';
      found.push(...(await violations(page, look, part)).map((one) => `${width} px, ${colorScheme}: ${one}`));
    }
  }
  if (before) await page.setViewportSize(before);
  return found;
}
