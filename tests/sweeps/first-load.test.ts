import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { describe, test } from 'node:test';
import { until, useScreens } from '#tests/browser.ts';
import { profileOf } from '#tests/signed-in.ts';
import { screenModules } from '../../src/app/server/screen-modules.ts';

/** Compressed JavaScript that a browser with an empty cache loads until a screen is at rest, in bytes. */
const budgets = {
  '/': 130_000,
  '/files': 240_000,
  '/uploadPage': 240_000,
  '/container-status': 240_000,
  '/users': 240_000,
  '/register': 240_000,
};

type Manifest = Record<string, { file: string; imports?: string[] }>;

/** Each file costs headers that are as large as a small file. */
const maxFiles = 26;

/** The last request of a screen, after all others. The login screen does not make it. */
const last = 'report-page-performance';

const hasLoaded = (part: string) =>
  `performance.getEntriesByType('resource').some(({ name, responseEnd }) => name.includes('${part}') && responseEnd > 0)`;

const ignorePointer = `for (const name of ['pointermove', 'pointerover', 'pointerenter', 'mousemove', 'mouseover'])
  window.addEventListener(name, (event) => event.stopImmediatePropagation(), { capture: true });`;

describe('a screen begins with little code', () => {
  const screens = useScreens();

  for (const [path, budget] of Object.entries(budgets)) {
    test(`${path} with ${budget / 1000} KB, all of it named by its page`, async (t) => {
      const profile = path === '/' ? {} : await profileOf(screens.test, 'admin@example.com');
      const page = await screens.open('/healthz', profile);
      // On a busy machine the browser reports a pointer without any movement, and the page then fetches more code early.
      await page.addInitScript(ignorePointer);
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      if (path !== '/') await until(page, hasLoaded(last));
      const scripts = await page.evaluate(() =>
        (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
          .map(({ name, encodedBodySize }) => ({ name: new URL(name).pathname, bytes: encodedBodySize }))
          .filter(({ name }) => /\.m?js$/.test(name)),
      );
      const bytes = scripts.reduce((sum, script) => sum + script.bytes, 0);
      t.diagnostic(`${path}: ${bytes} bytes in ${scripts.length} files`);
      assert.ok(bytes > 50_000, `${bytes} bytes: not everything was counted`);
      assert.ok(bytes <= budget, `${bytes} bytes`);
      assert.ok(scripts.length <= maxFiles, `${scripts.length} files`);
      // A file that only another file names is requested after that one has arrived, one round trip later.
      const html = await (await fetch(screens.address + path)).text();
      const late = scripts.filter(({ name }) => !html.includes(`"${name}"`) && !name.includes(last));
      assert.deepEqual(late, []);
      await screens.closePages();
    });
  }

  // The groups of files in vite.config.ts can make a circle that the sources do not have. Its screens would stay empty.
  test('the files of the page import each other without circles', async () => {
    const manifest = JSON.parse(await readFile('dist/web/.vite/manifest.json', 'utf8')) as Manifest;
    const done = new Set<string>();
    const circles: string[] = [];
    const follow = (key: string, path: string[]) => {
      if (path.includes(key))
        circles.push([...path.slice(path.indexOf(key)), key].map((one) => manifest[one]?.file).join(' > '));
      if (path.includes(key) || done.has(key)) return;
      for (const next of manifest[key]?.imports ?? []) follow(next, [...path, key]);
      done.add(key);
    };
    for (const key of Object.keys(manifest)) follow(key, []);
    assert.deepEqual(circles, []);
  });

  test('the page of every screen names its module and the frame', async () => {
    for (const [path, module] of Object.entries(screenModules)) {
      const html = await (await fetch(screens.address + path)).text();
      for (const name of ['frame', basename(module, '.tsx')])
        assert.ok(html.includes(`href="/assets/${name}-`), `${path} lacks ${name}`);
    }
  });

  test('the screens after the sign-in are fetched while the password is typed', async () => {
    const page = await screens.open('/');
    await page.getByLabel('Password', { exact: true }).pressSequentially('a');
    for (const part of ['/frame-', '/AdminDashboardPage-', '/PersonalDashboardPage-'])
      await until(page, hasLoaded(part));
  });

  test('the code of dialogs is loaded at the first input, and a closed dialog returns the focus', async () => {
    const profile = await profileOf(screens.test, 'admin@example.com');
    const page = await screens.open('/permissionspanel', profile);
    const history = page.getByRole('button', { name: 'History' });
    await history.waitFor();
    await until(page, hasLoaded(last));
    assert.equal(await page.evaluate(hasLoaded('/dialog-frames-')), false);
    await history.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await until(page, 'document.activeElement?.textContent === "History"');
  });

  test('a page that has not changed is not sent twice, and its files are kept for good', async () => {
    const page = await fetch(`${screens.address}/files`);
    const etag = page.headers.get('etag') ?? '';
    const again = await fetch(`${screens.address}/files`, { headers: { 'if-none-match': etag } });
    assert.equal(again.status, 304);
    const file = /modulepreload" crossorigin href="([^"]+)"/.exec(await page.text())?.[1] ?? '';
    const sent = await fetch(screens.address + file, { headers: { 'accept-encoding': 'br' } });
    assert.equal(sent.headers.get('content-encoding'), 'br');
    assert.match(sent.headers.get('cache-control') ?? '', /immutable/);
    assert.match(sent.headers.get('vary') ?? '', /accept-encoding/i);
  });

  test('no page had an error', () => assert.deepEqual(screens.problems, []));
});
