import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { violations } from '#tests/axe.ts';
import { useScreens } from '#tests/browser.ts';
import { long } from '#tests/long.ts';

describe('the page that shows the calls', () => {
  const screens = useScreens();

  test('has a curl example for each call', async () => {
    const page = await screens.visit('/api/docs');
    const create = page.locator('#post-api-teams');
    await create.getByText('Example', { exact: true }).focus();
    await page.keyboard.press('Enter');
    assert.equal(
      await create.getByText('curl').innerText(),
      `curl -b cookies.txt "$URL/api/teams" -H "X-XSRF-TOKEN: $TOKEN" --json '{"name":"Buyers","description":"Orders and suppliers"}'`,
    );
    const calls = await page.locator('section').count();
    assert.equal(await page.locator('section pre', { hasText: /^curl -b cookies.txt / }).count(), calls);
  });

  test('is searched by keyboard, in paths and in sentences', async () => {
    const page = await screens.visit('/api/docs');
    const total = await page.locator('section').count();
    await page.getByText(`${total} calls`, { exact: true }).waitFor();
    await page.getByRole('searchbox', { name: 'Search calls' }).focus();
    await page.keyboard.type('creates TEAM');
    await page.getByText('1 call', { exact: true }).waitFor();
    assert.equal(await page.locator('section:visible').getAttribute('id'), 'post-api-teams');
    assert.deepEqual(await page.getByRole('main').getByRole('heading', { level: 2 }).allInnerTexts(), ['Teams']);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL(/#post-api-teams$/);
    await page.getByRole('searchbox').fill('no such call');
    await page.getByText('0 calls', { exact: true }).waitFor();
    await page.getByRole('searchbox').fill('');
    await page.getByText(`${total} calls`, { exact: true }).waitFor();
  });

  test('is accessible on wide and narrow screens, in light and dark', long, async () => {
    const page = await screens.visit('/api/docs');
    await page.locator('#post-api-teams').getByText('Example', { exact: true }).click();
    await page.locator('#post-api-teams').getByText('Body').click();
    const fits = () => page.evaluate('document.documentElement.scrollWidth <= innerWidth');
    assert.deepEqual(await violations(page), []);
    await page.setViewportSize({ width: 390, height: 900 });
    assert.equal(await fits(), true);
    // All sections look alike, so the others of the phone and of the dark scheme are left out.
    await page.getByRole('searchbox').fill('creates team');
    await page.getByText('1 call', { exact: true }).waitFor();
    assert.deepEqual(await violations(page), []);
    await page.emulateMedia({ colorScheme: 'dark' });
    assert.deepEqual(await violations(page, 'colors'), []);
    assert.deepEqual(screens.problems, []);
  });
});
