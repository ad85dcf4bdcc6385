import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { useScreens } from '#tests/browser.ts';
import { asAdmin, upload } from '#tests/make.ts';
import { profileOf } from '#tests/signed-in.ts';

const skip = process.env['STORAGE_URL'] === undefined && 'about a store in a bucket';

test('in a browser, with DOWNLOAD_FROM_STORE', { skip }, async (t) => {
  const screens = useScreens({ DOWNLOAD_FROM_STORE: 'yes' });
  let page!: Page;

  await t.test('Download saves what the store sends, to the byte, under its own name, and the page stays', async () => {
    const bytes = 'tide table\n'.repeat(200_000);
    await upload(await asAdmin(screens.test), 1, { name: 'Gezeiten Ümläut.txt', bytes });
    page = await screens.open('/files', await profileOf(screens.test, 'admin@example.com'));
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download' }).first().click();
    const saved = await download;
    assert.ok(!saved.url().startsWith(screens.address), saved.url());
    assert.equal(saved.suggestedFilename(), 'Gezeiten Ümläut.txt');
    assert.equal(await readFile(await saved.path(), 'utf8'), bytes);
    assert.equal(new URL(page.url()).pathname, '/files');
  });

  await t.test('View shows the file from the server', async () => {
    const tab = page.context().waitForEvent('page');
    await page.getByRole('link', { name: 'View' }).first().click();
    await (await tab).getByText('tide table').first().waitFor();
    assert.ok((await tab).url().startsWith(screens.address));
    assert.deepEqual(screens.problems, []);
  });
});
