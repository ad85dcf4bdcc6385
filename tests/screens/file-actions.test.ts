import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { filesContract } from '#features/files/core/files.contract.ts';
import type { File } from '#features/files/core/files.contract.ts';
import { versionsContract } from '#features/files/core/versions.contract.ts';
import { becomes, hold, makeOpaque, useScreens } from '#tests/browser.ts';
import { addFile, fillFilesWorld, groupNames, isLoaded, rowOf } from '#tests/files-page.ts';
import { long } from '#tests/long.ts';
import { asAdmin, upload } from '#tests/make.ts';

/** Returns whether neither the element nor an element around it is transparent. */
const isOpaque = (locator: Locator) =>
  locator.evaluate((node) =>
    (node as unknown as { checkVisibility: (also: object) => boolean }).checkVisibility({ opacityProperty: true }),
  );

describe('the actions on a file of the files page', () => {
  const screens = useScreens({}, fillFilesWorld);
  // Each test begins with a page of its own.
  let page!: Page;

  /** Opens the page of a test, as the administrator. */
  const start = async (address = '/files') => {
    page = await screens.visit(address);
    await isLoaded(page);
  };
  const row = (name: string) => rowOf(page, name);

  test('View opens a new tab and Download is a download, both by the stored path', async () => {
    const [file] = await upload(await asAdmin(screens.test), screens.world.invoice, {
      name: 'fresh.txt',
      bytes: 'fresh',
    });
    await start('/files?q=fresh');
    const view = row('fresh.txt').getByRole('link', { name: 'View' });
    assert.equal(await view.getAttribute('target'), '_blank');
    assert.equal(await view.getAttribute('href'), `/storage/${file?.filepath}`);
    const tab = page.context().waitForEvent('page');
    await view.click();
    await (await tab).getByText('fresh').waitFor();
    await (await tab).close();
    const download = page.waitForEvent('download');
    await row('fresh.txt').getByRole('link', { name: 'Download' }).click();
    assert.equal((await download).suggestedFilename(), 'fresh.txt');
  });

  test('Save without a change keeps a name that another user has given the file meanwhile', async () => {
    const admin = await asAdmin(screens.test);
    const [file] = (await upload(admin, screens.world.invoice, { name: 'shown name.txt' })) as [File];
    await start('/files?q=name.txt');
    await row('shown name.txt').getByRole('button', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('New filename').waitFor();
    const renamed = { id: file.id, _method: 'PUT', filename: 'their name.txt' } as const;
    assert.equal((await admin.call(filesContract.update, renamed)).status, 200);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await row('their name.txt').getByRole('button', { name: 'Edit' }).click();
    const again = { ...renamed, filename: 'third name.txt' };
    assert.equal((await admin.call(filesContract.update, again)).status, 200);
    await dialog.getByLabel('New filename').fill('my name.txt');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Another user has just renamed this file to "third name.txt".').waitFor();
  });

  test('the edit dialog begins with the current name; Cancel changes nothing, Save renames', async () => {
    await addFile(screens.world, 'hoist.jpg');
    await start('/files?q=.jpg');
    await row('hoist.jpg').getByRole('button', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog');
    const field = dialog.getByLabel('New filename');
    assert.equal(await field.inputValue(), 'hoist.jpg');
    await field.fill('never');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'hidden' });
    assert.equal(await row('never').count(), 0);

    await row('hoist.jpg').getByRole('button', { name: 'Edit' }).click();
    assert.equal(await field.inputValue(), 'hoist.jpg');
    await field.fill('derrick.jpg');
    await field.press('Enter');
    await page.getByText('File updated successfully', { exact: true }).waitFor();
    await dialog.waitFor({ state: 'hidden' });
    await row('derrick.jpg').waitFor();
    assert.equal(await row('hoist.jpg').count(), 0);
  });

  test('the buttons of a row end with the name of its file', async () => {
    await addFile(screens.world, 'one of many.pdf');
    await start('/files?q=of+many');
    for (const action of ['View', 'Download'])
      await row('one of many.pdf')
        .getByRole('link', { name: `${action} one of many.pdf`, exact: true })
        .waitFor();
    for (const action of ['Edit', 'Delete', 'Details'])
      await row('one of many.pdf')
        .getByRole('button', { name: `${action} one of many.pdf`, exact: true })
        .waitFor();
  });

  test('the actions of a row appear under the pointer and with the focus', async (context) => {
    await start();
    await page.evaluate(makeOpaque);
    const [first, second] = [page.locator('[data-row-id]').nth(0), page.locator('[data-row-id]').nth(1)];
    const shown = () =>
      Promise.all([first, second].map((one) => isOpaque(one.getByRole('button', { name: 'Delete' }))));
    await page.mouse.move(700, 5);
    await becomes(context, shown, [false, false]);
    await second.hover();
    await becomes(context, shown, [false, true]);
    await first.getByRole('button', { name: /^Preview / }).focus();
    await page.mouse.move(700, 5);
    await becomes(context, shown, [true, false]);
  });

  for (const width of [390, 600, 768, 861, 960, 1024, 1099, 1180, 1280, 1440, 1920])
    test(`the actions of a row cover none of its facts at ${width} px`, async (context) => {
      page = await screens.visit('/files', undefined, { viewport: { width, height: 900 } });
      await isLoaded(page);
      await page.evaluate(makeOpaque);
      const one = page.locator('[data-row-id]').first();
      await one.hover();
      const action = one.getByRole('button', { name: 'Delete' });
      await becomes(context, () => isOpaque(action), true);
      const facts = await one.locator('[data-area]').all();
      assert.ok(facts.length >= 4, `${facts.length} facts`);
      for (const fact of facts) {
        assert.equal(await isOpaque(fact), true);
        const [box, tools] = [await fact.boundingBox(), await action.locator('xpath=..').boundingBox()];
        assert.ok(box && tools && box.width > 20);
        const isBeside = box.x + box.width <= tools.x + 1;
        // The line below overlaps the free margin of the buttons, but none of their icons.
        const isBelow = box.y >= tools.y + tools.height - 4;
        assert.ok(
          isBeside || isBelow || box.y + box.height <= tools.y + 1,
          `${await fact.innerText()} at ${JSON.stringify(box)}, the actions at ${JSON.stringify(tools)}`,
        );
      }
    });

  test('a toast appears at the top right and closes after three seconds', async () => {
    await addFile(screens.world, 'toasted.jpg');
    await start('/files?q=toasted');
    // The page records the times itself, because this process may learn of them late. It begins with the click, because an
    // observer learns of the toast after the task that has started its timer.
    await page.evaluate(`document.addEventListener('click', () => (window.clickedAt = performance.now()), true);
      new MutationObserver(() => {
        const isShown = document.body.textContent.includes('File updated successfully');
        if (isShown) window.wasShown = true;
        else if (window.wasShown) window.goneAt ??= performance.now();
      }).observe(document.body, { childList: true, subtree: true, characterData: true })`);
    await row('toasted.jpg').getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    const toast = page.getByRole('status').filter({ hasText: 'File updated successfully' });
    await toast.waitFor();
    const box = await toast.boundingBox();
    assert.ok(box && box.x > 900 && box.x + box.width <= 1440 && box.y < 200, JSON.stringify(box));
    await toast.waitFor({ state: 'detached' });
    const shownMs = (await page.evaluate('goneAt - clickedAt')) as number;
    assert.ok(shownMs >= 2_990, `${shownMs} ms`);
  });

  test('a blank name becomes Unnamed File', long, async () => {
    await addFile(screens.world, 'nameless.jpg');
    await start('/files?q=nameless');
    await row('nameless.jpg').getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('New filename').fill('   ');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByText('File updated successfully', { exact: true }).waitFor();
    await start('/files?q=unnamed');
    await row('Unnamed File').first().waitFor();
  });

  test('a failed update shows the reason, and the dialog keeps the typed name', async () => {
    await addFile(screens.world, 'old list.doc');
    await start('/files?q=.doc');
    await page.route('**/api/files/*?_method=PUT', (route) =>
      route.fulfill({ status: 409, json: { message: 'Somebody was faster.' } }),
    );
    await row('old list.doc').getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('New filename').fill('new list.doc');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').filter({ hasText: 'Update failed' }).getByText('Somebody was faster.').waitFor();
    assert.equal(await page.getByLabel('New filename').inputValue(), 'new list.doc');
    await page.unroute('**/api/files/*?_method=PUT');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await row('new list.doc').waitFor();
  });

  test('the edit dialog warns about a replacement of another type, and the replacement can be removed', async () => {
    await start();
    await row('yesterday.txt').getByRole('button', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog');
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'scan.png', mimeType: 'image/png', buffer: Buffer.from('x') });
    await dialog.getByText('The name ends in .txt, but the file you chose is .png.').waitFor();
    await dialog.getByRole('button', { name: 'Remove the replacement file' }).click();
    await dialog.getByText('but the file you chose is').waitFor({ state: 'detached' });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'hidden' });
  });

  test('a replacement leaves the name that another user has given the file meanwhile', async () => {
    const admin = await asAdmin(screens.test);
    const [{ id }] = (await upload(admin, 1, { name: 'old.txt', bytes: 'old' })) as [File];
    await start('/files?q=old.txt');
    await row('old.txt').getByRole('button', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog');
    const renamed = await admin.call(filesContract.update, { id, _method: 'PUT', filename: 'renamed.txt' });
    assert.equal(renamed.status, 200);
    const content = { name: 'new.txt', mimeType: 'text/plain', buffer: Buffer.from('new') };
    await dialog.locator('input[type=file]').setInputFiles(content);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'hidden' });
    const { filename, size } = (await admin.call(versionsContract.details, { id })).body;
    assert.deepEqual([filename, size], ['renamed.txt', 3]);
  });

  test('Undo restores the file of its own toast, also if two files are deleted at once', long, async () => {
    const admin = await asAdmin(screens.test);
    const [one, other] = (await upload(admin, 1, { name: 'twin a.txt' }, { name: 'twin b.txt' })) as [File, File];
    await start('/files?q=twin');
    const remove = async (name: string) => {
      await row(name).getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
    };
    const answer = await hold(page, `**/api/files/${one.id}`);
    await remove('twin a.txt');
    const sent = page.waitForResponse(`**/api/files/${other.id}`);
    await remove('twin b.txt');
    await sent;
    await row('twin b.txt').waitFor({ state: 'detached' });
    answer();
    await row('twin a.txt').waitFor({ state: 'detached' });
    const undo = page.getByRole('status').getByRole('button', { name: 'Undo' });
    await undo.first().click();
    await undo.first().click();
    await row('twin a.txt').waitFor();
    await row('twin b.txt').waitFor();
  });

  test('deleting asks for confirmation, reports the result and updates the counts', async (context) => {
    await addFile(screens.world, 'old waybill.doc');
    await start('/files?q=waybill');
    const cards = () => page.getByRole('main').innerText();
    const total = async () => Number(/Total Files\s+(\d+)/.exec(await cards())?.[1]);
    const before = await total();
    // The search of texts answers after that of names.
    await becomes(context, () => groupNames(page), ['Invoice 1 file']);
    const last = row('old waybill.doc');
    await last.getByRole('button', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Are you sure you want to delete this file?', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });

    await page.route('**/api/files/*', (route) =>
      route.request().method() === 'DELETE' ? route.fulfill({ status: 500, body: '' }) : route.continue(),
    );
    await last.getByRole('button', { name: 'Delete' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Failed to delete file', { exact: true }).waitFor();
    await last.waitFor();
    await page.unroute('**/api/files/*');

    await last.getByRole('button', { name: 'Delete' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('File deleted successfully', { exact: true }).waitFor();
    await last.waitFor({ state: 'detached' });
    await becomes(context, total, before - 1);
    await becomes(context, () => groupNames(page), []);
  });

  test('no page reported an error', () => assert.deepEqual(screens.problems, []));
});
