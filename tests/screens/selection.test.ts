import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import { maxSelected } from '#features/files/files.rules.ts';
import { insertFiles } from '#features/files/server/files.queries.ts';
import { violationsEverywhere } from '#tests/axe.ts';
import { stylesOf, useScreens } from '#tests/browser.ts';
import { asAdmin, makeFileType, makeTeam, makeUser, signedIn, upload } from '#tests/make.ts';
import { profileOf } from '#tests/signed-in.ts';
import { randomName } from '#tests/test-app.ts';

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const letters = 'abcdefghijkl'.split('');

test('a selection of files', async (t) => {
  const screens = useScreens();
  let page!: Page;
  let harbour!: number;
  let magda!: { email: string };
  let ulf!: { email: string };

  const boxes = (on: Page = page) => on.getByRole('checkbox', { name: /^Select .+\.txt$/ });
  const box = (name: string, on: Page = page) => on.getByRole('checkbox', { name: `Select ${name}`, exact: true });
  const row = (name: string, on: Page = page) =>
    on
      .getByRole('main')
      .getByRole('listitem')
      .filter({ has: on.getByText(name, { exact: true }) });
  const bar = (on: Page = page) => on.getByRole('region', { name: 'Selected files' });
  const says = (text: string, on: Page = page) => bar(on).getByText(text, { exact: true }).waitFor();
  const isGone = (on: Page = page) => bar(on).waitFor({ state: 'detached' });
  const toast = (text: string, on: Page = page) => on.getByRole('status').getByText(text, { exact: true }).waitFor();
  const selected = async () => {
    const named = await page.getByRole('checkbox', { name: /\.txt$/, checked: true }).all();
    const names = await Promise.all(named.map((one) => one.getAttribute('aria-label')));
    return names.map((name) => String(name).replace(/^Select (.*)\.txt$/, '$1')).join('');
  };
  const becomes = (context: TestContext, read: () => unknown, expected: unknown) =>
    context.waitFor(async () => assert.deepEqual(await read(), expected), { interval: 40, timeout: 60_000 });
  const loaded = (on: Page) => on.getByRole('link', { name: 'View' }).first().waitFor();
  const start = async (address = '/files', on: Page = page) => {
    await on.goto(address);
    await loaded(on);
  };
  const open = async (who: { email: string }, options = {}) => {
    const one = await screens.open('/files', { ...(await profileOf(screens.test, who.email)), ...options });
    await loaded(one);
    return one;
  };
  /** Whether a row's checkbox is drawn; it is there for the keyboard and the screen reader all the time. */
  const isDrawn = (name: string) =>
    page.evaluate(
      `getComputedStyle(document.querySelector('[aria-label="Select ${name}"]'), '::before').content !== 'none'`,
    );
  const received = async () =>
    (await page.getByRole('main').getByRole('status').allInnerTexts()).filter((text) => text !== '');
  const focusedName = () => page.evaluate('document.activeElement.getAttribute("aria-label")');
  const isSideways = 'document.documentElement.scrollWidth > document.documentElement.clientWidth';

  await t.test('shows nothing of itself until a row is pointed at, then its checkbox', async (context) => {
    harbour = await makeTeam(screens.test, 'Harbour');
    await makeTeam(screens.test, 'Quiet Quay');
    const invoice = await makeFileType(screens.test, 'Invoice');
    magda = await makeUser(screens.test, { role: 2, team: harbour, name: 'Magda Keel' });
    ulf = await makeUser(screens.test, { role: 3, team: harbour });
    const own = await signedIn(screens.test, magda.email);
    const named = (names: string[]) => names.map((name) => ({ name: `${name}.txt`, bytes: 'x'.repeat(1024) }));
    for (const one of named(letters).toReversed()) await upload(own, 1, one);
    await upload(own, invoice, ...named(['y', 'z']));
    page = await screens.open('about:blank', await profileOf(screens.test, magda.email));
    await start();

    assert.deepEqual([await boxes().count(), await isDrawn('a.txt')], [7, false]);
    assert.equal(await bar().count(), 0);
    assert.deepEqual(await received(), []);
    await row('a.txt').hover();
    await becomes(context, () => isDrawn('a.txt'), true);
    assert.equal(await isDrawn('b.txt'), false);
    await box('a.txt').click();
    await becomes(context, () => isDrawn('b.txt'), true);
  });

  await t.test('is counted and summed, for the eye and for the screen reader', async (context) => {
    await says('1 file selected, 1.00 KB');
    await becomes(context, received, ['1 file selected, 1.00 KB']);
    await box('c.txt').check();
    await says('2 files selected, 2.00 KB');
    await becomes(context, received, ['2 files selected, 2.00 KB']);
    await box('a.txt').uncheck();
    await becomes(context, received, ['1 file selected, 1.00 KB']);
    assert.equal(await selected(), 'c');
  });

  await t.test('takes a range with shift, up or down, on or off, within a group', async (context) => {
    await box('e.txt').click({ modifiers: ['Shift'] });
    await becomes(context, selected, 'abcde');
    await box('d.txt').click();
    await box('b.txt').click({ modifiers: ['Shift'] });
    await becomes(context, selected, 'ae');
  });

  await t.test('is cleared by Escape and by its button, and the focus stays where it is of use', async (context) => {
    await box('e.txt').focus();
    await page.keyboard.press('Escape');
    await isGone();
    assert.equal(await selected(), '');
    assert.equal(await focusedName(), 'Select e.txt');
    await becomes(context, received, ['No files selected']);
    await box('b.txt').check();
    await bar().getByRole('button', { name: 'Clear selection' }).press('Enter');
    await isGone();
    await becomes(context, focusedName, 'Select b.txt');
  });

  await t.test(
    'is made by keyboard: Space selects, the arrows go from row to row, with shift they select',
    async (context) => {
      await box('a.txt').focus();
      assert.equal(await isDrawn('a.txt'), true, 'what has the focus shows');
      await page.keyboard.press('Space');
      await page.keyboard.press('Shift+ArrowDown');
      await page.keyboard.press('Shift+ArrowDown');
      await becomes(context, selected, 'abc');
      await page.keyboard.press('ArrowDown');
      assert.equal(await focusedName(), 'Select d.txt');
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('Space');
      await becomes(context, selected, 'ac');
      // Every checkbox is also a stop of its own, after the actions of its row.
      await row('b.txt').getByRole('button', { name: 'Details' }).focus();
      await page.keyboard.press('Tab');
      assert.equal(await focusedName(), 'Select b.txt');
      await page.keyboard.press('Escape');
      await isGone();
    },
  );

  await t.test('takes all that a group shows, and survives showing more', async (context) => {
    await box('b.txt').check();
    const all = page.getByRole('checkbox', { name: 'Select all 5 shown in Document' });
    assert.equal(await page.evaluate('document.querySelector("section input").indeterminate'), true);
    await all.check();
    await says('5 files selected, 5.00 KB');
    await page.getByRole('button', { name: 'Show 5 more files (7 remaining)' }).click();
    await box('j.txt').waitFor();
    await says('5 files selected, 5.00 KB');
    assert.equal(await selected(), 'abcde');
    const ten = page.getByRole('checkbox', { name: 'Select all 10 shown in Document' });
    assert.equal(await ten.isChecked(), false);
    await ten.check();
    await says('10 files selected, 10.00 KB');
    await ten.uncheck();
    await isGone();
    await becomes(context, selected, '');
  });

  await t.test('offers a group’s checkbox to the pointer before anything is selected', async () => {
    await page.getByRole('heading', { name: /^Invoice/ }).hover();
    await page.getByRole('checkbox', { name: 'Select all 2 shown in Invoice' }).check();
    await says('2 files selected, 2.00 KB');
    await page.keyboard.press('Escape');
    await isGone();
  });

  await t.test('is dropped when the filters, the search or the grouping change', async () => {
    await box('a.txt').check();
    await page.getByRole('radiogroup', { name: 'Group by' }).getByText('Teams', { exact: true }).click();
    await isGone();
    await page.getByRole('heading', { name: /^Harbour/ }).waitFor();
    await box('a.txt').check();
    await says('1 file selected, 1.00 KB');
    await page.getByRole('searchbox').fill('a.txt');
    await page.getByText('Showing 1 of 14 files across 1 teams').waitFor();
    await isGone();
  });

  await t.test('Escape in the search or in a dialog is none of its business', async () => {
    await start();
    await box('a.txt').check();
    await page.getByRole('searchbox').press('Escape');
    await row('a.txt').getByRole('button', { name: 'Details' }).click();
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await says('1 file selected, 1.00 KB');
  });

  await t.test('is downloaded as one archive', async () => {
    await box('z.txt').check();
    await says('2 files selected, 2.00 KB');
    const download = page.waitForEvent('download');
    await bar().getByRole('link', { name: 'Download as ZIP' }).click();
    const saved = await download;
    assert.match(saved.suggestedFilename(), /^Stowage \d{4}-\d\d-\d\d\.zip$/);
    const bytes = (await readFile(await saved.path())).toString('latin1');
    assert.ok(bytes.startsWith('PK') && bytes.includes('a.txt') && bytes.includes('z.txt'));
    await says('2 files selected, 2.00 KB');
  });

  await t.test('is accessible in light and dark, on a desk and on a phone', async () => {
    for (const width of [1440, 360]) {
      await page.setViewportSize({ width, height: 900 });
      // At the end of the page the bar covers nothing.
      await page.evaluate('window.scrollTo(0, document.documentElement.scrollHeight)');
      assert.deepEqual(await violationsEverywhere(page, [width]), []);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await t.test('gets another type', async (context) => {
    await bar().getByRole('button', { name: 'Change type' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change the type of 2 files' });
    const apply = dialog.getByRole('button', { name: 'Change type' });
    assert.equal(await apply.isDisabled(), true);
    await dialog.getByRole('option', { name: 'Invoice' }).waitFor({ state: 'attached' });
    assert.deepEqual(await dialog.getByRole('option').allInnerTexts(), ['Choose a file type', 'Document', 'Invoice']);
    assert.deepEqual(await violationsEverywhere(page, [1440, 360]), []);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await says('2 files selected, 2.00 KB');
    await bar().getByRole('button', { name: 'Change type' }).click();
    await dialog.getByLabel('New file type').selectOption('Invoice');
    await apply.click();
    await toast('1 file changed to Invoice');
    await dialog.waitFor({ state: 'hidden' });
    await isGone();
    await page.getByRole('heading', { name: 'Invoice 3 files' }).waitFor();
    await row('a.txt').getByText('Invoice').waitFor();
    await becomes(context, () => page.evaluate('document.activeElement.innerText'), 'Files & Documents');
  });

  await t.test('that is of the type already stays as it is, which is said', async () => {
    await box('z.txt').check();
    await bar().getByRole('button', { name: 'Change type' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change the type of 1 file' });
    await dialog.getByLabel('New file type').selectOption('Invoice');
    await dialog.getByRole('button', { name: 'Change type' }).click();
    await toast('Nothing changed: the type was Invoice already');
  });

  await t.test('is moved to a team whose files one sees', async () => {
    await start();
    await box('b.txt').check();
    await box('c.txt').check();
    await bar().getByRole('button', { name: 'Move to team' }).click();
    const dialog = page.getByRole('dialog', { name: 'Move 2 files to another team' });
    await dialog.getByRole('option', { name: 'Harbour' }).waitFor({ state: 'attached' });
    assert.deepEqual(await dialog.getByRole('option').allInnerTexts(), ['Choose a team', 'Harbour']);
    await page.keyboard.press('Escape');

    const asAdministrator = await screens.open('/files', await profileOf(screens.test, 'admin@example.com'));
    await loaded(asAdministrator);
    await box('b.txt', asAdministrator).check();
    await box('c.txt', asAdministrator).check();
    await bar(asAdministrator).getByRole('button', { name: 'Move to team' }).click();
    const all = asAdministrator.getByRole('dialog', { name: 'Move 2 files to another team' });
    await all.getByLabel('New team').selectOption('Quiet Quay');
    await all.getByRole('button', { name: 'Move to team' }).click();
    await toast('2 files moved to Quiet Quay', asAdministrator);
    await isGone(asAdministrator);
    await row('b.txt', asAdministrator).getByText('Quiet Quay').waitFor();
  });

  await t.test('what has gone meanwhile is refused as a whole, and the selection stays', async () => {
    const { db } = screens.test.ctx;
    const file = await db.selectFrom('files').select('id').where('filename', '=', 'd.txt').executeTakeFirstOrThrow();
    await start();
    await box('d.txt').check();
    await box('e.txt').check();
    const admin = await asAdmin(screens.test);
    assert.equal((await admin.send({ method: 'DELETE', url: `/api/files/${file.id}` })).statusCode, 204);
    await bar().getByRole('button', { name: 'Delete' }).click();
    await page
      .getByRole('dialog')
      .getByText('Are you sure you want to delete these 2 files?', { exact: true })
      .waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    const alert = page.getByRole('alert').filter({ hasText: 'Failed to delete files' });
    await alert.getByText(/^Some of these files do not exist any more/).waitFor();
    await says('2 files selected, 2.00 KB');
  });

  await t.test('is deleted after one question', async () => {
    await start();
    await box('e.txt').check();
    await bar().getByRole('button', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Are you sure you want to delete this file?', { exact: true }).waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await says('1 file selected, 1.00 KB');
    await box('f.txt').check();
    await box('g.txt').check();
    await bar().getByRole('button', { name: 'Delete' }).click();
    await dialog.getByText('Are you sure you want to delete these 3 files?', { exact: true }).waitFor();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await toast('3 files deleted successfully');
    await isGone();
    for (const name of ['e.txt', 'f.txt', 'g.txt']) await row(name).waitFor({ state: 'detached' });

    await box('h.txt').check();
    await bar().getByRole('button', { name: 'Delete' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await toast('File deleted successfully');
    await row('h.txt').waitFor({ state: 'detached' });
  });

  await t.test('loses a file that is deleted by its own row', async () => {
    await start();
    await box('i.txt').check();
    await box('j.txt').check();
    await row('i.txt').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await row('i.txt').waitFor({ state: 'detached' });
    await says('1 file selected, 1.00 KB');
  });

  await t.test('of an ordinary user can be downloaded, and nothing else', async () => {
    const own = await open(ulf);
    await box('j.txt', own).check();
    await bar(own).getByRole('link', { name: 'Download as ZIP' }).waitFor();
    assert.equal(await bar(own).getByRole('button').count(), 1, 'only the one that clears it');
  });

  await t.test('on a phone begins with a button; then a tap anywhere on a row selects it', async () => {
    const small = await open(magda, phone);
    const select = small.getByRole('button', { name: 'Select', exact: true });
    await row('j.txt', small).getByRole('button', { name: 'Edit' }).waitFor();
    await select.tap();
    await says('Tap files to select them', small);
    assert.equal(await select.getAttribute('aria-pressed'), 'true');
    await row('j.txt', small).getByRole('button', { name: 'Edit' }).waitFor({ state: 'hidden' });
    const at = await row('j.txt', small).boundingBox();
    await row('j.txt', small).tap({ position: { x: Number(at?.width) - 30, y: 20 } });
    await says('1 file selected, 1.00 KB', small);
    const [background] = await stylesOf(box('j.txt', small), ['background-color']);
    assert.equal(background, 'rgba(0, 0, 0, 0)', 'the box leaves the text of its row visible');
    assert.equal(small.context().pages().length, 1, 'no file was opened');
    for (const action of await bar(small).getByRole('button').all()) {
      const size = await action.boundingBox();
      assert.ok(size && size.x >= 0 && size.x + size.width <= 360 && size.height >= 24);
    }
    assert.equal(await small.evaluate(isSideways), false);
    assert.deepEqual(await violationsEverywhere(small, [360], 3_000), []);
    await row('j.txt', small).tap({ position: { x: 60, y: 20 } });
    await says('Tap files to select them', small);
    await bar(small).getByRole('button', { name: 'Clear selection' }).tap();
    await isGone(small);
    await row('j.txt', small).getByRole('button', { name: 'Edit' }).waitFor();
  });

  await t.test('of more than 500 files is too large, which is said', async (context) => {
    const { db } = screens.test.ctx;
    const type = await makeFileType(screens.test, 'Many');
    const uploaded_at = screens.test.now().toISOString();
    const many = Array.from({ length: maxSelected + 1 }, (_, index) => ({
      filename: `many ${index}.txt`,
      filepath: randomName(),
      file_type_id: type,
      team_id: harbour,
      user_id: 1,
      size: 1,
      sha256: '',
      media_type: 'text/plain',
      blob_key: randomName(),
      uploaded_at,
    }));
    await db.transaction().execute((tx) => insertFiles(tx, many));
    await start(`/files?type=${type}`);
    // More than a hundred clicks are made in the page, where each takes no longer than the page needs.

    await page.evaluate(`(async () => {
      const rows = () => document.querySelectorAll('main li').length;
      while (rows() < ${many.length}) {
        [...document.querySelectorAll('main section button')].find((one) => one.innerText.includes('more files'))?.click();
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    })()`);

    await page.getByRole('heading', { name: /^Many/ }).hover();
    await page.getByRole('checkbox', { name: 'Select all 501 shown in Many' }).check();
    await bar().getByRole('alert').getByText('Select at most 500 files at a time.').waitFor();
    for (const name of ['Download as ZIP', 'Change type', 'Move to team', 'Delete'])
      assert.equal(await bar().getByRole('button', { name, exact: true }).isDisabled(), true, name);
    await box('many 7.txt').uncheck();
    await says('500 files selected, 500 Bytes');
    const href = await bar().getByRole('link', { name: 'Download as ZIP' }).getAttribute('href');
    assert.equal(String(href).split(',').length, 500);
    await bar().getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await toast('500 files deleted successfully');
    await becomes(context, () => boxes().count(), 1);
  });

  await t.test('no page had an error', () => assert.deepEqual(screens.problems, []));
});
