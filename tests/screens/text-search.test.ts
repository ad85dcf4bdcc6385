import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { insertFiles } from '#features/files/server/core/files.queries.ts';
import { violationsEverywhere } from '#tests/axe.ts';
import { hold, until, useScreens } from '#tests/browser.ts';
import { long } from '#tests/long.ts';
import { makeFileType, makeTeam } from '#tests/make.ts';
import { randomName } from '#tests/test-app.ts';
import type { TestApp } from '#tests/test-app.ts';
import { saveTexts } from '#tests/texts.ts';

const title = 'In the text of documents';
const hostile = 'the winch <img src=x onerror="document.title=`ran`"> of </mark><b>Eve</b> &amp;';

/** Inserts files, those with a text as if it had been extracted. The first is the newest. */
async function addFiles(
  app: TestApp,
  files: readonly { name: string; text?: string; team?: number; type?: number }[],
): Promise<void> {
  const rows = files.map(({ name, team = 1, type = 1 }, index) => ({
    filename: name,
    filepath: randomName(),
    file_type_id: type,
    team_id: team,
    user_id: 1,
    size: 1000,
    sha256: randomName(),
    media_type: 'text/plain; charset=utf-8',
    blob_key: randomName(),
    uploaded_at: new Date(app.now().getTime() - (index + 1) * 60_000).toISOString(),
  }));
  const texts = files.map(({ text }, index) => ({ blobKey: rows[index]?.blob_key ?? '', text }));
  await app.ctx.db.transaction().execute(async (tx) => {
    await insertFiles(tx, rows);
    for (const { blobKey, text } of texts)
      if (text !== undefined) await tx.deleteFrom('work').where('key', '=', blobKey).execute();
  });
  await saveTexts(app, texts);
}

async function fillWorld(world: TestApp) {
  const finance = await makeTeam(world, 'Finance');
  const invoice = await makeFileType(world, 'Invoice');
  await addFiles(world, [
    { name: 'Winch manual.txt', text: 'How to grease the Winches of the quay.' },
    {
      name: 'Bill.txt',
      text: `One new WINCH, delivered. ${'And more of it. '.repeat(40)}`,
      team: finance,
      type: invoice,
    },
    { name: 'hostile.txt', text: hostile },
    ...Array.from({ length: 22 }, (_, index) => ({
      name: `Log ${index + 1}.txt`,
      text: `davit checked, day ${index}`,
    })),
    { name: 'Winch photo.jpg' },
  ]);
  await world.ctx.db.deleteFrom('work').execute();
  const bill = world.ctx.db.selectFrom('files').select('blob_key').where('filename', '=', 'Bill.txt');
  await world.ctx.db.updateTable('texts').set({ from_scan: 1 }).where('blob_key', 'in', bill).execute();
  return { finance };
}

