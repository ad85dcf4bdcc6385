import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { until, useScreens } from '#tests/browser.ts';
import { enterContainer } from '#tests/containers.ts';
import { long } from '#tests/long.ts';
import { asAdmin, makeFileType, upload } from '#tests/make.ts';

describe('after an action', () => {
  const screens = useScreens();

  const open = async (path: string) => screens.visit(path);
  const focused = (page: Page, expression: string) =>
    until(page, `document.activeElement?.matches(${JSON.stringify(expression)})`);
  /** Moves the pointer to the toast, so that it stays. */
  const keepToast = (page: Page) => page.getByRole('button', { name: 'Undo' }).hover();
  const undo = (page: Page) => page.getByRole('button', { name: 'Undo' }).click();

  test('a deleted file moves the focus to its neighbour, and Undo restores it', long, async () => {
    const admin = await asAdmin(screens.test);
    const type = await makeFileType(screens.test, 'Deletions');
    await upload(admin, type, { name: 'first.txt' }, { name: 'second.txt' }, { name: 'third.txt' });
    const page = await open('/files?q=.txt');
    const row = (name: string) => page.locator('[data-file-row]').filter({ hasText: name });
    await row('second.txt').getByRole('button', { name: 'Delete' }).click();
    const question = page.getByRole('dialog', { name: 'Delete "second.txt"?' });
    await question.getByText('Are you sure you want to delete this file?', { exact: true }).waitFor();
    await question.getByText('It goes to the trash and can be restored for 30 days.').waitFor();
    await question.getByRole('button', { name: 'Delete' }).click();
    await keepToast(page);
    await row('second.txt').waitFor({ state: 'detached' });
    await focused(page, '[aria-label="Preview first.txt"], [aria-label="Preview third.txt"]');
    const restored = page.getByText('"second.txt" was restored').waitFor();
    await undo(page);
    await row('second.txt').waitFor();
    await focused(page, '[aria-label="Preview second.txt"]');
    await restored;

    for (const name of ['first.txt', 'third.txt']) await row(name).getByRole('checkbox').check({ force: true });
    await page.getByRole('region', { name: 'Selected files' }).getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog', { name: 'Delete 2 files?' }).getByRole('button', { name: 'Delete' }).click();
    await keepToast(page);
    await row('first.txt').waitFor({ state: 'detached' });
    await focused(page, 'h1');
    await undo(page);
    await row('first.txt').waitFor();
    await row('third.txt').waitFor();
    await focused(page, 'h1');
    assert.deepEqual(screens.problems, []);
  });

  test('the deletion of a container can be undone from the toast', async () => {
    await enterContainer(await asAdmin(screens.test), { name: 'Taken back', number: 'PO-BACK' });
    const page = await open('/container-status');
    const card = page.getByRole('listitem').filter({ hasText: 'Taken back' });
    await card.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog', { name: 'Delete "Taken back"?' }).getByRole('button', { name: 'Delete' }).click();
    await keepToast(page);
    await card.waitFor({ state: 'detached' });
    await undo(page);
    await card.waitFor();
    await focused(page, 'h1');
  });

  test('files dropped on any page with a list open the upload page with them', long, async () => {
    const drop = (page: Page, name: string) =>
      page.evaluate(`{
      const brought = new DataTransfer();
      brought.items.add(new File(['x'], ${JSON.stringify(name)}));
      const drag = (type) => document.querySelector('main').dispatchEvent(
        new DragEvent(type, { dataTransfer: brought, bubbles: true, cancelable: true }));
      drag('dragover');
      drag('drop');
    }`);
    for (const path of ['/files', '/trash', '/dashboard']) {
      const page = await open(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await drop(page, `dropped on ${path.slice(1)}.txt`);
      await page.waitForURL('**/uploadPage');
      await page.getByText(`dropped on ${path.slice(1)}.txt`).waitFor();
      await page.reload();
      await page.getByText('No files selected yet').waitFor();
    }
    assert.deepEqual(screens.problems, []);
  });

  test('on a phone a bar shows the chosen files and uploads them', async () => {
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
    // The only type would be chosen already.
    await makeFileType(screens.test, 'Letter');
    const page = await screens.visit('/uploadPage', 'admin@example.com', phone);
    await page.getByText('Tap to choose files').waitFor();
    await page.getByRole('radio').first().waitFor();
    const chosen = ['one.txt', 'two.txt'].map((name) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(name) }));
    await page.getByLabel('Select Files').setInputFiles(chosen);
    const bar = page.getByRole('button', { name: '2 files · Upload' });
    // Both buttons need a type, so without one the bar has no button that the list does not have.
    const missing = page.getByText('2 files · No type selected yet');
    await missing.waitFor();
    const words = await missing.boundingBox();
    assert.ok(words && words.y + words.height <= 844, 'in view without scrolling');
    assert.equal(await bar.count(), 0);
    assert.equal(await page.getByRole('button', { name: 'Upload 2 File(s)' }).isDisabled(), true);
    await page.getByRole('radio').first().check({ force: true });
    await bar.waitFor();
    const box = await bar.boundingBox();
    assert.ok(box && box.y + box.height <= 844, 'in view without scrolling');
    assert.equal(await page.getByRole('button', { name: 'Upload 2 File(s)' }).isEnabled(), true);
    await bar.click();
    await page.getByText('Files uploaded successfully!').waitFor();
    await bar.waitFor({ state: 'detached' });
    assert.deepEqual(screens.problems, []);
  });
});
