import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { signInOnScreen, useScreens } from '#tests/browser.ts';
import { fixturePath, sampleNames } from '#tests/fixtures.ts';

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

test('the main job: sign in, upload, find, view, download, edit, delete', async (t) => {
  const screens = useScreens();
  let page!: Page;
  let paths!: string[];

  const row = (name: string) => page.getByRole('listitem').filter({ has: page.getByText(name, { exact: true }) });
  const search = async (text: string) => {
    await page.getByPlaceholder('Search files, teams, or users...').fill(text);
  };

  await t.test('every sample is uploaded in one go and listed in its group', async () => {
    paths = sampleNames.map(fixturePath);
    page = await screens.open('/');
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
  });

  await t.test('a click on Download saves the file, to the byte, under its own name', async () => {
    const path = paths[0] as string;
    const download = page.waitForEvent('download');
    await row(basename(path)).getByRole('link', { name: 'Download' }).click();
    const saved = await download;
    assert.equal(saved.suggestedFilename(), basename(path));
    assert.equal(sha256(await readFile(await saved.path())), sha256(await readFile(path)));
  });

  // Browsers ask before they save many files in a row, so the others are fetched from where their links lead.
  await t.test('every other Download link leads to its file, to the byte', async () => {
    for (const path of paths.slice(1)) {
      const link = await row(basename(path)).getByRole('link', { name: 'Download' }).getAttribute('href');
      const answer = await page.request.get(String(link));
      assert.match(
        String(answer.headers()['content-disposition']),
        new RegExp(`^attachment;.*${RegExp.escape(encodeURIComponent(basename(path)))}`),
      );
      assert.equal(sha256(await answer.body()), sha256(await readFile(path)));
    }
  });

  await t.test('View opens a new tab in which no script of the file runs', async () => {
    const opened = page.context().waitForEvent('page');
    await row('bad-script.html').getByRole('link', { name: 'View' }).click();
    const tab = await opened;
    await tab.waitForLoadState();
    assert.deepEqual(await tab.evaluate('[document.contentType, document.scripts.length]'), ['text/plain', 0]);
    await tab.close();
  });

  await t.test('one is renamed', async () => {
    const name = basename(paths[0] as string);
    await row(name).getByRole('button', { name: 'Edit' }).click();
    const field = page.getByRole('dialog').getByLabel('New filename');
    assert.equal(await field.inputValue(), name);
    await field.fill('renamed – ünïcode.bin');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByText('File updated successfully').waitFor();
    await row('renamed – ünïcode.bin').waitFor();
    assert.equal(await row(name).count(), 0);
  });

  await t.test('one is replaced, and a download returns the replacement', async () => {
    const name = basename(paths[1] as string);
    await row(name).getByRole('button', { name: 'Edit' }).click();
    await page
      .getByRole('dialog')
      .locator('input[type=file]')
      .setInputFiles({ name: 'other.txt', mimeType: 'text/plain', buffer: Buffer.from('replaced content') });
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    const download = page.waitForEvent('download');
    await row(name).getByRole('link', { name: 'Download' }).click();
    assert.equal(await readFile(await (await download).path(), 'utf8'), 'replaced content');
  });

  await t.test('one is found by a part of its name', async () => {
    await search(
      basename(paths[2] as string)
        .slice(1, -1)
        .toUpperCase(),
    );
    await page.getByText(`Showing 1 of ${paths.length} files across 1 file types`).waitFor();
    await row(basename(paths[2] as string)).waitFor();
    await search('no such file anywhere');
    await page.getByText('No files match the current filters').waitFor();
    await page.getByRole('button', { name: 'Clear Filters' }).first().click();
    await row(basename(paths.at(-1) as string)).waitFor();
  });

  await t.test('one is deleted, after a confirmation', async () => {
    const name = basename(paths.at(-1) as string);
    await row(name).getByRole('button', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Are you sure you want to delete this file?', { exact: true }).waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await row(name).waitFor();
    await row(name).getByRole('button', { name: 'Delete' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('File deleted successfully').waitFor();
    await row(name).waitFor({ state: 'detached' });
  });

  await t.test('signing out leads to the login screen, and Back does not sign in again', async () => {
    await page.getByRole('button', { name: 'Logout' }).first().click();
    await page.getByRole('heading', { name: 'Welcome Back' }).waitFor();
    await page.goto('/files');
    await page.getByRole('heading', { name: 'Welcome Back' }).waitFor();
  });

  await t.test('no page had an error', () => assert.deepEqual(screens.problems, []));
});
