import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { filesContract } from '#features/files/core/files.contract.ts';
import type { File } from '#features/files/core/files.contract.ts';
import { selectionContract } from '#features/files/list/selection.contract.ts';
import { violationsEverywhere } from '#tests/axe.ts';
import { becomes, hold, until, useScreens } from '#tests/browser.ts';
import { long } from '#tests/long.ts';
import { asAdmin, makeFileType, makeTeam, makeUser, signedIn, upload } from '#tests/make.ts';
import { profileOf } from '#tests/signed-in.ts';
import { randomName } from '#tests/test-app.ts';
import type { Visitor } from '#tests/visitor.ts';

const hostile = '<b onclick="document.title=`ran`">bold.txt';
const unbroken = `${'x'.repeat(251)}.txt`;
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

describe('the details of a file', () => {
  const screens = useScreens({}, async (product) => {
    const team = await makeTeam(product, 'Harbour');
    return {
      team,
      invoice: await makeFileType(product, 'Invoice'),
      ana: await makeUser(product, { role: 3, team, name: 'Ana Quay' }),
    };
  });

  const row = (page: Page, name: string) =>
    page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ has: page.getByText(name, { exact: true }) });
  const drawer = (page: Page) => page.getByRole('dialog').filter({ has: page.getByRole('tablist') });
  const tab = (page: Page, name: string) => drawer(page).getByRole('tab', { name });
  const versions = (page: Page) => drawer(page).getByRole('list', { name: 'Versions' }).getByRole('listitem');
  /** Opens the details of the file in the files list of this user, at one of the tabs. */
  async function openDetails(page: Page, name: string, at?: 'Versions' | 'Activity') {
    await row(page, name).getByRole('button', { name: 'Details' }).click();
    await drawer(page).getByRole('heading', { name }).waitFor();
    if (at !== undefined) await tab(page, at).click();
  }
  async function visitDetails(name: string, at?: 'Versions' | 'Activity') {
    const page = await screens.visit('/files');
    await openDetails(page, name, at);
    return page;
  }
  async function close(page: Page) {
    await page.keyboard.press('Escape');
    await drawer(page).waitFor({ state: 'hidden' });
  }
  const replace = async (visitor: Visitor, id: number, bytes: string, filename?: string) => {
    const input = { id, _method: 'PUT' as const, ...(filename === undefined ? {} : { filename }) };
    const answer = await visitor.call(filesContract.update, input, [{ name: 'x', bytes }]);
    assert.equal(answer.status, 200, answer.raw.body);
  };
  const rename = async (visitor: Visitor, id: number, filename: string) => {
    const answer = await visitor.call(filesContract.update, { id, _method: 'PUT', filename }, []);
    assert.equal(answer.status, 200, answer.raw.body);
  };
  /** A file of Ana with the content 'first', then 'the second' from the administrator. */
  async function makeReplaced() {
    const own = await signedIn(screens.test, screens.world.ana.email);
    const name = `tide ${randomName()}.txt`;
    const [file] = (await upload(own, 1, { name, bytes: 'first' })) as [File];
    await replace(await asAdmin(screens.test), file.id, 'the second');
    return file;
  }
  const facts = async (page: Page) => {
    const terms = await drawer(page).getByRole('term').allInnerTexts();
    const values = await drawer(page).getByRole('definition').allInnerTexts();
    return Object.fromEntries(terms.map((term, index) => [term, values[index]?.trim()]));
  };
  /** The lines of the versions without their times. */
  const contents = async (page: Page) =>
    (await versions(page).allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').replace(/^.*? [AP]M /, ''));
  const focusIsOn = (page: Page, label: string) =>
    until(page, `document.activeElement.getAttribute("aria-label") === "${label}"`);

  test('are its type, team, users, times, size, format and checksum', async (context) => {
    const file = await makeReplaced();
    const own = await signedIn(screens.test, screens.world.ana.email);
    await own.send({ method: 'GET', url: `/storage/${file.filepath}?download=1` });
    const page = await visitDetails(file.filename);
    await drawer(page).getByRole('tab', { name: 'Details', selected: true }).waitFor();
    await becomes(context, async () => (await facts(page))['Downloads'], '1');
    const shown = await facts(page);
    assert.match(String(shown['Uploaded']), /\d{4}, \d+:\d\d [AP]M$/);
    assert.match(String(shown['Current version']), /^Administrator, .*\d{4}, \d+:\d\d [AP]M$/);
    assert.deepEqual(
      { ...shown, Uploaded: '', 'Current version': '' },
      {
        'File type': 'Document',
        Team: 'Harbour',
        'Uploaded by': 'Ana Quay',
        Uploaded: '',
        Size: '10 Bytes',
        Format: 'text/plain',
        'Current version': '',
        'Earlier versions': '1',
        Downloads: '1',
        'SHA-256': sha256('the second'),
      },
    );
    const href = (name: string) => drawer(page).getByRole('link', { name }).getAttribute('href');
    assert.equal(await href('View'), `/storage/${file.filepath}`);
    assert.equal(await href('Download'), `/storage/${file.filepath}?download=1`);
  });

  test('open with what the list knows, and the rest takes its place without moving it', async (context) => {
    const { filename } = await makeReplaced();
    const page = await screens.visit('/files');
    const release = await hold(page, (url) => /^\/api\/files\/\d+$/.test(url.pathname));
    await openDetails(page, filename);
    await becomes(context, async () => (await facts(page))['Uploaded by'], 'Ana Quay');
    const { 'File type': type, Team: team, Size: size, Format: format } = await facts(page);
    assert.deepEqual([type, team, size, format], ['Document', 'Harbour', '10 Bytes', '']);
    const place = async () => (await drawer(page).getByText('Downloads', { exact: true }).boundingBox())?.y;
    const before = await place();
    release();
    await becomes(context, async () => (await facts(page))['Format'], 'text/plain');
    assert.equal(await place(), before);
  });

  test('have a checksum that is copied at a click, also without the clipboard API', async (context) => {
    const { filename } = await makeReplaced();
    const options = { permissions: ['clipboard-read', 'clipboard-write'] };
    const page = await screens.open('/files', { ...(await profileOf(screens.test, 'admin@example.com')), ...options });
    await openDetails(page, filename);
    const copy = drawer(page).getByRole('button', { name: 'Copy SHA-256' });
    await copy.click();
    await page.getByRole('status').getByText('SHA-256 copied').waitFor();
    await becomes(context, () => page.evaluate('navigator.clipboard.readText()'), sha256('the second'));
    await page.evaluate('navigator.clipboard.writeText("something else")');
    await page.evaluate(`Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true })`);
    await copy.click();
    await page.evaluate(`delete navigator.clipboard`);
    await becomes(context, () => page.evaluate('navigator.clipboard.readText()'), sha256('the second'));
  });

  test('are closed by Escape and by a button, and the focus returns to the row', async () => {
    const { filename } = await makeReplaced();
    const page = await visitDetails(filename);
    await close(page);
    await focusIsOn(page, `Details ${filename}`);
    await page.keyboard.press('Enter');
    await drawer(page).getByRole('button', { name: 'Close' }).click();
    await drawer(page).waitFor({ state: 'hidden' });
    await focusIsOn(page, `Details ${filename}`);
  });

  test('have tabs that the arrow keys switch', async () => {
    const { filename } = await makeReplaced();
    const page = await visitDetails(filename);
    await tab(page, 'Details').focus();
    for (const name of ['Versions', 'Activity']) {
      await page.keyboard.press('ArrowRight');
      await drawer(page).getByRole('tab', { name, selected: true }).waitFor();
    }
  });

  test('list user, action and time of each event, newest first', async (context) => {
    const own = await signedIn(screens.test, screens.world.ana.email);
    const admin = await asAdmin(screens.test);
    const [from, to] = [`tide ${randomName()}.txt`, `ebb ${randomName()}.txt`];
    const [file] = (await upload(own, screens.world.invoice, { name: from, bytes: 'first' })) as [File];
    await rename(own, file.id, to);
    await replace(admin, file.id, 'the second');
    await own.send({ method: 'GET', url: `/storage/${file.filepath}?download=1` });
    const retyped = await admin.call(selectionContract.changeType, { ids: [file.id], file_type_id: 1 });
    assert.equal(retyped.status, 200, retyped.raw.body);

    const page = await visitDetails(to, 'Activity');
    const activity = drawer(page).getByRole('list', { name: 'Activity' });
    await becomes(context, () => activity.getByRole('paragraph').allInnerTexts(), [
      'Administrator changed its type from Invoice to Document',
      'Ana Quay downloaded it',
      'Administrator replaced its content',
      `Ana Quay renamed it from ${from} to ${to}`,
      'Ana Quay uploaded it',
    ]);
    assert.equal(await activity.getByRole('time').count(), 5);
    assert.deepEqual(await violationsEverywhere(page, [1440, 360]), []);
  });

  test('list the versions, which can be viewed in a new tab and downloaded', long, async (context) => {
    const { filename } = await makeReplaced();
    const page = await visitDetails(filename, 'Versions');
    await becomes(context, () => contents(page), ['Current Administrator · 10 Bytes', 'Ana Quay · 5 Bytes']);
    assert.deepEqual(await violationsEverywhere(page, [1440, 360]), []);
    const opened = page.context().waitForEvent('page');
    await versions(page).last().getByRole('link', { name: 'View' }).click();
    await (await opened).getByText('first', { exact: true }).waitFor();
    const download = page.waitForEvent('download');
    await versions(page).last().getByRole('link', { name: 'Download' }).click();
    assert.equal(await readFile(await (await download).path(), 'utf8'), 'first');
  });

  test('restore a version after a question, and keep the content before it', async (context) => {
    const { filename } = await makeReplaced();
    const page = await visitDetails(filename, 'Versions');
    const dialog = page.getByRole('dialog', { name: 'Restore this version?' });
    const restore = versions(page).last().getByRole('button', { name: 'Restore' });
    await restore.click();
    await dialog.getByText('The current content is kept as a version.').waitFor();
    assert.equal(await versions(page).first().getByRole('button', { name: 'Restore' }).count(), 0);
    assert.deepEqual(await violationsEverywhere(page, [1440, 360]), []);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    assert.equal(await drawer(page).isVisible(), true, 'Escape closes the question only');
    await until(page, 'document.activeElement.getAttribute("aria-label").startsWith("Restore ")');

    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Restore' }).click();
    await page.getByRole('status').getByText(`"${filename}" has its earlier content again`).waitFor();
    await dialog.waitFor({ state: 'hidden' });
    const expected = ['Current Administrator · 5 Bytes', 'Administrator · 10 Bytes', 'Ana Quay · 5 Bytes'];
    await becomes(context, () => contents(page), expected);
    await until(page, 'document.activeElement.getAttribute("aria-label").startsWith("Restore ")');
    await tab(page, 'Activity').click();
    await drawer(page)
      .getByText(/^Administrator restored the version of .*[AP]M$/)
      .waitFor();
    await close(page);
    await row(page, filename).getByText('5 Bytes').waitFor();
  });

  test('show the reason of a refused restore', async () => {
    const { filename } = await makeReplaced();
    const page = await visitDetails(filename, 'Versions');
    const message = 'Someone else replaced this file a moment ago.';
    await page.route('**/versions/*/restore', (route) => route.fulfill({ status: 409, json: { message } }));
    await versions(page).last().getByRole('button', { name: 'Restore' }).click();
    await page.getByRole('dialog', { name: 'Restore this version?' }).getByRole('button', { name: 'Restore' }).click();
    const alert = page.getByRole('alert').filter({ hasText: 'Failed to restore the version' });
    await alert.getByText(message).waitFor();
  });

  test('show a hint for a file that was never replaced', async () => {
    const name = `new ${randomName()}.txt`;
    await upload(await asAdmin(screens.test), 1, { name });
    const page = await visitDetails(name, 'Versions');
    await drawer(page).getByText('No earlier versions', { exact: true }).waitFor();
  });

  test('can be loaded again after a failure', async () => {
    const { filename } = await makeReplaced();
    const page = await screens.visit('/files');
    await page.route(/\/api\/files\/\d+$/, (route) => route.fulfill({ status: 500, body: '' }));
    await openDetails(page, filename);
    await drawer(page).getByText('Failed to load the details', { exact: true }).waitFor();
    await page.unroute(/\/api\/files\/\d+$/);
    await drawer(page).getByRole('button', { name: 'Try again' }).click();
    await drawer(page).getByText('Ana Quay', { exact: true }).waitFor();
  });

  test('offer a restore only to users who may edit the file', long, async () => {
    const { filename } = await makeReplaced();
    const { ana, team } = screens.world;
    const fellow = await makeUser(screens.test, { role: 3, team });
    for (const [{ email }, restores] of [
      [ana, 1],
      [fellow, 0],
    ] as const) {
      const page = await screens.visit('/files', email);
      await openDetails(page, filename, 'Versions');
      await versions(page).getByRole('link', { name: 'Download' }).nth(1).waitFor();
      assert.equal(await versions(page).getByText('Ana Quay · 5 Bytes').count(), 1);
      assert.equal(await versions(page).getByRole('button', { name: 'Restore' }).count(), restores);
    }
  });

  test('show the earlier name, and a name with HTML as text', async () => {
    const admin = await asAdmin(screens.test);
    const [file] = (await upload(admin, 1, { name: hostile })) as [File];
    await replace(admin, file.id, 'bytes', 'harmless.txt');
    const page = await visitDetails('harmless.txt', 'Versions');
    await drawer(page).getByText(`Was named ${hostile}`, { exact: true }).waitFor();
    await tab(page, 'Activity').click();
    await drawer(page).getByText(`Administrator renamed it from ${hostile} to harmless.txt`, { exact: true }).waitFor();
    assert.equal(await page.evaluate('document.querySelectorAll("[role=dialog] b").length'), 0);
  });

  test('fit a phone with a name of 255 characters without a space', async () => {
    const admin = await asAdmin(screens.test);
    const [file] = (await upload(admin, 1, { name: unbroken })) as [File];
    const name = `y${unbroken.slice(1)}`;
    await rename(admin, file.id, name);
    const page = await screens.visit('/files', undefined, { viewport: { width: 360, height: 740 } });
    await openDetails(page, name);
    for (const one of ['Details', 'Versions', 'Activity']) {
      await tab(page, one).click();
      await drawer(page).getByRole('tab', { name: one, selected: true }).waitFor();
      const widest = `Math.max(...[document.documentElement, ...document.querySelectorAll('[role=dialog]')].map((one) => one.scrollWidth))`;
      const width = Number(await page.evaluate(widest));
      assert.ok(width <= 360, `${one}: ${width} px`);
    }
    assert.deepEqual(await violationsEverywhere(page, [360]), []);
  });

  test('no page had an error', () => assert.deepEqual(screens.problems, []));
});

