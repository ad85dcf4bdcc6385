import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { containerFilesContract } from '#features/container-files/container-files.contract.ts';
import { maxSelected } from '#features/files/core/files.rules.ts';
import { insertFiles } from '#features/files/server/core/files.queries.ts';
import { violationsEverywhere } from '#tests/axe.ts';
import { becomes, hold, stylesOf, useScreens } from '#tests/browser.ts';
import { enterContainer } from '#tests/containers.ts';
import { long } from '#tests/long.ts';
import { asAdmin, blobKeyOf, makeFileType, makeTeam, makeUser, signedIn, upload } from '#tests/make.ts';
import { storedIn } from '#tests/storage.ts';
import { randomName } from '#tests/test-app.ts';

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

describe('a selection of files', () => {
  const screens = useScreens({}, async (product) => ({ invoice: await makeFileType(product, 'Invoice') }));

  /** A manager of a new team, whose files of 1 KB have the type 'Document', in this order on screen, or 'Invoice'. */
  async function makeManager(documents: string, invoices = '') {
    const team = await makeTeam(screens.test, `Harbour ${randomName()}`);
    const { email } = await makeUser(screens.test, { role: 2, team, name: 'Magda Keel' });
    const visitor = await signedIn(screens.test, email);
    const named = (letters: string) =>
      letters.split('').map((name) => ({ name: `${name}.txt`, bytes: 'x'.repeat(1024) }));
    if (documents !== '') await upload(visitor, 1, ...named(documents).toReversed());
    if (invoices !== '') await upload(visitor, screens.world.invoice, ...named(invoices));
    return { team, email };
  }

  const loaded = (page: Page) => page.getByRole('link', { name: 'View' }).first().waitFor();
  async function open(
    email: string,
    { address = '/files', ...options }: BrowserContextOptions & { address?: string } = {},
  ) {
    const page = await screens.visit(address, email, options);
    await loaded(page);
    return page;
  }
  /** The files page of a new manager with these files. */
  const openWith = async (documents: string, invoices = '') => open((await makeManager(documents, invoices)).email);

  const boxes = (page: Page) => page.getByRole('checkbox', { name: /^Select .+\.txt$/ });
  const box = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select ${name}.txt`, exact: true });
  const row = (page: Page, name: string) =>
    page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ has: page.getByText(`${name}.txt`, { exact: true }) });
  const bar = (page: Page) => page.getByRole('region', { name: 'Selected files' });
  const act = (page: Page, name: string) => bar(page).getByRole('button', { name, exact: true });
  const dialogOf = (page: Page, name?: string) => page.getByRole('dialog', name === undefined ? {} : { name });
  const says = (page: Page, text: string) => bar(page).getByText(text, { exact: true }).waitFor();
  const isGone = (page: Page) => bar(page).waitFor({ state: 'detached' });
  const toast = (page: Page, text: string) => page.getByRole('status').getByText(text, { exact: true }).waitFor();
  const select = async (page: Page, names: string) => {
    for (const name of names) await box(page, name).check();
  };
  /** The selected files, one letter each. */
  const selected = async (page: Page) => {
    const named = await page.getByRole('checkbox', { name: /\.txt$/, checked: true }).all();
    const names = await Promise.all(named.map((one) => one.getAttribute('aria-label')));
    return names.map((name) => String(name).replace(/^Select (.*)\.txt$/, '$1')).join('');
  };
  /** Whether a row's checkbox is drawn. It is there for the keyboard and the screen reader all the time. */
  const isDrawn = (page: Page, name: string) =>
    page.evaluate(
      `getComputedStyle(document.querySelector('[aria-label="Select ${name}.txt"]'), '::before').content !== 'none'`,
    );
  const announced = async (page: Page) =>
    (await page.getByRole('main').getByRole('status').allInnerTexts()).filter((text) => text !== '');
  const focusedName = (page: Page) => page.evaluate('document.activeElement.getAttribute("aria-label")');

  test('shows a checkbox only in the row under the pointer, until a file is selected', async (context) => {
    const page = await openWith('ab');
    assert.deepEqual([await boxes(page).count(), await isDrawn(page, 'a'), await bar(page).count()], [2, false, 0]);
    assert.deepEqual(await announced(page), []);
    await row(page, 'a').hover();
    await becomes(context, () => isDrawn(page, 'a'), true);
    assert.equal(await isDrawn(page, 'b'), false);
    await box(page, 'a').click();
    await becomes(context, () => isDrawn(page, 'b'), true);
  });

  test('is counted and summed on screen and for screen readers', async (context) => {
    const page = await openWith('abc');
    await select(page, 'a');
    await says(page, '1 file selected, 1.00 KB');
    await becomes(context, () => announced(page), ['1 file selected, 1.00 KB']);
    await select(page, 'c');
    await says(page, '2 files selected, 2.00 KB');
    await becomes(context, () => announced(page), ['2 files selected, 2.00 KB']);
    await box(page, 'a').uncheck();
    await becomes(context, () => announced(page), ['1 file selected, 1.00 KB']);
    assert.equal(await selected(page), 'c');
  });

  test('takes a range with shift, upwards and downwards, on and off', async (context) => {
    const page = await openWith('abcde');
    await select(page, 'c');
    await box(page, 'e').click({ modifiers: ['Shift'] });
    await becomes(context, () => selected(page), 'cde');
    await box(page, 'a').click({ modifiers: ['Shift'] });
    await becomes(context, () => selected(page), 'abcde');
    await box(page, 'd').click();
    await box(page, 'b').click({ modifiers: ['Shift'] });
    await becomes(context, () => selected(page), 'ae');
  });

  test('is cleared by Escape and by its button, and the focus stays at the file', async (context) => {
    const page = await openWith('abc');
    await select(page, 'ac');
    await box(page, 'c').focus();
    await page.keyboard.press('Escape');
    await isGone(page);
    assert.deepEqual([await selected(page), await focusedName(page)], ['', 'Select c.txt']);
    await becomes(context, () => announced(page), ['No files selected']);
    await select(page, 'b');
    await act(page, 'Clear selection').press('Enter');
    await isGone(page);
    await becomes(context, () => focusedName(page), 'Select b.txt');
  });

  test('is made by keyboard: Space selects, arrows move, arrows with shift select', async (context) => {
    const page = await openWith('abcd');
    await box(page, 'a').focus();
    assert.equal(await isDrawn(page, 'a'), true, 'the checkbox with the focus is drawn');
    await page.keyboard.press('Space');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    await becomes(context, () => selected(page), 'abc');
    await page.keyboard.press('ArrowDown');
    assert.equal(await focusedName(page), 'Select d.txt');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Space');
    await becomes(context, () => selected(page), 'ac');
    // Every checkbox is also a tab stop, after the actions of its row.
    await row(page, 'b').getByRole('button', { name: 'Details' }).focus();
    await page.keyboard.press('Tab');
    assert.equal(await focusedName(page), 'Select b.txt');
    await row(page, 'b').getByRole('button', { name: 'Details' }).focus();
    await page.keyboard.press('x');
    await becomes(context, () => selected(page), 'abc');
  });

  test('begins with the keys as soon as the page is open, but not while a field has the focus', async (context) => {
    const page = await openWith('abc');
    await page.keyboard.press('x');
    await becomes(context, () => selected(page), 'a');
    await page.keyboard.press('ArrowDown');
    assert.equal(await focusedName(page), 'Select b.txt');
    await page.getByRole('searchbox').focus();
    await page.keyboard.press('x');
    await page.keyboard.press('ArrowDown');
    assert.deepEqual([await page.getByRole('searchbox').inputValue(), await selected(page)], ['x', 'a']);

    const again = await openWith('abc');
    await again.keyboard.press('ArrowDown');
    await becomes(context, () => focusedName(again), 'Preview a.txt');
    await again.keyboard.press('ArrowDown');
    await again.keyboard.press('ArrowDown');
    assert.equal(await focusedName(again), 'Preview c.txt');
    await again.keyboard.press('ArrowUp');
    await again.keyboard.press('x');
    await becomes(context, () => selected(again), 'b');
  });

  test('takes all shown files of a group, and stays when more are shown', async (context) => {
    const page = await openWith('abcdefghijkl');
    await select(page, 'b');
    const all = page.getByRole('checkbox', { name: 'Select all 5 shown in Document' });
    assert.equal(await page.evaluate('document.querySelector("section input").indeterminate'), true);
    await all.check();
    await says(page, '5 files selected, 5.00 KB');
    await page.getByRole('button', { name: 'Show 5 more files (7 remaining)' }).click();
    await box(page, 'j').waitFor();
    assert.equal(await selected(page), 'abcde');
    const ten = page.getByRole('checkbox', { name: 'Select all 10 shown in Document' });
    assert.equal(await ten.isChecked(), false);
    await ten.check();
    await says(page, '10 files selected, 10.00 KB');
    await ten.uncheck();
    await isGone(page);
    await becomes(context, () => selected(page), '');
  });

  test('can begin with the checkbox of a group', async () => {
    const page = await openWith('a', 'yz');
    await page.getByRole('heading', { name: /^Invoice/ }).hover();
    await page.getByRole('checkbox', { name: 'Select all 2 shown in Invoice' }).check();
    await says(page, '2 files selected, 2.00 KB');
  });

  test('is dropped when the grouping or the search changes', async () => {
    const page = await openWith('abc');
    await select(page, 'a');
    await page.getByRole('radiogroup', { name: 'Group by' }).getByText('Teams', { exact: true }).click();
    await isGone(page);
    await page.getByRole('heading', { name: /^Harbour/ }).waitFor();
    await select(page, 'a');
    await page.getByRole('searchbox').fill('a.txt');
    await page.getByText('Showing 1 of 3 files across 1 teams').waitFor();
    await isGone(page);
  });

  test('stays when Escape is pressed in the search or in a dialog', async () => {
    const page = await openWith('a');
    await select(page, 'a');
    await page.getByRole('searchbox').press('Escape');
    await row(page, 'a').getByRole('button', { name: 'Details' }).click();
    await dialogOf(page).waitFor();
    await page.keyboard.press('Escape');
    await dialogOf(page).waitFor({ state: 'hidden' });
    await says(page, '1 file selected, 1.00 KB');
  });

  test('is downloaded as one archive', async () => {
    const page = await openWith('a', 'z');
    await select(page, 'az');
    const download = page.waitForEvent('download');
    await bar(page).getByRole('link', { name: 'Download as ZIP' }).click();
    const saved = await download;
    assert.match(saved.suggestedFilename(), /^Stowage \d{4}-\d\d-\d\d\.zip$/);
    const bytes = (await readFile(await saved.path())).toString('latin1');
    assert.ok(bytes.startsWith('PK') && bytes.includes('a.txt') && bytes.includes('z.txt'));
    await says(page, '2 files selected, 2.00 KB');
  });

  test('an archive is refused with the name of a file whose bytes are missing, and saved without it', async () => {
    const { email } = await makeManager('a');
    const visitor = await signedIn(screens.test, email);
    const [lost] = await upload(visitor, 1, { name: 'lost.txt', bytes: randomName() });
    await storedIn(screens.test.ctx.config).remove(await blobKeyOf(screens.test, lost?.id ?? 0));
    const page = await open(email);
    await box(page, 'a').check();
    await box(page, 'lost').check();
    const zip = bar(page).getByRole('link', { name: 'Download as ZIP' });
    await zip.click();
    await page
      .getByRole('alert')
      .getByText(/^The stored content of "lost\.txt" is damaged, so no archive was created\./)
      .waitFor();
    await says(page, '1 file selected, 1.00 KB');
    await Promise.all([page.waitForEvent('download'), zip.click()]);
  });

  test('is accessible in light and dark, on a desktop and on a phone', long, async () => {
    const page = await openWith('ab', 'z');
    await select(page, 'az');
    assert.deepEqual(await violationsEverywhere(page, [1440, 360], 2_000), []);
  });

  test('gets another file type', async (context) => {
    const page = await openWith('a', 'yz');
    await select(page, 'az');
    await act(page, 'Change type').click();
    const dialog = dialogOf(page, 'Change the type of 2 files');
    const apply = dialog.getByRole('button', { name: 'Change type' });
    assert.equal(await apply.isDisabled(), true);
    await dialog.getByRole('option', { name: 'Invoice' }).waitFor({ state: 'attached' });
    const options = await dialog.getByRole('option').allInnerTexts();
    assert.deepEqual(options.slice(0, 3), ['Choose a file type', 'Document', 'Invoice']);
    assert.deepEqual(await violationsEverywhere(page, [1440, 360]), []);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await says(page, '2 files selected, 2.00 KB');
    await act(page, 'Change type').click();
    await dialog.getByLabel('New file type').selectOption('Invoice');
    await apply.click();
    await toast(page, '1 file changed to Invoice');
    await dialog.waitFor({ state: 'hidden' });
    await isGone(page);
    await page.getByRole('heading', { name: 'Invoice 3 files' }).waitFor();
    await becomes(context, () => page.evaluate('document.activeElement.innerText'), 'Files & Documents');
  });

  test('with the chosen type already stays as it is, and a message says so', async () => {
    const page = await openWith('', 'z');
    await select(page, 'z');
    await act(page, 'Change type').click();
    const dialog = dialogOf(page, 'Change the type of 1 file');
    await dialog.getByLabel('New file type').selectOption('Invoice');
    await dialog.getByRole('button', { name: 'Change type' }).click();
    await toast(page, 'Nothing changed: the type was Invoice already');
  });

  test('can be moved to the teams that the user sees', async () => {
    const { email, team } = await makeManager('a');
    const { name } = await screens.test.ctx.db
      .selectFrom('teams')
      .select('name')
      .where('id', '=', team)
      .executeTakeFirstOrThrow();
    const page = await open(email);
    await select(page, 'a');
    await act(page, 'Move to team').click();
    const dialog = dialogOf(page, 'Move 1 file to another team');
    await dialog.getByRole('option', { name }).waitFor({ state: 'attached' });
    assert.deepEqual(await dialog.getByRole('option').allInnerTexts(), ['Choose a team', name]);
  });

  test('is moved to another team', async () => {
    const { team } = await makeManager('bc');
    const quiet = `Quiet Quay ${randomName()}`;
    await makeTeam(screens.test, quiet);
    const page = await open('admin@example.com', { address: `/files?team=${team}` });
    await select(page, 'bc');
    await act(page, 'Move to team').click();
    const dialog = dialogOf(page, 'Move 2 files to another team');
    await dialog.getByLabel('New team').selectOption(quiet);
    await dialog.getByRole('button', { name: 'Move to team' }).click();
    await toast(page, `2 files moved to ${quiet}`);
    await isGone(page);
  });

  test('is linked to a container that is chosen by its number', async () => {
    const { email } = await makeManager('fg');
    const manager = await signedIn(screens.test, email);
    const { id, container_no } = await enterContainer(manager, { name: 'Linked chairs' });
    const page = await open(email);
    await select(page, 'fg');
    await act(page, 'Link to container').click();
    const dialog = dialogOf(page, 'Link 2 files to a container');
    await dialog.getByLabel('Link to container...').fill(container_no);
    await page.getByRole('option', { name: 'Linked chairs' }).click();
    await toast(page, `2 files linked to Linked chairs · ${container_no}`);
    await isGone(page);
    const { files } = (await manager.call(containerFilesContract.files, { id })).body;
    assert.deepEqual(files.map(({ filename }) => filename).toSorted(), ['f.txt', 'g.txt']);
  });

  test('with a file that was deleted meanwhile is refused as a whole, and keeps the other files', async () => {
    const { team, email } = await makeManager('de');
    const { db } = screens.test.ctx;
    const file = await db
      .selectFrom('files')
      .select('id')
      .where('team_id', '=', team)
      .where('filename', '=', 'd.txt')
      .executeTakeFirstOrThrow();
    const page = await open(email);
    await select(page, 'de');
    const admin = await asAdmin(screens.test);
    assert.equal((await admin.send({ method: 'DELETE', url: `/api/files/${file.id}` })).statusCode, 204);
    await act(page, 'Delete').click();
    await dialogOf(page).getByText('Are you sure you want to delete these 2 files?', { exact: true }).waitFor();
    await dialogOf(page).getByRole('button', { name: 'Delete' }).click();
    const alert = page.getByRole('alert').filter({ hasText: 'Failed to delete files' });
    await alert.getByText(/^One of these files does not exist any more/).waitFor();
    await says(page, '1 file selected, 1.00 KB');
    await act(page, 'Delete').click();
    await dialogOf(page).getByRole('button', { name: 'Delete' }).click();
    await toast(page, 'File deleted successfully');
    await isGone(page);
  });

  test('is deleted after one question', async () => {
    const page = await openWith('efgh');
    await select(page, 'e');
    await act(page, 'Delete').click();
    const dialog = dialogOf(page);
    await dialog.getByText('Are you sure you want to delete this file?', { exact: true }).waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await says(page, '1 file selected, 1.00 KB');
    await select(page, 'fg');
    await act(page, 'Delete').click();
    await dialog.getByText('Are you sure you want to delete these 3 files?', { exact: true }).waitFor();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await toast(page, '3 files deleted successfully');
    await isGone(page);
    for (const name of 'efg') await row(page, name).waitFor({ state: 'detached' });

    await select(page, 'h');
    await act(page, 'Delete').click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await toast(page, 'File deleted successfully');
    await row(page, 'h').waitFor({ state: 'detached' });
  });

  test('that grows while it is deleted keeps the new file, and Undo restores the deleted ones', async () => {
    const page = await openWith('abc');
    await select(page, 'ab');
    const answer = await hold(page, '**/api/files/trash');
    await act(page, 'Delete').click();
    await dialogOf(page).getByRole('button', { name: 'Delete' }).click();
    await dialogOf(page).waitFor({ state: 'hidden' });
    await select(page, 'c');
    answer();
    await toast(page, '2 files deleted successfully');
    await says(page, '1 file selected, 1.00 KB');
    const restored = page.waitForRequest('**/api/files/restore');
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
    assert.equal(JSON.parse((await restored).postData() ?? '').ids.length, 2);
    await row(page, 'a').waitFor();
  });

  test('no longer contains a file that is deleted in its own row', async () => {
    const page = await openWith('ij');
    await select(page, 'ij');
    await row(page, 'i').getByRole('button', { name: 'Delete' }).click();
    await dialogOf(page).getByRole('button', { name: 'Delete' }).click();
    await row(page, 'i').waitFor({ state: 'detached' });
    await says(page, '1 file selected, 1.00 KB');
  });

  test('of own uploads gets another type, is deleted and taken back by role 3, and an old one is not deleted', async () => {
    const { team } = await makeManager('m');
    const { id, email } = await makeUser(screens.test, { role: 3, team });
    await upload(await signedIn(screens.test, email), 1, ...['k', 'l'].map((name) => ({ name: `${name}.txt` })));
    const twoDaysAgo = new Date(screens.test.now().getTime() - 2 * 24 * 60 * 60 * 1000).toISOString();
    await screens.test.ctx.db
      .updateTable('files')
      .set({ uploaded_at: twoDaysAgo })
      .where('user_id', '=', id)
      .where('filename', '=', 'l.txt')
      .execute();
    const page = await open(email);
    assert.equal(await row(page, 'l').getByRole('button', { name: 'Delete' }).count(), 0);
    await select(page, 'kl');
    await act(page, 'Change type').click();
    await dialogOf(page).getByLabel('New file type').selectOption({ label: 'Invoice' });
    await dialogOf(page).getByRole('button', { name: 'Change type' }).click();
    await toast(page, '2 files changed to Invoice');
    await isGone(page);
    await select(page, 'kl');
    await act(page, 'Change type').waitFor();
    assert.equal(await act(page, 'Delete').count(), 0);
    await box(page, 'l').uncheck();
    await act(page, 'Delete').click();
    await dialogOf(page).getByRole('button', { name: 'Delete' }).click();
    await row(page, 'k').waitFor({ state: 'detached' });
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
    await row(page, 'k').waitFor();
  });

  test('of files of others can only be downloaded by role 3', async () => {
    const { team } = await makeManager('j');
    const { email } = await makeUser(screens.test, { role: 3, team });
    const page = await open(email);
    await select(page, 'j');
    await bar(page).getByRole('link', { name: 'Download as ZIP' }).waitFor();
    assert.equal(await bar(page).getByRole('button').count(), 1, 'only the button that clears it');
  });

  test('on a phone begins with a button; then a tap anywhere on a row selects it', long, async () => {
    const { email } = await makeManager('ij', 'z');
    const page = await open(email, phone);
    const mode = page.getByRole('button', { name: 'Select', exact: true });
    const edit = row(page, 'j').getByRole('button', { name: 'Edit' });
    await edit.waitFor();
    await mode.tap();
    await says(page, 'Tap files to select them');
    assert.equal(await mode.getAttribute('aria-pressed'), 'true');
    await edit.waitFor({ state: 'hidden' });
    const tabs = page.context().pages().length;
    const at = await row(page, 'j').boundingBox();
    await row(page, 'j').tap({ position: { x: Number(at?.width) - 30, y: 20 } });
    await says(page, '1 file selected, 1.00 KB');
    const [background] = await stylesOf(box(page, 'j'), ['background-color']);
    assert.equal(background, 'rgba(0, 0, 0, 0)', 'the box leaves the text of its row visible');
    assert.equal(page.context().pages().length, tabs, 'no file was opened');
    for (const action of await bar(page).getByRole('button').all()) {
      const size = await action.boundingBox();
      assert.ok(size && size.x >= 0 && size.x + size.width <= 360 && size.height >= 24);
    }
    const isWiderThanScreen = 'document.documentElement.scrollWidth > document.documentElement.clientWidth';
    assert.equal(await page.evaluate(isWiderThanScreen), false);
    assert.deepEqual(await violationsEverywhere(page, [360], 2_000), []);
    await row(page, 'j').tap({ position: { x: 60, y: 20 } });
    await says(page, 'Tap files to select them');
    await act(page, 'Clear selection').tap();
    await isGone(page);
    await edit.waitFor();
  });

  test('on a phone begins with a long press on a row, unless the finger moves', async () => {
    const { email } = await makeManager('kl', 'z');
    const page = await open(email, phone);
    const touch = await page.context().newCDPSession(page);
    const fingerOn = async (name: string) => {
      const at = await row(page, name).boundingBox();
      return { x: Number(at?.x) + 90, y: Number(at?.y) + 14 };
    };
    const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
      touch.send('Input.dispatchTouchEvent', { type, touchPoints });
    // Sideways, because a page that still scrolls would take the next touch for the end of its movement.
    const moving = await fingerOn('l');
    await send('touchStart', [moving]);
    await send('touchMove', [{ ...moving, x: moving.x + 40 }]);
    await send('touchEnd', []);
    await send('touchStart', [await fingerOn('k')]);
    await says(page, '1 file selected, 1.00 KB');
    await send('touchEnd', []);
    assert.deepEqual([await box(page, 'k').isChecked(), await box(page, 'l').isChecked()], [true, false]);
    assert.equal(await page.getByRole('dialog').count(), 0, 'the release opens no preview');
  });

  test('of more than 500 files is too large, and a message says so', long, async (context) => {
    const { team, email } = await makeManager('a');
    const type = await makeFileType(screens.test, 'Many');
    const many = Array.from({ length: maxSelected + 1 }, (_, index) => ({
      filename: `many ${index}.txt`,
      filepath: randomName(),
      file_type_id: type,
      team_id: team,
      user_id: 1,
      size: 1,
      sha256: '',
      media_type: 'text/plain',
      blob_key: randomName(),
      uploaded_at: screens.test.now().toISOString(),
    }));
    await screens.test.ctx.db.transaction().execute((tx) => insertFiles(tx, many));
    const page = await open(email, { address: `/files?type=${type}` });
    // The page itself makes these 100 clicks, each as soon as the rows of the one before are there.
    await page.evaluate(`(async () => {
      const rows = () => document.querySelectorAll('main section li').length;
      while (rows() < ${many.length}) {
        [...document.querySelectorAll('main section button')].find((one) => one.innerText.includes('more files'))?.click();
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    })()`);
    await page.getByRole('heading', { name: /^Many/ }).hover();
    await page.getByRole('checkbox', { name: 'Select all 501 shown in Many' }).check();
    await bar(page).getByRole('alert').getByText('Select at most 500 files at a time.').waitFor();
    for (const name of ['Download as ZIP', 'Change type', 'Move to team', 'Delete'])
      assert.equal(await act(page, name).isDisabled(), true, name);
    await box(page, 'many 7').uncheck();
    await says(page, '500 files selected, 500 Bytes');
    const href = await bar(page).getByRole('link', { name: 'Download as ZIP' }).getAttribute('href');
    assert.equal(String(href).split(',').length, 500);
    await act(page, 'Delete').click();
    await dialogOf(page).getByRole('button', { name: 'Delete' }).click();
    await toast(page, '500 files deleted successfully');
    await becomes(context, () => boxes(page).count(), 1);
  });

  test('no page had an error', () => assert.deepEqual(screens.problems, []));
});
