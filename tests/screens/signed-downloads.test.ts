import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { useScreens } from '#tests/browser.ts';
import { asAdmin, upload } from '#tests/make.ts';

const skip = process.env['STORAGE_URL'] === undefined && 'about a store in a bucket';

const name = 'Gezeiten Ümläut.txt';
const bytes = 'tide table\n'.repeat(200_000);

describe('in a browser, with DOWNLOAD_FROM_STORE', { skip }, () => {
  const screens = useScreens({ DOWNLOAD_FROM_STORE: 'yes' }, async (product) => {
    await upload(await asAdmin(product), 1, { name, bytes });
  });

  test('Download saves what the store sends, to the byte, under its own name, and the page stays', async () => {
    const page = await screens.visit('/files');
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download' }).first().click();
    const saved = await download;
    assert.ok(!saved.url().startsWith(screens.address), saved.url());
    assert.equal(saved.suggestedFilename(), name);
    assert.equal(await readFile(await saved.path(), 'utf8'), bytes);
    assert.equal(new URL(page.url()).pathname, '/files');
  });

  test('View shows the file from the server', async () => {
    const page = await screens.visit('/files');
    const tab = page.context().waitForEvent('page');
    await page.getByRole('link', { name: 'View' }).first().click();
    await (await tab).getByText('tide table').first().waitFor();
    assert.ok((await tab).url().startsWith(screens.address));
    assert.deepEqual(screens.problems, []);
  });
});
