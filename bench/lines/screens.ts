import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { chromium } from 'playwright-core';
import type { Browser, Page } from 'playwright-core';
import { build } from 'vite';
import { findChromium } from '../../bootstrap/chromium.mjs';
import { alternate, maxRow, quantile, showSpread } from '../measure.ts';
import type { Row, Sizes } from '../measure.ts';
import { cookiesOf, demoPerson, newFolder, startDemo } from '../programs.ts';

// A phone some years old, on a home connection.
const cpuSlowdown = 4;
const line = { offline: false, latency: 40, downloadThroughput: 10e6 / 8, uploadThroughput: 10e6 / 8 };

// By then, the page has finished its work after the first paint.
const settleMs = 3_000;

type Shown = { scriptBytes: number; shownMs: number; shift: number; longestTaskMs: number };

export async function openBrowser(): Promise<Browser> {
  const executablePath = await findChromium();
  if (!executablePath)
    throw new Error('Lines 11 and 12 need Chromium. Install it, or set CHROMIUM to the path of its program.');
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
}

/** Opens a page with an empty cache, on a slow processor and a slow connection. */
async function show(browser: Browser, address: string, cookie: string | undefined): Promise<Shown> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  if (cookie) await context.addCookies(asCookies(cookie, address));
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', line);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
  await page.addInitScript(observePage);
  await page.goto(address, { waitUntil: 'load' });
  await page.waitForTimeout(settleMs);
  const seen = (await page.evaluate('window.seen')) as Omit<Shown, 'scriptBytes'>;
  const scriptBytes = (await page.evaluate(bytesOfScripts)) as number;
  await context.close();
  return { ...seen, scriptBytes };
}

/** Runs in the page before its scripts. */
const observePage = `
  window.seen = { shownMs: 0, shift: 0, longestTaskMs: 0 };
  const observe = (type, record) =>
    new PerformanceObserver((list) => list.getEntries().forEach(record)).observe({ type, buffered: true });
  observe('largest-contentful-paint', (entry) => { window.seen.shownMs = entry.startTime; });
  observe('layout-shift', (entry) => { if (!entry.hadRecentInput) window.seen.shift += entry.value; });
  observe('longtask', (entry) => {
    const loaded = performance.getEntriesByType('navigation')[0]?.loadEventEnd;
    if (loaded && entry.startTime > loaded) window.seen.longestTaskMs = Math.max(window.seen.longestTaskMs, entry.duration);
  });
`;

/** The compressed bodies, without the headers, as in tests/sweeps/first-load.test.ts. */
const bytesOfScripts = `performance.getEntriesByType('resource')
  .filter(({ name }) => /\\.m?js$/.test(new URL(name).pathname))
  .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`;

export const asCookies = (cookie: string, url: string) =>
  cookie.split('; ').map((pair) => {
    const at = pair.indexOf('=');
    return { name: pair.slice(0, at), value: pair.slice(at + 1), url };
  });

/** Line 11: the two first pages, compared to bare ones with the same component library. */
export async function slowScreens({ rounds, fillings }: Sizes): Promise<Row[]> {
  const bare = await serveBarePages();
  const demo = await startDemo(await newFolder(), fillings[0] ?? 1_000);
  const { cookie } = await cookiesOf(demo, demoPerson.email, demoPerson.password);
  const browser = await openBrowser();
  const rows: Row[] = [];
  for (const { name, path, peer, maxKilobytes } of [
    { name: 'login', path: '/', peer: 'login', maxKilobytes: 130 },
    { name: 'files page', path: '/files', peer: 'list', maxKilobytes: 240 },
  ]) {
    const ours: Shown[] = [];
    const shown = await alternate(
      rounds,
      async () => {
        const one = await show(browser, `${demo.origin}${path}`, path === '/' ? undefined : cookie);
        ours.push(one);
        return one.shownMs;
      },
      async () => (await show(browser, `${bare.origin}/${peer}.html`, undefined)).shownMs,
    );
    const worst = (of: (one: Shown) => number) => Math.max(...ours.map(of));
    rows.push(
      maxRow(
        { line: 11, workload: `${name}, compressed JavaScript`, unit: 'KB', max: maxKilobytes },
        worst((one) => one.scriptBytes) / 1000,
      ),
      {
        line: 11,
        workload: `${name}, shown on a slow machine and line, against a bare page`,
        ours: `${shown.ours.median.toFixed(0)} ms`,
        limit: `${shown.limit.median.toFixed(0)} ms`,
        ratio: showSpread(shown.ratio),
        goal: '≤ 1.30',
        met: shown.ratio.median <= 1.3,
      },
      maxRow(
        { line: 11, workload: `${name}, layout shift`, unit: '', max: 0.05 },
        worst((one) => one.shift),
      ),
      maxRow(
        { line: 11, workload: `${name}, longest task after load`, unit: 'ms', max: 200 },
        worst((one) => one.longestTaskMs),
      ),
    );
  }
  await browser.close();
  bare.close();
  await demo.stop();
  return rows;
}

