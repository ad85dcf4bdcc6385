import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { filesContract } from '#features/files/files.contract.ts';
import type { File } from '#features/files/files.contract.ts';
import { selectionContract } from '#features/files/selection.contract.ts';
import { violationsEverywhere } from '#tests/axe.ts';
import { until, useScreens } from '#tests/browser.ts';
import { asAdmin, makeFileType, makeTeam, makeUser, signedIn, upload } from '#tests/make.ts';
import { profileOf } from '#tests/signed-in.ts';
import type { Visitor } from '#tests/visitor.ts';

const hostile = '<b onclick="document.title=`ran`">bold.txt';
const unbroken = `${'x'.repeat(251)}.txt`;
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

test('the details of a file', async (t) => {
  const screens = useScreens();
  let page!: Page;
  let admin!: Visitor;
  let ana!: { id: number; email: string };
  let harbour!: number;

  const row = (name: string, on: Page = page) =>
    on
      .getByRole('main')
      .getByRole('listitem')
      .filter({ has: on.getByText(name, { exact: true }) });
  const drawer = (on: Page = page) => on.getByRole('dialog').filter({ has: on.getByRole('tablist') });
  const openDetails = async (name: string, on: Page = page): Promise<Locator> => {
    await row(name, on).getByRole('button', { name: 'Details' }).click();
    await drawer(on).getByRole('heading', { name }).waitFor();
    return drawer(on);
  };
  const close = async () => {
    await page.keyboard.press('Escape');
    await drawer().waitFor({ state: 'hidden' });
  };
  const start = async (on: Page = page) => {
    await on.goto('/files');
    await on.getByRole('link', { name: 'View' }).first().waitFor();
  };
  const facts = async () => {
    const terms = await drawer().getByRole('term').allInnerTexts();
    const values = await drawer().getByRole('definition').allInnerTexts();
    return Object.fromEntries(terms.map((term, index) => [term, values[index]?.trim()]));
  };
  const replace = async (visitor: Visitor, id: number, bytes: string, filename?: string) => {
    const input = { id, _method: 'PUT' as const, ...(filename === undefined ? {} : { filename }) };
    const answer = await visitor.call(filesContract.update, input, [{ name: 'x', bytes }]);
    assert.equal(answer.status, 200, answer.raw.body);
  };
  const rename = async (visitor: Visitor, id: number, filename: string) => {
    const answer = await visitor.call(filesContract.update, { id, _method: 'PUT', filename }, []);
    assert.equal(answer.status, 200, answer.raw.body);
  };
  const becomes = (context: TestContext, read: () => unknown, expected: unknown) =>
    context.waitFor(async () => assert.deepEqual(await read(), expected), { interval: 40, timeout: 60_000 });
  const versions = () => drawer().getByRole('list', { name: 'Versions' }).getByRole('listitem');
  const contents = async () =>
    (await versions().allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').replace(/^.*? [AP]M /, ''));
  const isSideways = 'document.documentElement.scrollWidth > document.documentElement.clientWidth';

  await t.test('say what it is, whose, where, how large, and its checksum', async (context) => {
    admin = await asAdmin(screens.test);
    harbour = await makeTeam(screens.test, 'Harbour');
    const invoice = await makeFileType(screens.test, 'Invoice');
    ana = await makeUser(screens.test, { role: 3, team: harbour, name: 'Ana Quay' });
    const own = await signedIn(screens.test, ana.email);
    const [tide] = (await upload(own, invoice, { name: 'tide.txt', bytes: 'first' })) as [File];
    await upload(admin, 1, { name: 'of admin.txt' });
    await rename(own, tide.id, 'ebb.txt');
    await replace(admin, tide.id, 'the second');
    await own.send({ method: 'GET', url: `/storage/${tide.filepath}?download=1` });
    const retyped = await admin.call(selectionContract.changeType, { ids: [tide.id], file_type_id: 1 });
    assert.equal(retyped.status, 200, retyped.raw.body);

    const options = { permissions: ['clipboard-read', 'clipboard-write'] };
    page = await screens.open('about:blank', {
      ...(await profileOf(screens.test, 'admin@example.com')),
      ...options,
    });
    await start();
    await openDetails('ebb.txt');
    await drawer().getByRole('tab', { name: 'Details', selected: true }).waitFor();
    await becomes(context, async () => (await facts())['Downloads'], '1');
    const said = await facts();
    assert.match(String(said['Uploaded']), /\d{4}, \d+:\d\d [AP]M$/);
    assert.match(String(said['Current version']), /^Administrator, .*\d{4}, \d+:\d\d [AP]M$/);
    assert.deepEqual(
      { ...said, Uploaded: '', 'Current version': '' },
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
    assert.equal(await drawer().getByRole('link', { name: 'View' }).getAttribute('href'), `/storage/${tide.filepath}`);
    assert.equal(
      await drawer().getByRole('link', { name: 'Download' }).getAttribute('href'),
      `/storage/${tide.filepath}?download=1`,
    );
  });

  await t.test(
    'the checksum is copied at a click, also where the browser has no clipboard for pages',
    async (context) => {
      const copy = drawer().getByRole('button', { name: 'Copy SHA-256' });
      await copy.click();
      await page.getByRole('status').getByText('SHA-256 copied').waitFor();
      await becomes(context, () => page.evaluate('navigator.clipboard.readText()'), sha256('the second'));
      await page.evaluate('navigator.clipboard.writeText("something else")');
      await page.evaluate(`Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true })`);
      await copy.click();
      await page.evaluate(`delete navigator.clipboard`);
      await becomes(context, () => page.evaluate('navigator.clipboard.readText()'), sha256('the second'));
    },
  );

  await t.test('are left by Escape, and the focus returns to the row’s button', async () => {
    await close();
    await until(page, 'document.activeElement.getAttribute("aria-label") === "Details"');
    assert.match(String(await page.evaluate('document.activeElement.closest("li").innerText')), /^ebb\.txt/);
    await page.keyboard.press('Enter');
    await drawer().waitFor();
    await drawer().getByRole('button', { name: 'Close' }).click();
    await drawer().waitFor({ state: 'hidden' });
    await until(page, 'document.activeElement.getAttribute("aria-label") === "Details"');
  });

  await t.test('by keyboard: the arrows lead from section to section', async () => {
    await openDetails('ebb.txt');
    await drawer().getByRole('tab', { name: 'Details' }).focus();
    await page.keyboard.press('ArrowRight');
    await drawer().getByRole('tab', { name: 'Versions', selected: true }).waitFor();
    await page.keyboard.press('ArrowRight');
    await drawer().getByRole('tab', { name: 'Activity', selected: true }).waitFor();
  });

  await t.test('tell who did what and when, newest first', async (context) => {
    const sentences = () => drawer().getByRole('list', { name: 'Activity' }).getByRole('paragraph').allInnerTexts();
    await becomes(context, sentences, [
      'Administrator changed its type from Invoice to Document',
      'Ana Quay downloaded it',
      'Administrator replaced its content',
      'Ana Quay renamed it from tide.txt to ebb.txt',
      'Ana Quay uploaded it',
    ]);
    assert.equal(await drawer().getByRole('list', { name: 'Activity' }).getByRole('time').count(), 5);
    assert.deepEqual(await violationsEverywhere(page, [1440, 360]), []);
  });

  await t.test(
    'list the versions: who, when, how large; each is viewed in a new tab and downloaded',
    async (context) => {
      await drawer().getByRole('tab', { name: 'Versions' }).click();
      await becomes(context, contents, ['Current Administrator · 10 Bytes', 'Ana Quay · 5 Bytes']);
      assert.deepEqual(await violationsEverywhere(page, [1440, 360]), []);
      const tab = page.context().waitForEvent('page');
      await versions().last().getByRole('link', { name: 'View' }).click();
      await (await tab).getByText('first', { exact: true }).waitFor();
      await (await tab).close();
      const download = page.waitForEvent('download');
      await versions().last().getByRole('link', { name: 'Download' }).click();
      assert.equal(await readFile(await (await download).path(), 'utf8'), 'first');
    },
  );

  await t.test('a version is restored after a question, and what was there is kept', async (context) => {
    const dialog = page.getByRole('dialog', { name: 'Restore this version?' });
    assert.equal(await versions().first().getByRole('button', { name: 'Restore' }).count(), 0);
    const restore = versions().last().getByRole('button', { name: 'Restore' });
    await restore.click();
    await dialog.getByText('The current content is kept as a version.').waitFor();
    assert.deepEqual(await violationsEverywhere(page, [1440, 360]), []);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    assert.equal(await drawer().isVisible(), true, 'Escape closes the question only');
    await until(page, 'document.activeElement.getAttribute("aria-label") === "Restore"');

    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Restore' }).click();
    await page.getByRole('status').getByText('"ebb.txt" has its earlier content again').waitFor();
    await dialog.waitFor({ state: 'hidden' });
    await becomes(context, contents, [
      'Current Administrator · 5 Bytes',
      'Administrator · 10 Bytes',
      'Ana Quay · 5 Bytes',
    ]);
    await until(page, 'document.activeElement.getAttribute("aria-label") === "Restore"');
    await drawer().getByRole('tab', { name: 'Activity' }).click();
    await drawer()
      .getByText(/^Administrator restored the version of .*[AP]M$/)
      .waitFor();
    await close();
    await row('ebb.txt').getByText('5 Bytes').waitFor();
  });

  await t.test('a restore that is refused says so and why', async () => {
    await openDetails('ebb.txt');
    await drawer().getByRole('tab', { name: 'Versions' }).click();
    await page.route('**/versions/*/restore', (route) =>
      route.fulfill({ status: 409, json: { message: 'Someone else replaced this file a moment ago.' } }),
    );
    await versions().last().getByRole('button', { name: 'Restore' }).click();
    await page.getByRole('dialog', { name: 'Restore this version?' }).getByRole('button', { name: 'Restore' }).click();
    const alert = page.getByRole('alert').filter({ hasText: 'Failed to restore the version' });
    await alert.getByText('Someone else replaced this file a moment ago.').waitFor();
    await page.unroute('**/versions/*/restore');
    await close();
  });

  await t.test('a file that was never replaced has no earlier versions', async () => {
    await openDetails('of admin.txt');
    await drawer().getByRole('tab', { name: 'Versions' }).click();
    await drawer().getByText('No earlier versions', { exact: true }).waitFor();
    await close();
  });

  await t.test('details that cannot be loaded can be tried again', async () => {
    await page.route(/\/api\/files\/\d+$/, (route) => route.fulfill({ status: 500, body: '' }));
    await openDetails('ebb.txt');
    await drawer().getByText('Failed to load the details', { exact: true }).waitFor();
    await page.unroute(/\/api\/files\/\d+$/);
    await drawer().getByRole('button', { name: 'Try again' }).click();
    await drawer().getByText('Ana Quay', { exact: true }).waitFor();
    await close();
  });

  await t.test('whoever may edit a file may restore its versions, and nobody else', async () => {
    const fellow = await makeUser(screens.test, { role: 3, team: harbour });
    for (const [who, restores] of [
      [ana, 2],
      [fellow, 0],
    ] as const) {
      const own = await screens.open('/files', await profileOf(screens.test, who.email));
      await own.getByRole('link', { name: 'View' }).first().waitFor();
      await openDetails('ebb.txt', own);
      await drawer(own).getByRole('tab', { name: 'Versions' }).click();
      const list = drawer(own).getByRole('list', { name: 'Versions' });
      await list.getByText('Ana Quay · 5 Bytes').waitFor();
      assert.equal(await list.getByRole('button', { name: 'Restore' }).count(), restores);
      assert.equal(await list.getByRole('link', { name: 'Download' }).count(), 3);
    }
  });

  await t.test('an earlier name is said, and names are text, however long', async () => {
    const [odd, long] = (await upload(admin, 1, { name: hostile }, { name: unbroken })) as [File, File];
    await replace(admin, odd.id, 'bytes', 'harmless.txt');
    await rename(admin, long.id, `y${unbroken.slice(1)}`);
    await start();
    await openDetails('harmless.txt');
    await drawer().getByRole('tab', { name: 'Versions' }).click();
    await drawer().getByText(`Was named ${hostile}`, { exact: true }).waitFor();
    await drawer().getByRole('tab', { name: 'Activity' }).click();
    await drawer().getByText(`Administrator renamed it from ${hostile} to harmless.txt`, { exact: true }).waitFor();
    assert.equal(await page.evaluate('document.querySelectorAll("[role=dialog] b").length'), 0);
    await close();

    await page.setViewportSize({ width: 360, height: 740 });
    await openDetails(`y${unbroken.slice(1)}`);
    for (const name of ['Details', 'Versions', 'Activity']) {
      await drawer().getByRole('tab', { name }).click();
      await drawer().getByRole('tab', { name, selected: true }).waitFor();
      assert.equal(await page.evaluate(isSideways), false);
      assert.equal(
        await page.evaluate('[...document.querySelectorAll("[role=dialog]")].some((one) => one.scrollWidth > 360)'),
        false,
        name,
      );
    }
    assert.deepEqual(await violationsEverywhere(page, [360]), []);
    await close();
  });

  await t.test('no page had an error', () => assert.deepEqual(screens.problems, []));
});

test('a file with more versions than one page', async (t) => {
  const screens = useScreens();
  await t.test('lists the older ones on request', async () => {
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
    const rows = page.getByRole('list', { name: 'Versions' }).getByRole('listitem');
    const more = page.getByRole('button', { name: 'Show older versions' });
    await more.waitFor();
    // The current version is the first row.
    assert.equal(await rows.count(), 501);
    await more.click();
    await more.waitFor({ state: 'detached' });
    assert.equal(await rows.count(), 511);
  });
});
