import assert from 'node:assert/strict';
import { appendFile, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { becomes, hold, useScreens } from '#tests/browser.ts';
import { long } from '#tests/long.ts';
import { makeFileType, makeUser } from '#tests/make.ts';
import type { TestApp } from '#tests/test-app.ts';

const phone = { viewport: { width: 360, height: 740 } };
const uploadCall = '**/api/upload';

const inMemory = (name: string, bytes = 1000) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.alloc(bytes, 65),
});

async function fillWorld(world: TestApp) {
  const invoice = await makeFileType(world, 'Invoice');
  await world.ctx.db.updateTable('file_types').set({ description: 'Bills' }).where('id', '=', invoice).execute();
}

describe('the upload page', () => {
  const screens = useScreens({}, fillWorld);
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'stowage-upload-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));
  // Each test begins with a page of its own.
  let page: Page;

  const start = async (person?: { email: string }, options = {}) => {
    page = await screens.visit('/uploadPage', person?.email, options);
    await page.getByRole('radio').first().waitFor();
  };
  const selected = (name: string) => page.getByRole('listitem').filter({ has: page.getByText(name, { exact: true }) });
  const choose = (...files: Parameters<ReturnType<Page['locator']>['setInputFiles']>[0][]) =>
    page.getByLabel('Select Files').setInputFiles(files.flat() as string[]);
  const chooseType = (name = 'Document') => page.getByRole('radio', { name }).check();
  const uploadButton = (count: number) => page.getByRole('button', { name: `Upload ${count} File(s)`, exact: true });
  const warning = () => page.getByText('Please select a file type before uploading', { exact: true });
  const stored = async () => {
    const rows = await screens.test.ctx.db.selectFrom('files').select(['filename', 'size']).orderBy('id').execute();
    // The rows of SQLite have no prototype, and a strict comparison includes the prototype.
    return rows.map((row) => ({ ...row }));
  };
  const storedNames = async () => (await stored()).map((file) => file.filename);
  const emptied = () => page.getByText('No files selected yet', { exact: true }).waitFor();
  /** Delays the uploads of the page until the returned function is called. */
  const pauseUploads = () => hold(page, uploadCall);
  const letThrough = () => page.unroute(uploadCall);
  const focused = () =>
    page.evaluate('document.activeElement.getAttribute("aria-label") ?? document.activeElement.innerText.trim()');

  test('one card for each file type, as radio buttons of one group', async () => {
    await start();
    await page.getByRole('heading', { name: 'Upload Files', level: 1 }).waitFor();
    await page.getByRole('heading', { name: 'Select File Type' }).waitFor();
    await page.getByRole('heading', { name: 'Select Files' }).waitFor();
    const group = page.getByRole('radiogroup', { name: 'Select File Type' });
    assert.equal(await group.getByRole('radio').count(), 2);
    await group.getByText('Bills', { exact: true }).waitFor();
    await chooseType('Document');
    await chooseType('Invoice');
    assert.equal(await group.getByRole('radio', { name: 'Invoice' }).isChecked(), true);
    assert.equal(await group.getByRole('radio', { name: 'Document' }).isChecked(), false);
  });

  test('the warning stays until a type is chosen, and the button counts and waits for both', async () => {
    await start();
    await warning().waitFor();
    assert.equal(await uploadButton(0).isDisabled(), true);
    await choose(inMemory('a.txt'), inMemory('b.txt'));
    assert.equal(await uploadButton(2).isDisabled(), true);
    await chooseType();
    await warning().waitFor({ state: 'detached' });
    assert.equal(await uploadButton(2).isEnabled(), true);
    await page.getByRole('button', { name: 'Remove a.txt' }).click();
    await page.getByRole('button', { name: 'Remove b.txt' }).click();
    assert.equal(await uploadButton(0).isDisabled(), true);
  });

  test('each file gets the type in its name or that of photos, which can be changed for one file', async () => {
    const photo = await makeFileType(screens.test, 'Photo');
    await start();
    await choose(inMemory('invoice 7.pdf'), inMemory('IMG_2031.jpg'), inMemory('scan.bin'));
    await selected('invoice 7.pdf').getByText('From its name').waitFor();
    await selected('IMG_2031.jpg').getByText('A photo').waitFor();
    const typeOf = (name: string) => page.getByLabel(`Type of ${name}`).locator('option:checked').textContent();
    assert.deepEqual(
      [await typeOf('invoice 7.pdf'), await typeOf('IMG_2031.jpg'), await typeOf('scan.bin')],
      ['Invoice', 'Photo', 'Choose a type'],
    );
    await warning().waitFor();
    assert.equal(await uploadButton(3).isDisabled(), true);
    await page.getByLabel('Type of scan.bin').selectOption('Document');
    await page.getByLabel('Type of invoice 7.pdf').selectOption('Document');
    await uploadButton(3).click();
    await page.getByText('Files uploaded successfully!', { exact: true }).waitFor();
    await emptied();
    const { ctx } = screens.test;
    const rows = await ctx.db.selectFrom('files').select(['filename', 'file_type_id']).orderBy('id', 'desc').execute();
    const types = Object.fromEntries(rows.slice(0, 3).map((row) => [row.filename, row.file_type_id]));
    assert.deepEqual(types, { 'invoice 7.pdf': 1, 'scan.bin': 1, 'IMG_2031.jpg': photo });

    // The choice for one photo is proposed for the next one, and a card chooses for all files.
    await choose(inMemory('IMG_2032.jpg'));
    await page.getByLabel('Type of IMG_2032.jpg').selectOption('Invoice');
    await choose(inMemory('IMG_2033.jpg'));
    await selected('IMG_2033.jpg').getByText('Like your last photo').waitFor();
    await chooseType('Document');
    assert.deepEqual([await typeOf('IMG_2032.jpg'), await typeOf('IMG_2033.jpg')], ['Invoice', 'Document']);
    await ctx.db.deleteFrom('file_types').where('id', '=', photo).execute();
  });

  test('the only file type is chosen already', async () => {
    page = await screens.visit('/healthz');
    await page.route('**/api/file-type', (route) =>
      route.fulfill({ json: [{ id: 1, name: 'Document', description: null }] }),
    );
    await page.goto('/uploadPage');
    await page.getByRole('radio', { name: 'Document', checked: true }).waitFor();
    assert.equal(await warning().count(), 0);
    await choose(inMemory('a.txt'));
    await uploadButton(1).click();
    await emptied();
    await page.getByRole('radio', { name: 'Document', checked: true }).waitFor();
  });

  test('Control+Enter without files or without a type shows the missing one', async () => {
    await start();
    await page.keyboard.press('Control+Enter');
    await page.getByRole('alert').getByText('Please select at least one file', { exact: true }).waitFor();
    await choose(inMemory('a.txt'));
    await page.keyboard.press('Control+Enter');
    await page.getByRole('alert').getByText('Please select a file type', { exact: true }).waitFor();
  });

  test('a click on the area asks for files, several at once, and they are listed with their sizes', async () => {
    await start();
    const asked = page.waitForEvent('filechooser');
    await page.getByLabel('Select Files').click();
    const chooser = await asked;
    assert.equal(chooser.isMultiple(), true);
    await chooser.setFiles([inMemory('large.bin', 1_572_864), inMemory('empty.bin', 0)]);
    await page.getByRole('heading', { name: '2 files selected, 1.50 MB' }).waitFor();
    await selected('large.bin').getByText('1.50 MB').waitFor();
    await selected('empty.bin').getByText('0 Bytes').waitFor();
    // Further files are added to the list, also a file that it contains already.
    await choose(inMemory('empty.bin', 0));
    assert.equal(await selected('empty.bin').count(), 2);
    await page.getByRole('button', { name: 'Remove all' }).click();
    await emptied();
  });

  test('a selected file is renamed by the check or Enter; Escape and a blank name change nothing', async (context) => {
    await start();
    await choose(inMemory('scan.pdf'));
    const field = page.getByLabel('New name for scan.pdf');
    await page.getByRole('button', { name: 'Rename scan.pdf' }).click();
    assert.equal(await field.inputValue(), 'scan.pdf');
    // Typing replaces the name and leaves its ending.
    await page.keyboard.type('letter');
    await page.getByRole('button', { name: 'Confirm new name' }).click();
    await selected('letter.pdf').getByText('was scan.pdf').waitFor();
    await becomes(context, focused, 'Rename letter.pdf');

    await page.keyboard.press('Enter');
    await page.getByLabel('New name for letter.pdf').fill('  bill.pdf ');
    await page.keyboard.press('Enter');
    await selected('bill.pdf').waitFor();

    const again = page.getByLabel('New name for bill.pdf');
    for (const [typed, leave] of [
      ['   ', 'Enter'],
      ['', 'Enter'],
      ['other.pdf', 'Escape'],
    ] as const) {
      await page.getByRole('button', { name: 'Rename bill.pdf' }).click();
      await again.fill(typed);
      await page.keyboard.press(leave);
      await selected('bill.pdf').waitFor();
    }
    await page.getByRole('button', { name: 'Rename bill.pdf' }).click();
    await again.fill('other.pdf');
    await page.getByRole('button', { name: 'Cancel renaming' }).click();
    await selected('bill.pdf').waitFor();
  });

  test('a renamed file is stored under its new name, and then selection and type are cleared', async () => {
    await start();
    await choose(inMemory('old.txt', 7), inMemory('kept.txt', 0), inMemory('unwanted.txt'));
    await chooseType('Invoice');
    await page.getByRole('button', { name: 'Rename old.txt' }).click();
    await page.getByLabel('New name for old.txt').fill('new.txt');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Remove unwanted.txt' }).click();
    await uploadButton(2).click();
    await page.getByRole('status').getByText('Files uploaded successfully!', { exact: true }).waitFor();
    await emptied();
    assert.equal(await page.getByRole('radio', { name: 'Invoice' }).isChecked(), false);
    await warning().waitFor();
    assert.deepEqual((await stored()).slice(-2), [
      { filename: 'new.txt', size: 7 },
      { filename: 'kept.txt', size: 0 },
    ]);
  });

  test('an unconfirmed name is not used', async () => {
    await start();
    await choose(inMemory('draft.txt'));
    await chooseType();
    await page.getByRole('button', { name: 'Rename draft.txt' }).click();
    await page.getByLabel('New name for draft.txt').fill('half.txt');
    await uploadButton(1).click();
    await emptied();
    assert.equal((await storedNames()).at(-1), 'draft.txt');
  });

  test('hostile and right-to-left names are listed as the text they are', async () => {
    await start();
    const names = ['<img src=x onerror="document.title=1">.png', 'تقرير (نهائي).pdf', `${'x'.repeat(200)}.txt`];
    await choose(...names.map((name) => inMemory(name)));
    for (const name of names) await selected(name).waitFor();
    assert.equal(await page.evaluate('document.querySelectorAll("main img").length'), 0);
    assert.match(await page.title(), /^Upload Files/);
    assert.equal(await page.evaluate('document.documentElement.scrollWidth > innerWidth'), false);
  });

  test('during an upload the page shows and announces the progress, and the selection is locked', async () => {
    await start();
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Network.enable');
    const throttle = (uploadThroughput: number) =>
      devtools.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 0,
        downloadThroughput: -1,
        uploadThroughput,
      });
    await choose(inMemory('slow.bin', 3_000_000), inMemory('slower.bin', 1_000_000));
    await chooseType();
    await throttle(100_000);
    await uploadButton(2).click();
    const busy = page.getByRole('button', { name: 'Uploading...', exact: true });
    await busy.waitFor();
    await page.getByText(/^[1-9]\d?%$/).waitFor();
    await page.getByText(/^[\d.]+ (KB|MB) of 3\.81 MB$/).waitFor();
    await page.getByText(/^[\d.]+ (KB|MB)\/s · (A few|About \d+) seconds left$/).waitFor();
    await page
      .getByRole('status')
      .getByText(/^Uploading, (25|50|75) percent$/)
      .waitFor();
    assert.equal(await busy.isDisabled(), true);
    assert.equal(await page.getByRole('radio', { name: 'Invoice' }).isDisabled(), true);
    assert.equal(await page.getByLabel('Select Files').isDisabled(), true);
    assert.equal(await page.getByRole('button', { name: /^(Rename|Remove) slow/ }).count(), 0);
    await page.getByRole('progressbar', { name: 'Upload progress' }).waitFor();
    await page.getByRole('progressbar', { name: 'Progress of slow.bin' }).waitFor();
    // This bar is still empty: it has no width, so it does not count as visible.
    await page.getByRole('progressbar', { name: 'Progress of slower.bin' }).waitFor({ state: 'attached' });
    await throttle(-1);
    await page.getByText('Files uploaded successfully!', { exact: true }).waitFor();
    await emptied();
    await devtools.detach();
  });

  test('cancelling keeps the selection and stores nothing', async () => {
    const before = await stored();
    await start();
    await choose(inMemory('regretted.txt'), inMemory('regretted too.txt'));
    await chooseType();
    const resume = await pauseUploads();
    await uploadButton(2).click();
    await page.getByRole('button', { name: 'Cancel upload' }).click();
    await uploadButton(2).waitFor();
    await page.getByRole('status').getByText('Upload cancelled. 2 files still selected.').waitFor();
    assert.equal(await page.getByRole('radio', { name: 'Document' }).isChecked(), true);
    assert.equal(await page.getByText('Upload failed').count(), 0);
    resume();
    await letThrough();
    assert.deepEqual(await stored(), before);
    await uploadButton(2).click();
    await emptied();
    assert.deepEqual((await storedNames()).slice(-2), ['regretted.txt', 'regretted too.txt']);
  });

  test('a refusal keeps the selection and shows the reason', async () => {
    const gone = await makeFileType(screens.test, 'Short-lived');
    await start();
    await choose(inMemory('kept.txt'));
    await chooseType('Short-lived');
    await screens.test.ctx.db.deleteFrom('file_types').where('id', '=', gone).execute();
    await uploadButton(1).click();
    const toast = page.getByRole('alert').filter({ hasText: 'Upload failed' });
    await toast.getByText('This file type no longer exists. Choose another one.').waitFor();
    await selected('kept.txt').waitFor();
    await chooseType();
    await uploadButton(1).click();
    await emptied();
  });

  test('a broken connection keeps the selection, and the next attempt succeeds', async () => {
    await start();
    await choose(inMemory('stubborn.txt'));
    await chooseType();
    await page.route(uploadCall, (route) => route.abort('connectionreset'));
    await uploadButton(1).click();
    const toast = page.getByRole('alert').filter({ hasText: 'Upload failed' });
    await toast.getByText('The server cannot be reached. Check your connection and try again.').waitFor();
    await selected('stubborn.txt').waitFor();
    await letThrough();
    await uploadButton(1).click();
    await emptied();
    assert.equal((await storedNames()).at(-1), 'stubborn.txt');
  });

  test('a file that changed on disk since it was chosen is named', async () => {
    const path = join(folder, 'report.txt');
    await writeFile(path, 'first draft');
    await writeFile(join(folder, 'steady.txt'), 'steady');
    await start();
    await choose(join(folder, 'steady.txt'), path);
    await chooseType();
    await appendFile(path, ', and a second one');
    // Chromium compares whole seconds.
    const later = new Date(Date.now() + 60_000);
    await utimes(path, later, later);
    await uploadButton(2).click();
    const toast = page.getByRole('alert').filter({ hasText: 'Upload failed' });
    await toast.getByText('"report.txt" was changed, moved or deleted after you chose it.').waitFor();
    await page.getByRole('button', { name: 'Remove report.txt' }).click();
    await uploadButton(1).click();
    await emptied();
    assert.equal((await storedNames()).at(-1), 'steady.txt');
  });

  test('120 files are sent in two requests, and the files of a failed request stay selected', long, async () => {
    const before = (await stored()).length;
    const names = Array.from({ length: 120 }, (_, index) => `page ${index + 1}.txt`);
    await start();
    await choose(...names.map((name) => inMemory(name, 10)));
    await chooseType();
    let requests = 0;
    await page.route(uploadCall, (route) => {
      requests += 1;
      return requests === 2 ? route.fulfill({ status: 503, json: { message: 'The disk is full.' } }) : route.continue();
    });
    await uploadButton(120).click();
    await page.getByRole('alert').filter({ hasText: 'Upload failed' }).getByText('The disk is full.').waitFor();
    await uploadButton(20).waitFor();
    assert.equal((await stored()).length, before + 100);
    await uploadButton(20).click();
    await emptied();
    assert.equal(requests, 3);
    assert.deepEqual((await storedNames()).slice(before), names);
    await letThrough();
  });

  test('hundreds of selected files are all listed to a screen reader', async () => {
    await start();
    await choose(...Array.from({ length: 300 }, (_, index) => inMemory(`leaf ${index + 1}.txt`, 1)));
    await uploadButton(300).waitFor();
    const first = selected('leaf 1.txt');
    assert.equal(await first.getAttribute('aria-setsize'), '300');
    await first.hover();
    while (!(await selected('leaf 300.txt').isVisible())) await page.mouse.wheel(0, 3000);
    assert.equal(await selected('leaf 300.txt').getAttribute('aria-posinset'), '300');
  });

  test('leaving during an upload asks first: Stay continues it, Leave stops it', async (context) => {
    const before = await stored();
    await start();
    await choose(inMemory('in flight.txt'));
    await chooseType();
    const resume = await pauseUploads();
    const failed: string[] = [];
    page.on('requestfailed', (request) => failed.push(new URL(request.url()).pathname));
    await uploadButton(1).click();
    await page.getByRole('button', { name: 'Uploading...' }).waitFor();
    await page.getByRole('link', { name: 'Search', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Leave this page?' });
    await dialog.getByRole('button', { name: 'Stay' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Uploading...' }).waitFor();
    assert.equal(new URL(page.url()).pathname, '/uploadPage');
    assert.deepEqual(failed, []);

    await page.getByRole('link', { name: 'Search', exact: true }).click();
    await dialog.getByRole('button', { name: 'Leave and stop' }).click();
    await page.getByRole('heading', { name: 'Files & Documents' }).waitFor();
    await becomes(context, () => failed, ['/api/upload']);
    resume();
    await letThrough();
    assert.deepEqual(await stored(), before);
  });

  test('the question closes when the upload has ended, and the page stays', async () => {
    await start();
    await choose(inMemory('just in time.txt'));
    await chooseType();
    const resume = await pauseUploads();
    await uploadButton(1).click();
    await page.getByRole('button', { name: 'Uploading...' }).waitFor();
    await page.getByRole('link', { name: 'Search', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Leave this page?' });
    await dialog.waitFor();
    resume();
    await dialog.waitFor({ state: 'hidden' });
    await emptied();
    assert.equal(new URL(page.url()).pathname, '/uploadPage');
    await page.getByRole('link', { name: 'Search', exact: true }).click();
    await page.getByRole('heading', { name: 'Files & Documents' }).waitFor();
  });

  test('closing the tab during an upload makes the browser ask, otherwise not', async (context) => {
    await start();
    const asked: string[] = [];
    page.on('dialog', (dialog) => {
      asked.push(dialog.type());
      void dialog.dismiss();
    });
    await choose(inMemory('in flight.txt'));
    await chooseType();
    const resume = await pauseUploads();
    await uploadButton(1).click();
    await page.getByRole('button', { name: 'Uploading...' }).waitFor();
    await page.close({ runBeforeUnload: true });
    await becomes(context, () => asked, ['beforeunload']);
    await page.getByRole('button', { name: 'Cancel upload' }).click();
    await uploadButton(1).waitFor();
    resume();
    const closed = page.waitForEvent('close');
    await page.close({ runBeforeUnload: true });
    await closed;
    assert.deepEqual(asked, ['beforeunload']);
  });

  test('names the stored file with the same content, with a link, and still stores the new one', async () => {
    await start();
    await choose(inMemory('first of its kind.txt', 77));
    await chooseType();
    await uploadButton(1).click();
    await emptied();
    await choose(inMemory('second of its kind.txt', 77));
    await chooseType();
    const left = async () => (await page.getByRole('heading', { name: 'Select File Type' }).boundingBox())?.x;
    const before = await left();
    await uploadButton(1).click();
    const notice = page.getByRole('status').filter({ hasText: 'One of these files was already stored' });
    await notice.getByText('"second of its kind.txt" was stored. It has the same content as').waitFor();
    assert.equal(await left(), before, 'the columns keep their places');
    const [tab] = await Promise.all([
      page.context().waitForEvent('page'),
      notice.getByRole('link', { name: 'first of its kind.txt' }).click(),
    ]);
    await tab.waitForURL('**/storage/*');
    await tab.close();
    assert.equal((await storedNames()).at(-1), 'second of its kind.txt');
    await notice.getByRole('button', { name: 'Close' }).click();
    await notice.waitFor({ state: 'detached' });
  });

  test('an upload works with the keyboard alone: type, files, new name, button', async (context) => {
    await start();
    await page.getByRole('link', { name: 'Search', exact: true }).focus();
    const tabTo = async (name: string) => {
      for (let steps = 0; steps < 20; steps += 1) {
        await page.keyboard.press('Tab');
        if ((await focused()) === name) return;
      }
      assert.fail(`Tab does not lead to ${name}`);
    };
    const isFocused = (selector: string) => page.evaluate(`document.activeElement.matches('${selector}')`);
    for (let steps = 0; steps < 20 && !(await isFocused('input[type=radio]')); steps += 1)
      await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowRight');
    assert.equal(await page.getByRole('radio', { name: 'Invoice' }).isChecked(), true);
    for (let steps = 0; steps < 20 && !(await isFocused('input[type=file]')); steps += 1)
      await page.keyboard.press('Tab');
    // Chromium must have enabled the interception of the chooser before the key press. A click waits for that, a key
    // press does not.
    const asked = page.waitForEvent('filechooser');
    await focused();
    await page.keyboard.press('Enter');
    await (await asked).setFiles([inMemory('keys.txt')]);
    await selected('keys.txt').waitFor();
    await tabTo('Rename keys.txt');
    await page.keyboard.press('Enter');
    await page.keyboard.type('by hand');
    await page.keyboard.press('Enter');
    await becomes(context, focused, 'Rename by hand.txt');
    await tabTo('Upload 1 File(s)');
    await page.keyboard.press('Enter');
    await emptied();
    assert.equal((await storedNames()).at(-1), 'by hand.txt');
  });

  test('a user without a team sees a message, and an upload is refused with the same message', async () => {
    await start(await makeUser(screens.test, { role: 3, team: null }));
    await page
      .getByRole('alert')
      .getByText(/You do not belong to a team yet/)
      .waitFor();
    await choose(inMemory('nowhere.txt'));
    await chooseType();
    await uploadButton(1).click();
    const toast = page.getByRole('alert').filter({ hasText: 'Upload failed' });
    await toast.getByText(/Ask an administrator to add you to a team/).waitFor();
    await page.getByRole('button', { name: 'Remove nowhere.txt' }).waitFor();
  });

  for (const [what, call] of [
    ['the cards of the types', '**/api/file-type'],
    ['the notice about unfinished uploads', '**/api/uploads'],
  ] as const)
    test(`nothing can be clicked that ${what} would push down`, async () => {
      page = await screens.visit('/healthz', undefined, phone);
      const answer = await hold(page, call);
      await page.goto('/uploadPage');
      await page.getByRole('heading', { name: 'Select File Type' }).waitFor();
      assert.equal(await page.getByRole('radio').count(), 0);
      assert.equal(await page.getByRole('button', { name: /^(Choose a folder|For a container|Upload)/ }).count(), 0);
      answer();
      await page.getByRole('radio').first().waitFor();
      await page.getByRole('button', { name: 'Choose a folder' }).waitFor();
      await uploadButton(0).waitFor();
    });

  test('file types that cannot be loaded can be tried again', async () => {
    page = await screens.visit('/healthz');
    await page.route('**/api/file-type', (route) => route.fulfill({ status: 500, body: '' }));
    await page.goto('/uploadPage');
    await page.getByText('The file types could not be loaded.').waitFor();
    await page.unroute('**/api/file-type');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('radio', { name: 'Document' }).waitFor();
  });

  test('on a phone the page does not scroll horizontally, however long the names are', async () => {
    await start(undefined, phone);
    const name = `${'x'.repeat(251)}.txt`;
    await choose(inMemory(name), inMemory('تقرير (نهائي).pdf'));
    const width = async () => Number(await page.evaluate('document.documentElement.scrollWidth'));
    assert.ok((await width()) <= 360);
    const text = await page.getByTitle(name, { exact: true }).boundingBox();
    assert.ok(text && text.x >= 0 && text.x + text.width <= 360);
    await page.getByRole('button', { name: `Rename ${name}` }).click();
    assert.ok((await width()) <= 360);
    for (const control of ['Confirm new name', 'Cancel renaming', `Remove تقرير (نهائي).pdf`]) {
      const box = await page.getByRole('button', { name: control }).boundingBox();
      assert.ok(box && box.x + box.width <= 360 && box.width >= 24 && box.height >= 24, control);
    }
  });

  test('no page reported an error', () => assert.deepEqual(screens.problems, []));
});
