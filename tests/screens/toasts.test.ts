import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useScreens } from '#tests/browser.ts';
import { profileOf } from '#tests/signed-in.ts';

test('toasts', async (t) => {
  const screens = useScreens();

  await t.test('appear when their code arrives later than the first attempts to fetch it', async () => {
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
});
