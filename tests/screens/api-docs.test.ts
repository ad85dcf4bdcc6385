import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BrowserContextOptions } from 'playwright-core';
import { violations } from '#tests/axe.ts';
import { useScreens } from '#tests/browser.ts';
import { profileOf } from '#tests/signed-in.ts';

test('the page that shows the calls', async (t) => {
  const screens = useScreens();
  const open = async (options: BrowserContextOptions = {}) =>
    screens.open('/api/docs', { ...(await profileOf(screens.test, 'admin@example.com')), ...options });

  await t.test('has a curl example for each call', async () => {
    const page = await open();
    const create = page.locator('#post-api-teams');
    await create.getByText('Example').focus();
    await page.keyboard.press('Enter');
    assert.equal(
      await create.getByText('curl').innerText(),
      `curl -b cookies.txt "$URL/api/teams" -H "X-XSRF-TOKEN: $TOKEN" --json '{"name":""}'`,
    );
    const calls = await page.locator('section').count();
    assert.equal(await page.locator('section pre', { hasText: /^curl -b cookies.txt / }).count(), calls);
  });

  await t.test('is searched by keyboard, in paths and in sentences', async () => {
    const page = await open();
    const total = await page.locator('section').count();
    await page.getByText(`${total} calls`, { exact: true }).waitFor();
    await page.getByRole('searchbox', { name: 'Search calls' }).focus();
    await page.keyboard.type('creates TEAM');
    await page.getByText('1 call', { exact: true }).waitFor();
    assert.equal(await page.locator('section:visible').getAttribute('id'), 'post-api-teams');
    assert.deepEqual(await page.getByRole('main').getByRole('heading', { level: 2 }).allInnerTexts(), ['Teams']);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    assert.equal(new URL(page.url()).hash, '#post-api-teams');
    await page.getByRole('searchbox').fill('no such call');
    await page.getByText('0 calls', { exact: true }).waitFor();
    await page.getByRole('searchbox').fill('');
    await page.getByText(`${total} calls`, { exact: true }).waitFor();
  });

  await t.test('can be read by everybody, on a desk and on a phone, in light and dark', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await open({ colorScheme });
      await page.locator('#post-api-teams').getByText('Example').click();
      await page.locator('#post-api-teams').getByText('Body').click();
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 900 });
        const look = colorScheme === 'light' ? 'everything' : 'colors';
        assert.deepEqual(await violations(page, look), [], `${width} px, ${colorScheme}`);
        assert.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true, `${width} px`);
      }
    }
    assert.deepEqual(screens.problems, []);
  });
});
