import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { useScreens } from '#tests/browser.ts';
import { long } from '#tests/long.ts';

describe('files dropped on the upload page', () => {
  const screens = useScreens();
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'stowage-upload-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));
  // Each test begins with a page of its own.
  let page: Page;

  const start = async () => {
    page = await screens.visit('/uploadPage');
    await page.getByRole('radio').first().waitFor();
  };
  const selected = (name: string) => page.getByRole('listitem').filter({ has: page.getByText(name, { exact: true }) });
  const chooseType = () => page.getByRole('radio', { name: 'Document' }).check();
  const uploadButton = (count: number) => page.getByRole('button', { name: `Upload ${count} File(s)`, exact: true });
  const emptied = () => page.getByText('No files selected yet', { exact: true }).waitFor();
  /** Drags files from a window of the system onto the page. */
  const dropFromDisk = async (...files: string[]) => {
    const devtools = await page.context().newCDPSession(page);
    const data = { items: [], files, dragOperationsMask: 1 };
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
      await devtools.send('Input.dispatchDragEvent', { type, x: 700, y: 500, data });
    await devtools.detach();
  };

  test('files dropped anywhere on the page are added', async () => {
    await start();
    await page.evaluate(`{
      const brought = new DataTransfer();
      brought.items.add(new File(['one'], 'dropped 1.txt'));
      brought.items.add(new File(['two'], 'dropped 2.txt'));
      const drag = (type) => document.querySelector('h1').dispatchEvent(
        new DragEvent(type, { dataTransfer: brought, bubbles: true, cancelable: true }));
      drag('dragover');
      window.dropped = drag;
    }`);
    await page.getByText('Drop to add them').waitFor();
    await page.evaluate('window.dropped("drop"); undefined');
    await page.getByRole('heading', { name: /^2 files selected/ }).waitFor();
    await selected('dropped 1.txt').waitFor();
    await selected('dropped 2.txt').waitFor();
  });

  test('a folder dropped on it brings every file in it and below it', async () => {
    const dropped = join(folder, 'voyage');
    await mkdir(join(dropped, 'papers', 'older'), { recursive: true });
    await writeFile(join(dropped, 'papers', 'bill.txt'), 'b');
    await writeFile(join(dropped, 'papers', 'older', 'manifest.txt'), 'm');
    await writeFile(join(folder, 'beside.txt'), 'x');
    // Browsers return the entries of a folder about a hundred at a time.
    for (let number = 1; number <= 120; number += 1) await writeFile(join(dropped, `scan ${number}.txt`), 's');
    await start();
    await dropFromDisk(dropped, join(folder, 'beside.txt'));
    await page.getByRole('heading', { name: /^123 files selected/ }).waitFor();
    for (const name of ['beside.txt', 'bill.txt', 'manifest.txt', 'scan 1.txt', 'scan 120.txt'])
      assert.equal(await selected(name).count(), 1, name);
  });

  test('the files of a dropped folder keep it, which is shown, filters the list and is found', long, async () => {
    const dropped = join(folder, 'Incoming');
    await mkdir(join(dropped, '2026', 'March'), { recursive: true });
    await writeFile(join(dropped, '2026', 'March', 'folder bill.txt'), 'b');
    await writeFile(join(dropped, 'folder note.txt'), 'n');
    await start();
    await dropFromDisk(dropped);
    await selected('folder bill.txt').getByText('Incoming/2026/March').waitFor();
    await chooseType();
    await uploadButton(2).click();
    await emptied();
    page = await screens.visit('/files?q=folder+bill');
    await page.getByRole('button', { name: 'Details' }).first().click();
    await page.getByRole('dialog').getByRole('link', { name: 'Incoming/2026/March' }).click();
    await page.waitForURL(/folder=Incoming%2F2026%2FMarch/);
    await page.getByRole('button', { name: /^Filters/ }).click();
    const field = page.getByRole('combobox', { name: 'Folder' });
    assert.equal(await field.inputValue(), 'Incoming/2026/March');
    await page.getByText('folder bill.txt').first().waitFor();
    assert.equal(await page.getByText('folder note.txt').count(), 0);
    await page.locator('option[value="Incoming"]').waitFor({ state: 'attached' });
    await field.fill('Incoming');
    await page.getByText('folder note.txt').first().waitFor();
  });

  test('a drop without a file shows a message', async () => {
    await mkdir(join(folder, 'nothing inside'));
    await start();
    await dropFromDisk(join(folder, 'nothing inside'));
    await page.getByText('Nothing to add: the items you dropped contain no files.').waitFor();
    await emptied();
  });

  test('a chosen folder brings its files, and one without a file shows a message', async () => {
    await mkdir(join(folder, 'chosen', 'empty'), { recursive: true });
    await writeFile(join(folder, 'chosen', 'inside.txt'), 'i');
    await start();
    const chooseFolder = async (path: string) => {
      const asked = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: 'Choose a folder' }).click();
      await (await asked).setFiles(path);
    };
    await chooseFolder(join(folder, 'chosen', 'empty'));
    await page.getByText('Nothing to add: the folder you chose contains no files.').waitFor();
    await emptied();
    await chooseFolder(join(folder, 'chosen'));
    await selected('inside.txt').waitFor();
  });

  test('no page reported an error', () => assert.deepEqual(screens.problems, []));
});
