import { maxRow, quantile } from '../measure.ts';
import type { Row, Sizes } from '../measure.ts';
import { cookiesOf, demoPerson, newFolder, startDemo } from '../programs.ts';
import { asCookies, clickOn, openBrowser, typeInto, typingPauseMs, waitAfter } from './screens.ts';

const times = 10;

const terms = ['wine', 'qkyu', 'po 27', 'chairs', 'zznu', 'tyre', 'nqyu', 'red', 'zzqqxx', 'shoes'];

/** The first container of each layout, and the sign that a search has ended. */
const firstCard = `document.querySelector('main [role=listitem] h2, main article h2, main li h2')?.textContent`;
const firstRow = `document.querySelector('main tbody th[scope=row]')?.textContent`;
const openCell = `document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'F2', bubbles: true }))`;
const openedCell = `document.activeElement?.closest('[data-cell-editor]') ? 'open' : before`;
const found = `document.querySelector('main [role=status]')?.textContent || before`;

/** Line 12, the second part: the waiting time after each click in the list of containers. */
export async function containerClicks({ containers }: Sizes): Promise<Row[]> {
  const count = containers[0] ?? 1_000;
  const demo = await startDemo(await newFolder(), 1_000, { containers: count });
  const { cookie = '' } = await cookiesOf(demo, demoPerson.email, demoPerson.password);
  const browser = await openBrowser();
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addCookies(asCookies(cookie, demo.origin));
  const page = await context.newPage();
  const rows: Row[] = [];
  const measure = async (
    what: string,
    answer: (time: number) => Promise<number>,
    { median, slowest } = { median: 150, slowest: 250 },
  ) => {
    const waited: number[] = [];
    for (let time = 0; time < times; time += 1) waited.push(await answer(time));
    const row = (which: string, share: number, max: number) => {
      const workload = `${what}, ${count.toLocaleString('en-US')} containers, ${which} of ${times}`;
      return maxRow({ line: 12, workload, unit: 'ms', max }, quantile(waited, share));
    };
    rows.push(row('median', 0.5, median), row('slowest', 1, slowest));
  };
  await measure('opening the containers page', async () => {
    await page.goto(`${demo.origin}/dashboard`);
    // A pointer hovers before a click.
    await page.getByRole('link', { name: 'Container Status', exact: true }).hover();
    return waitAfter(page, clickOn('a', '^Container Status$'), firstCard);
  });
  await measure(
    'a search of containers, from when typing has paused',
    async (time) => (await waitAfter(page, typeInto(terms[time] ?? ''), found)) - typingPauseMs,
  );
  await page.goto(`${demo.origin}/container-status`);
  await page.getByRole('button', { name: 'Table', exact: true }).click();
  await page.getByRole('rowheader').first().waitFor();
  await measure('sorting the table of containers', () =>
    waitAfter(page, clickOn('thead th button', '^Container Name'), firstRow),
  );
  await page.getByRole('grid').focus();
  for (const key of ['Home', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key);
  await measure(
    'opening a cell of the table',
    async () => {
      const waited = await waitAfter(page, openCell, openedCell);
      await page.keyboard.press('Escape');
      return waited;
    },
    { median: 100, slowest: 100 },
  );
  await browser.close();
  await demo.stop();
  return rows;
}
