import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { useScreens } from '#tests/browser.ts';
import { long } from '#tests/long.ts';
import { asAdmin, makeFileType, upload } from '#tests/make.ts';
import { profileOf } from '#tests/signed-in.ts';

describe('toasts', () => {
  const screens = useScreens();

  test('appear when their code arrives later than the first attempts to fetch it', async () => {
    const page = await screens.open('/teammodule', await profileOf(screens.test, 'admin@example.com'));
    let attempts = 0;
    await page.route('**/assets/toast-list*.js', (route) => {
      attempts += 1;
      return attempts <= 2 ? route.abort() : route.continue();
    });
    await page.getByLabel('Name').fill('Night shift');
    await page.getByRole('button', { name: 'Create Team' }).click();
    await page.getByRole('status').getByText('Team created successfully', { exact: true }).waitFor();
    assert.equal(attempts, 3);
    assert.match(page.url(), /teammodule/, 'the page was not reloaded for the missing file');
  });

  test('leave a drawer free on a desktop, and its head on a phone', long, async () => {
    await upload(await asAdmin(screens.test), await makeFileType(screens.test), { name: 'hashed.txt' });
    for (const viewport of [
      { width: 1440, height: 900 },
      { width: 390, height: 844 },
    ]) {
      const page = await screens.visit('/files', undefined, { viewport });
      await page.getByRole('button', { name: 'Details' }).first().click();
      const drawer = page.getByRole('dialog');
      await drawer.getByRole('button', { name: 'Copy' }).first().click();
      const toast = page.locator('[data-kind]').filter({ hasText: 'opied' });
      await toast.waitFor();
      const close = await drawer.getByRole('button', { name: 'Close' }).boundingBox();
      const box = await toast.boundingBox();
      const side = await drawer.boundingBox();
      assert.ok(close && box && side && box.y < 200, JSON.stringify({ close, box, side }));
      if (viewport.width > 1000) assert.ok(box.x + box.width <= side.x, 'beside the drawer');
      else assert.ok(box.y > close.y + close.height && box.x + box.width > viewport.width - 40, 'below its head');
    }
  });
});
