import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeOpaque, until, useScreens } from '#tests/browser.ts';
import { profileOf } from '#tests/signed-in.ts';

const token = 'prometheus-reads-this';

const recordWhenPaintsAreReported = `window.PerformanceObserver = class extends PerformanceObserver {
  constructor(report) {
    super((list, observer) => {
      report(list, observer);
      if (list.getEntriesByType('largest-contentful-paint').length > 0) window.paintsWereReported = true;
    });
  }
};`;

describe('a page that is left reports how quickly it was shown, and the metrics have it', () => {
  const screens = useScreens({ METRICS_TOKEN: token });
  const metrics = async () =>
    (await fetch(`${screens.address}/metrics`, { headers: { authorization: `Bearer ${token}` } })).text();

  test('once it is left', async () => {
    const profile = await profileOf(screens.test, 'admin@example.com');
    const page = await screens.open('about:blank', profile);
    await page.addInitScript(makeOpaque);
    await page.addInitScript(recordWhenPaintsAreReported);
    await page.goto('/files');
    await page.getByRole('heading', { name: 'Files & Documents' }).waitFor();
    // A page that is left before it begins to measure sends no report.
    await until(page, 'window.paintsWereReported');
    await page.mouse.click(5, 5);
    await page.goto('/teammodule');
    const seen = /stowage_page_duration_seconds_count\{screen="\/files",vital="LCP"\} 1/;
    for (let tries = 0; tries < 300 && !seen.test(await metrics()); tries += 1) await sleep(50);
    assert.match(await metrics(), seen);
  });

  test('and the page had no error', () => assert.deepEqual(screens.problems, []));
});