describe('searching in the text of documents', () => {
  const screens = useScreens({}, fillWorld);
  // Each test begins with a page of its own.
  let page: Page;

  const section = () => page.locator('[data-in-text]');
  const rows = () => section().getByRole('listitem');
  const searchBox = () => page.getByRole('searchbox');
  const open = async (path: string) => {
    page = await screens.visit(path);
    await page.getByRole('heading', { name: 'Files & Documents' }).waitFor();
  };
  /** Waits for the first row's text as well, because `content-visibility` leaves it out until the row has been drawn. */
  const rowsBecome = (count: number) =>
    until(
      page,
      `((rows) => rows.length === ${count} && rows[0].innerText !== '')(document.querySelectorAll('[data-in-text] li'))`,
    );

  test('a search with a typing error offers the corrected one', async () => {
    await open('/files');
    await searchBox().fill('delvered');
    await page.getByText('Did you mean: delivered').waitFor();
    await page.getByRole('link', { name: 'delivered' }).click();
    await rowsBecome(1);
    assert.equal(await searchBox().inputValue(), 'delivered');
    assert.equal(await page.getByText('Did you mean').count(), 0);
  });

  test('matches are listed below the names, as plain text with the words marked', async () => {
    await open('/files');
    assert.equal(await section().count(), 0);
    await searchBox().fill('winch');
    await page.getByRole('heading', { name: title }).waitFor();
    await rowsBecome(3);
    const [first, second] = [rows().nth(0), rows().nth(1)];
    assert.match(
      await first.innerText(),
      /Winch manual\.txt[^]*In the text[^]*How to grease the Winches of the quay\.[^]*Also in the name/,
    );
    assert.deepEqual(await first.locator('mark').allInnerTexts(), ['Winch']);
    assert.match(
      await second.innerText(),
      /^Bill\.txt[^]*Invoice[^]*Finance[^]*From a scan[^]*One new WINCH, delivered[^]* …$/,
    );
    assert.doesNotMatch(await second.innerText(), /Also in the name/);
    // The matches by name above are unchanged.
    await page.getByText('Showing 2 of 26 files across 1 file types').waitFor();
    for (const name of ['View', 'Download']) await second.getByRole('link', { name }).waitFor();
    for (const name of ['Edit', 'Delete', 'Details']) await second.getByRole('button', { name }).waitFor();
    const last = rows().nth(2);
    assert.ok((await last.innerText()).includes(hostile.slice(4)), await last.innerText());
    assert.equal(await page.evaluate('document.querySelectorAll("[data-in-text] :is(img, b)").length'), 0);
    assert.match(await page.title(), /^Files/);
    await second.getByRole('button', { name: 'Details' }).click();
    await page.getByRole('dialog').getByText('Recognized in a scan').waitFor();
  });

  test('phrases, excluded words, the order and the total are on the page and in the address', async () => {
    await open('/files?q=winch');
    await rowsBecome(3);
    await section().getByText('3 files in all').waitFor();
    await section().getByRole('combobox', { name: 'Order of the documents' }).selectOption('Most relevant first');
    await page.waitForURL('**/files?texts=relevance&q=winch');
    await until(page, `document.querySelector('[data-in-text] li')?.innerText.startsWith('Winch manual.txt')`);
    await page.getByText('Use "quotes" for a phrase and -word to exclude files.').waitFor();
    await searchBox().fill('"new winch" -grease');
    await rowsBecome(1);
    assert.match(await rows().first().innerText(), /^Bill\.txt[^]*From a scan/);
  });

  test('the filters of the page apply to it, the grouping does not', async () => {
    await open(`/files?q=winch&team=${screens.world.finance}&by=team`);
    await rowsBecome(1);
    assert.match(await rows().first().innerText(), /^Bill\.txt/);
    await page.getByRole('button', { name: 'Clear Filters' }).click();
    await section().waitFor({ state: 'detached' });
  });

  test('until the next search is answered, the shown rows keep the marks of their own search', async () => {
    await open('/files?q=winch');
    await rowsBecome(3);
    const next = '**/api/files/text-search?*';
    const answer = await hold(page, next);
    await searchBox().fill('capstan');
    await page.locator('[aria-busy=true]').filter({ has: section() }).waitFor();
    assert.match(await rows().first().innerText(), /Also in the name/);
    answer();
    await section().waitFor({ state: 'detached' });
    await page.unroute(next);
  });

  test('matches only in texts are no empty result; the button shows more', async () => {
    await open('/files?q=davit+day');
    await rowsBecome(10);
    await page.getByText('22 files found in the text of documents').waitFor();
    await page.getByText('No file, team or person has this in the name.').waitFor();
    assert.equal(await page.getByText('No files found').count(), 0);
    const more = section().getByRole('button', { name: 'Show more' });
    await more.click();
    await rowsBecome(20);
    await more.focus();
    await page.keyboard.press('Enter');
    await rowsBecome(22);
    await more.waitFor({ state: 'detached' });
    // The button that had the focus is gone; the first new row has the focus.
    await until(page, `document.activeElement?.innerText?.startsWith('Log 21.txt')`);
    // These rows are selected like the others.
    await rows().nth(0).getByRole('checkbox').check();
    await rows()
      .nth(2)
      .getByRole('checkbox')
      .click({ modifiers: ['Shift'] });
    await page.getByText('3 files selected').first().waitFor();
    await page.keyboard.press('Escape');
  });

  test('without a match the page shows one hint, and mentions documents that wait for extraction', async () => {
    await open('/files?q=zeppelin');
    await page.getByText('No files match the current filters').waitFor();
    await page.getByText('Nothing found in the text of documents.').waitFor();
    assert.equal(await section().count(), 0);
    await addFiles(screens.test, [{ name: 'waits.txt' }, { name: 'waits too.txt' }]);
    await page.goto('/files?q=davit');
    await section().getByText('2 documents are still being read.').waitFor();
    await page.goto('/files?q=zeppelin');
    await page.getByText('Nothing found yet. 2 documents are still being read.').waitFor();
  });

  test('a failure keeps the matches of the names and can be tried again', async () => {
    page = await screens.visit('/healthz');
    await page.route('**/api/files/text-search?*', (route) => route.fulfill({ status: 500, json: { message: 'No.' } }));
    await page.goto('/files?q=winch');
    await section().getByRole('alert').getByText('The text of documents could not be searched.').waitFor();
    await page.getByText(/^Showing 2 of \d+ files across 1 file types$/).waitFor();
    await page.unroute('**/api/files/text-search?*');
    await section().getByRole('button', { name: 'Try again' }).click();
    await rowsBecome(3);
  });

  test('is accessible in light and dark, and on a phone the page does not scroll horizontally', long, async () => {
    await open('/files?q=winch');
    await rowsBecome(3);
    assert.deepEqual(await violationsEverywhere(page, [1440, 360]), []);
    await page.setViewportSize({ width: 360, height: 740 });
    await rows().nth(1).scrollIntoViewIfNeeded();
    assert.equal(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), 0);
    const snippet = await rows().nth(1).locator('mark').boundingBox();
    assert.ok(snippet && snippet.x >= 0 && snippet.x + snippet.width <= 360);
  });

  test('no page reported an error', () => assert.deepEqual(screens.problems, []));
});
