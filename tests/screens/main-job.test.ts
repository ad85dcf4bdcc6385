import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { describe, test } from 'node:test';
import { signInOnScreen, useScreens } from '#tests/browser.ts';
import { fixturePath, sampleNames } from '#tests/fixtures.ts';

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

describe('the main job', () => {
  const screens = useScreens();

  // One test, because each step uses what the steps before it have left on screen.
  test('sign in, upload, find, view, download, edit, delete', async () => {
    const paths = sampleNames.map(fixturePath);
    const [first, second, third, last] = [0, 1, 2, -1].map((index) => basename(paths.at(index) as string)) as [
      string,
      string,
      string,
      string,
    ];
    const page = await screens.open('/');
    const row = (name: string) => page.getByRole('listitem').filter({ has: page.getByText(name, { exact: true }) });
    const dialog = page.getByRole('dialog');
    const search = (text: string) => page.getByPlaceholder('Search files, teams, or users...').fill(text);

    // Every sample is uploaded in one go and listed in its group.
    await signInOnScreen(page);
    await page.getByRole('link', { name: 'Upload Files' }).first().click();
    await page.getByRole('heading', { name: 'Select File Type' }).waitFor();
    await page.getByRole('radio', { name: 'Document' }).check({ force: true });
    await page.locator('input[type=file]').first().setInputFiles(paths);
    await page.getByRole('button', { name: `Upload ${paths.length} File(s)` }).click();
    await page.getByText('Files uploaded successfully!').waitFor();
    await page.getByText('No files selected yet').waitFor();
    await page.getByRole('link', { name: 'Search' }).first().click();
    await page.getByRole('heading', { name: 'Files & Documents' }).waitFor();
    await page.getByText('Document').first().waitFor();
    for (let remaining = paths.length - 5; remaining > 0; remaining -= 5) {
      await page
        .getByRole('button', { name: `Show ${Math.min(5, remaining)} more files (${remaining} remaining)` })
        .click();
    }
    for (const path of paths) await row(basename(path)).waitFor();

    // A click on Download saves the file, to the byte, under its own name.
    const downloading = page.waitForEvent('download');
    await row(first).getByRole('link', { name: 'Download' }).click();
    const saved = await downloading;
    assert.equal(saved.suggestedFilename(), first);
    assert.equal(sha256(await readFile(await saved.path())), sha256(await readFile(paths[0] as string)));

    // Browsers ask before they save many files in a row, so the others are fetched from where their links lead.
    for (const path of paths.slice(1)) {
      const link = await row(basename(path)).getByRole('link', { name: 'Download' }).getAttribute('href');
      const answer = await page.request.get(String(link));
      assert.match(
        String(answer.headers()['content-disposition']),
        new RegExp(`^attachment;.*${RegExp.escape(encodeURIComponent(basename(path)))}`),
      );
      assert.equal(sha256(await answer.body()), sha256(await readFile(path)), path);
    }

    // View opens a new tab in which no script of the file runs.
    const opened = page.context().waitForEvent('page');
    await row('bad-script.html').getByRole('link', { name: 'View' }).click();
    const tab = await opened;
    await tab.waitForLoadState();
    assert.deepEqual(await tab.evaluate('[document.contentType, document.scripts.length]'), ['text/plain', 0]);
    await tab.close();

    // One is renamed.
    await row(first).getByRole('button', { name: 'Edit' }).click();
    const field = dialog.getByLabel('New filename');
    assert.equal(await field.inputValue(), first);
    await field.fill('renamed – ünïcode.bin');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('File updated successfully').waitFor();
    await row('renamed – ünïcode.bin').waitFor();
    await row(first).waitFor({ state: 'detached' });
    await dialog.waitFor({ state: 'hidden' });

    // One is replaced, and a download returns the replacement.
    await row(second).getByRole('button', { name: 'Edit' }).click();
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'other.txt', mimeType: 'text/plain', buffer: Buffer.from('replaced content') });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'hidden' });
    const again = page.waitForEvent('download');
    await row(second).getByRole('link', { name: 'Download' }).click();
    assert.equal(await readFile(await (await again).path(), 'utf8'), 'replaced content');

    // One is found by a part of its name.
    await search(third.slice(1, -1).toUpperCase());
    await page.getByText(`Showing 1 of ${paths.length} files across 1 file types`).waitFor();
    await row(third).waitFor();
    await search('no such file anywhere');
    await page.getByText('No files match the current filters').waitFor();
    await page.getByRole('button', { name: 'Clear Filters' }).first().click();
    await row(last).waitFor();

    // One is deleted, after a confirmation.
    await row(last).getByRole('button', { name: 'Delete' }).click();
    await dialog.getByText('Are you sure you want to delete this file?', { exact: true }).waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await row(last).waitFor();
    await row(last).getByRole('button', { name: 'Delete' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('File deleted successfully').waitFor();
    await row(last).waitFor({ state: 'detached' });

    // Signing out leads to the login screen, and the files are not shown without signing in again.
    await page.getByRole('button', { name: 'Logout' }).first().click();
    await page.getByRole('heading', { name: 'Welcome Back' }).waitFor();
    await page.goto('/files');
    await page.getByRole('heading', { name: 'Welcome Back' }).waitFor();
    assert.deepEqual(screens.problems, []);
  });
});