/** Builds the bare pages and serves them with the same compression as ours. */
async function serveBarePages(): Promise<{ origin: string; close: () => void }> {
  const outDir = await newFolder();
  const root = join(import.meta.dirname, '../bare-page');
  const input = ['login', 'list'].map((name) => join(root, `${name}.html`));
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    plugins: [react()],
    build: { outDir, emptyOutDir: true, rollupOptions: { input }, reportCompressedSize: false },
  });
  const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    const type = types[extname(path)];
    if (!type) return response.writeHead(404).end();
    const bytes = brotliCompressSync(readFileSync(join(outDir, path)));
    return response.writeHead(200, { 'content-type': type, 'content-encoding': 'br' }).end(bytes);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => void server.close() };
}

/** Line 12: the waiting time after each click in a long list. */
export async function clicks({ fillings }: Sizes): Promise<Row[]> {
  const files = fillings.at(-1) ?? 1_000;
  const demo = await startDemo(await newFolder(), files);
  const { cookie = '' } = await cookiesOf(demo, demoPerson.email, demoPerson.password);
  const browser = await openBrowser();
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addCookies(asCookies(cookie, demo.origin));
  const page = await context.newPage();
  const rows: Row[] = [];
  const measure = async (what: string, times: number, answer: () => Promise<number>) => {
    const waited: number[] = [];
    for (let time = 0; time < times; time += 1) waited.push(await answer());
    const row = (which: string, share: number, max: number) => {
      const workload = `${what}, ${files.toLocaleString('en-US')} files, ${which} of ${times}`;
      return maxRow({ line: 12, workload, unit: 'ms', max }, quantile(waited, share));
    };
    rows.push(row('median', 0.5, 150), row('slowest', 1, 250));
  };
  await measure('opening the files page', 10, async () => {
    await page.goto(`${demo.origin}/dashboard`);
    // A pointer hovers before a click.
    await page.getByRole('link', { name: 'Search', exact: true }).hover();
    return waitAfter(page, clickOn('a', '^Search$'), shownRows);
  });
  await page.locator('[data-previews]').first().waitFor();
  const terms = ['an', 'invoice', 'northquay 17', 'er', 'spices', 're', 'contract', 'in', 'zzqqxx', 'note'];
  await measure('a search, from when typing has paused', terms.length, async () => {
    const waited = await waitAfter(page, typeInto(String(terms.pop())), found);
    return waited - typingPauseMs;
  });
  await page.goto(`${demo.origin}/files`);
  await page.locator('[data-previews]').first().waitFor();
  const fold = clickOn('section:has([data-previews]) [data-group-head] button', '.');
  await measure('opening a group', 10, async () => {
    await waitAfter(page, fold, shownRows);
    return waitAfter(page, fold, shownRows);
  });
  await measure("'Show 5 more'", 10, () => waitAfter(page, clickOn('button', '^Show \\d+ more'), shownRows));
  await browser.close();
  await demo.stop();
  return rows;
}

// The debounce time of the search box.
export const typingPauseMs = 300;

export const clickOn = (element: string, text: string) =>
  `[...document.querySelectorAll('${element}')].find((one) => /${text}/.test(one.textContent)).click()`;

/** Sets the value with the native setter, because React overrides the property of the element. */
export const typeInto = (text: string) => `{
  const box = document.querySelector('main input[type=search]');
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(box, '${text}');
  box.dispatchEvent(new Event('input', { bubbles: true }));
}`;

const shownRows = `[...document.querySelectorAll('[data-previews]')].filter((one) => one.checkVisibility()).length`;
/** The number of results, once it belongs to the typed term. */
const found = `document.querySelector('main [aria-busy=false] > [role=status]')?.textContent || before`;

/** Returns the time from an action in the page until `looked` has changed and is painted, in milliseconds. */
export async function waitAfter(page: Page, act: string, looked: string): Promise<number> {
  await page.waitForTimeout(500);
  const waited: number = await page.evaluate(`new Promise((resolve, reject) => {
    const look = (before) => ${looked};
    const before = look();
    const from = performance.now();
    ${act};
    const frame = () => {
      // The browser paints a frame after its animation callbacks.
      if (look(before) !== before) setTimeout(() => resolve(performance.now() - from));
      else if (performance.now() - from > 10000) reject(new Error('the page did not change'));
      else requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  })`);
  return waited;
}