describe('a file with more versions than one page', long, () => {
  const screens = useScreens();

  test('lists the older ones on request', async () => {
    const admin = await asAdmin(screens.test);
    const [file] = (await upload(admin, 1, { name: 'daily.txt', bytes: 'x' })) as [File];
    const { db } = screens.test.ctx;
    const { size, sha256, media_type, blob_key } = await db
      .selectFrom('files')
      .select(['size', 'sha256', 'media_type', 'blob_key'])
      .where('id', '=', file.id)
      .executeTakeFirstOrThrow();
    const content = { file_id: file.id, filename: 'daily.txt', size, sha256, media_type, blob_key };
    const version = { ...content, user_id: file.user_id, created_at: file.uploaded_at };
    for (let batch = 0; batch < 3; batch += 1)
      await db
        .insertInto('file_versions')
        .values(Array.from({ length: 170 }, () => version))
        .execute();
    const page = await screens.open('/files', await profileOf(screens.test, 'admin@example.com'));
    await page.getByRole('button', { name: 'Details' }).first().click();
    await page.getByRole('tab', { name: 'Versions' }).click();
    const more = page.getByRole('button', { name: 'Show older versions' });
    await more.waitFor();
    const rowsBecome = (count: number) =>
      until(page, `document.querySelectorAll('[aria-label=Versions] li').length === ${count}`);
    // The current version is the first row.
    await rowsBecome(501);
    await more.click();
    await more.waitFor({ state: 'detached' });
    await rowsBecome(511);
  });
});
