import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { until, useScreens } from '#tests/browser.ts';
import { profileOf } from '#tests/signed-in.ts';
import { adminPassword } from '#tests/test-app.ts';

const token = 'prometheus-reads-this';

test('a page that is left reports how quickly it was shown, and the metrics have it', async (t) => {
  const screens = useScreens({ METRICS_TOKEN: token });
  const metrics = async () =>
    (await fetch(`${screens.address}/metrics`, { headers: { authorization: `Bearer ${token}` } })).text();

  await t.test('once it is left', async () => {
    const profile = await profileOf(screens.test, 'admin@example.com', adminPassword);
    const page = await screens.open('/files', profile);
    await page.getByRole('heading', { name: 'Files & Documents' }).waitFor();
    await until(
      page,
      'performance.getEntriesByType("resource").some(({ name }) => name.includes("report-page-performance"))',
    );
    await page.mouse.click(5, 5);
    await page.goto('/teammodule');
    const seen = /stowage_page_duration_seconds_count\{screen="\/files",vital="LCP"\} 1/;
    for (let tries = 0; tries < 100 && !seen.test(await metrics()); tries += 1) await sleep(50);
    assert.match(await metrics(), seen);
  });

  await t.test('and the page had no error', () => assert.deepEqual(screens.problems, []));
});
