import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { useScreens } from '#tests/browser.ts';
import { cardOf, enterContainer } from '#tests/containers.ts';
import { asAdmin, upload } from '#tests/make.ts';
import { profileOf } from '#tests/signed-in.ts';

describe('dates, times and numbers look as in the language of the browser', () => {
  const screens = useScreens({}, async (world) => {
    world.setNow(new Date('2026-11-20T12:00:00Z'));
    const admin = await asAdmin(world);
    await upload(admin, 1, { name: 'rates.txt', bytes: Buffer.alloc(1_500, 'a') });
    await enterContainer(admin, { name: 'Pumps', number: 'PO-1', pfi: '2099-03-09', exFactory: '2099-12-24' });
  });

  for (const [language, size, date, calendarDate] of [
    ['de-DE', '1,46 KB', '20. Nov. 2026', '9. März 2099'],
    ['en-GB', '1.46 KB', '20 Nov 2026', '9 Mar 2099'],
  ] as const)
    test(`in ${language}`, async () => {
      const page = await screens.visit('/files', 'admin@example.com', { locale: language });
      const row = page.locator('[data-file-row]').filter({ hasText: 'rates.txt' });
      await row.getByText(size).first().waitFor();
      await row.getByText(date).first().waitFor();
      await page.goto('/container-status');
      await cardOf(page, 'Pumps').getByText(calendarDate, { exact: true }).waitFor();
    });

  test('in the language of the date fields, if pages are preferred in another one', async () => {
    const page = await screens.open('/healthz', await profileOf(screens.test, 'admin@example.com'));
    await page.addInitScript(`Object.defineProperty(navigator, 'language', { value: 'de-DE' })`);
    await page.goto('/container-status');
    await cardOf(page, 'Pumps').getByText('Mar 9, 2099', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Add Container' }).first().click();
    const dialog = page.getByRole('dialog');
    // The dialog takes the focus once it is open, which would interrupt the typing.
    await dialog.locator(':focus').waitFor();
    const field = dialog.getByLabel('PFI Date');
    await field.focus();
    await field.pressSequentially('03092099');
    assert.equal(await field.inputValue(), '2099-03-09');
  });

  test('no page reported an error', () => assert.deepEqual(screens.problems, []));
});
