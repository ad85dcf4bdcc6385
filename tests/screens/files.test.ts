import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { becomes, typeSlowly, useScreens } from '#tests/browser.ts';
import { dayMs, fillFilesWorld, groupNames, isLoaded, minuteMs, rowOf, rows } from '#tests/files-page.ts';
import { long } from '#tests/long.ts';
import { makeFileType, makeTeam, makeUser } from '#tests/make.ts';
import { profileOf } from '#tests/signed-in.ts';
import { randomName } from '#tests/test-app.ts';

const phone = { viewport: { width: 360, height: 740 } };
const hostile = '<img src=x onerror="document.title=`ran`">"\'&amp;.png';
const longest = `${'A very long name without an end, '.repeat(8).slice(0, 251)}.pdf`;
const unbroken = `${'x'.repeat(251)}.txt`;
const arabic = 'تقرير الجودة (نهائي).pdf';
const oddNames = [hostile, longest, unbroken, arabic];

describe('the files page', () => {
  const screens = useScreens({}, fillFilesWorld);
  // Each test begins with a page of its own.
  let page!: Page;

  const open = async (path: string, who: 'admin' | { email: string } = 'admin', options = {}) => {
    const email = who === 'admin' ? undefined : who.email;
    const one = await screens.visit(path, email, { timezoneId: screens.world.zone, ...options });
    await isLoaded(one);
    return one;
  };
  /** Opens the page of a test, as the administrator. */
  const start = async (address = '/files') => {
    page = await open(address);
  };

  /** Opens a document without scripts, for a test that changes the responses of the first load. */
  const startEmpty = async () => {
    page = await screens.visit('/healthz', undefined, { timezoneId: screens.world.zone });
  };

  /** Inserts a file of each odd name, in a new type with this name. Returns the id of the type. */
  const addOddNames = async (named: string) => {
    const type = await makeFileType(screens.test, named);
    const team = await makeTeam(screens.test, `<i>Crew ${randomName()}</i>`);
    const { id: by } = await makeUser(screens.test, { role: 3, team, name: '<u>Eve</u>' });
    const { file, insert } = screens.world;
    await insert(...oddNames.map((name, index) => file(name, { team, type, by, ago: index * minuteMs })));
    return type;
  };

  const row = (name: string, on: Page = page) => rowOf(on, name);
  const group = (name: string, on: Page = page) =>
    on.locator('section').filter({ has: on.getByRole('heading', { name: new RegExp(`^${RegExp.escape(name)} `) }) });
  const names = async (of: Page | Locator) =>
    (await rows(of).allInnerTexts()).map((text) => text.split('\n')[0]?.trim());
  const searchBox = (on: Page = page) => on.getByRole('searchbox', { name: 'Search files, teams, or users...' });
  const filtersButton = () => page.getByRole('button', { name: 'Filters' }).first();
  const showing = (text: string) => page.getByText(text, { exact: true }).waitFor();
  const choose = async (label: string, option: string) => {
    if ((await page.getByLabel(label, { exact: true }).count()) === 0) await filtersButton().click();
    await page.getByLabel(label, { exact: true }).selectOption({ label: option });
  };
  const sidewaysPixels = async (on: Page) =>
    Number(await on.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth'));

  test('its title, and four cards that count files, teams, file types and the last seven days', async () => {
    await start();
    assert.match(await page.title(), /^Files & Documents/);
    assert.match(
      await page.getByRole('main').innerText(),
      /Total Files\s+22\s+Active Teams\s+4\s+File Types\s+4\s+This Week\s+15\s/,
    );
    assert.equal(await searchBox().getAttribute('placeholder'), 'Search files, teams, or users...');
  });

  test('groups by file types at first, and by teams at the switch, each group with count and description', async (context) => {
    await start();
    const grouping = page.getByRole('radiogroup', { name: 'Group by' });
    assert.equal(await grouping.getByRole('radio', { name: 'File Types' }).isChecked(), true);
    const unknown = `Unknown (ID: ${screens.world.retired})`;
    assert.deepEqual(await groupNames(page), [
      'Document 6 files',
      'Invoice 13 files',
      'Photo 2 files',
      'Waybill 0 files',
      `${unknown} 1 file`,
    ]);
    await group('Invoice').getByText('Bills and receipts', { exact: true }).waitFor();
    await group('Waybill').getByText('No files in this file type', { exact: true }).waitFor();

    await grouping.getByText('Teams', { exact: true }).click();
    await becomes(context, () => groupNames(page), [
      'Finance 4 files',
      'General 5 files',
      'Harbour 13 files',
      'Quiet Quay 0 files',
    ]);
    await group('Finance').getByText('Keeps the books', { exact: true }).waitFor();
    await group('Quiet Quay').getByText('No files in this team', { exact: true }).waitFor();
    assert.equal(await page.getByText('Showing').count(), 0);
  });

  test('a row shows name, type, uploader, date and size, and its team only when grouped by file type', async () => {
    await start();
    const date = (ago: number) =>
      new Date(screens.world.now.getTime() - ago).toLocaleDateString('en-US', {
        dateStyle: 'medium',
        timeZone: screens.world.zone,
      });
    const crane = `crane.jpg File Type Photo Uploaded by Gerda Gone Team Finance Uploaded ${date(10 * dayMs)} 300 Bytes`;
    const asRead = async (name: string) => (await row(name).innerText()).replace(/\s+/g, ' ').trim();
    assert.equal(await asRead('crane.jpg'), crane);
    // 20 hours before noon is yesterday there, even if the server is in another zone.
    assert.match(
      await asRead('yesterday.txt'),
      new RegExp(`Team General Uploaded ${date(20 * 60 * minuteMs)} 4.77 MB$`),
    );
    assert.match(await asRead('Unnamed File'), /^Unnamed File File Type Photo Uploaded by Magda Keel Team Harbour /);
    assert.match(
      await asRead('old form.doc'),
      new RegExp(`File Type Unknown \\(ID: ${screens.world.retired}\\) Uploaded by Gerda Gone`),
    );

    await start('/files?by=team');
    assert.equal(await asRead('crane.jpg'), crane.replace('Team Finance ', ''));
  });

  test('a row names each missing field of a file', async () => {
    await startEmpty();
    await page.route('**/api/files/overview?*', async (route) => {
      const answer = await (await route.fetch()).json();
      for (const one of answer.groups)
        for (const file of one.files)
          if (file.filename === 'crane.jpg') Object.assign(file, { file_type_id: null, user: null, uploaded_at: null });
      await route.fulfill({ json: answer });
    });
    await page.goto('/files');
    await isLoaded(page);
    const text = (await row('crane.jpg').innerText()).replace(/\s+/g, ' ');
    assert.match(text, /File Type No Type Selected Uploaded by Unknown Team Finance Uploaded Unknown Date 300 Bytes/);
  });

  test('a group shows five files, then five more at a click, and in the end the rest', async (context) => {
    await start();
    const invoices = group('Invoice');
    await becomes(
      context,
      () => names(invoices),
      [1, 2, 3, 4, 5].map((number) => `invoice ${number}.pdf`),
    );
    await invoices.getByRole('button', { name: 'Show 5 more files (8 remaining)', exact: true }).click();
    await becomes(context, async () => (await names(invoices)).length, 10);
    await invoices.getByRole('button', { name: 'Show 3 more files (3 remaining)', exact: true }).click();
    await becomes(context, () => names(invoices), [
      ...Array.from({ length: 12 }, (_, index) => `invoice ${index + 1}.pdf`),
      'Budget 9.xlsx',
    ]);
    assert.equal(await invoices.getByRole('button', { name: /more files/ }).count(), 0);
    assert.equal(await group('Document').getByRole('button', { name: 'Show 1 more files (1 remaining)' }).count(), 1);
  });

  test('the keyboard keeps its position when the last files are shown', async (context) => {
    await start();
    const more = group('Document').getByRole('button', { name: 'Show 1 more files (1 remaining)' });
    await more.focus();
    await page.keyboard.press('Enter');
    await row('two years.txt').waitFor();
    await becomes(context, () => page.evaluate('document.activeElement.innerText.split("\\n")[0]'), 'two years.txt');
  });

  test('groups collapse and open again, by mouse and keyboard, and keep the number of shown files', async () => {
    await start();
    const fold = group('Photo').getByRole('button', { name: 'Photo 2 files' });
    assert.equal(await fold.getAttribute('aria-expanded'), 'true');
    await fold.click();
    await row('crane.jpg').waitFor({ state: 'hidden' });
    assert.equal(await fold.getAttribute('aria-expanded'), 'false');
    await row('yesterday.txt').waitFor();
    await fold.press('Enter');
    await row('crane.jpg').waitFor();
    assert.equal(await fold.getAttribute('aria-expanded'), 'true');
  });

  test('the search finds by a part of a file’s, a team’s or an uploader’s name, in any case', async (context) => {
    await start();
    await searchBox().fill('BUDGET');
    await showing('Showing 2 of 22 files across 2 file types');
    await becomes(context, () => names(page), ['Budget 10.xlsx', 'Budget 9.xlsx']);
    await searchBox().fill('fInAn');
    await showing('Showing 4 of 22 files across 4 file types');
    await searchBox().fill('gerda g');
    await showing('Showing 2 of 22 files across 2 file types');
    await becomes(context, () => names(page), ['crane.jpg', 'old form.doc']);
    await page.getByRole('radiogroup', { name: 'Group by' }).getByText('Teams', { exact: true }).click();
    await showing('Showing 2 of 22 files across 1 teams');
    await page.getByRole('button', { name: 'Clear Filters' }).click();
    await page.getByText(/^Showing/).waitFor({ state: 'hidden' });
    assert.equal(await searchBox().inputValue(), '');
  });

  test('the search waits until typing has paused for 300 ms and then asks once', async () => {
    // A page of its own, because its clock stays replaced.
    const timed = await screens.open('/files', await profileOf(screens.test, 'admin@example.com'));
    await isLoaded(timed);
    const searches: (string | null)[] = [];
    timed.on('request', (request) => {
      const url = new URL(request.url());
      if (url.pathname === '/api/files/overview') searches.push(url.searchParams.get('search'));
    });
    const pause = await typeSlowly(timed, searchBox(timed), 'gerda gone', 300);
    assert.deepEqual(searches, []);
    await pause();
    await timed.getByText('Showing 2 of 22 files across 2 file types', { exact: true }).waitFor();
    assert.deepEqual(searches, ['gerda gone']);
  });

  test('a status message announces the number of files found', async (context) => {
    await start();
    const received = async () => (await page.getByRole('status').allInnerTexts()).filter((text) => text !== '');
    assert.deepEqual(await received(), []);
    await searchBox().fill('crane');
    await becomes(context, received, ['1 file found']);
    await searchBox().fill('budget');
    await becomes(context, received, ['2 files found']);
    await searchBox().fill('no such thing');
    await becomes(context, received, ['0 files found']);
  });

  test('a search without results says that no files match', async () => {
    await start();
    await searchBox().fill('no such thing');
    await showing('Showing 0 of 22 files across 0 file types');
    await page.getByText('No files found', { exact: true }).waitFor();
    await page.getByText('No files match the current filters', { exact: true }).waitFor();
    assert.match(await page.getByRole('main').innerText(), /Total Files\s+22/);
  });

  test('the Filters button opens Team, File Type, Upload Date and Sort By', async () => {
    await start();
    assert.equal(await page.getByLabel('Sort By').count(), 0);
    assert.equal(await filtersButton().getAttribute('aria-expanded'), 'false');
    await filtersButton().click();
    const options = (label: string) => page.getByLabel(label, { exact: true }).getByRole('option').allInnerTexts();
    assert.deepEqual(await options('Upload Date'), ['All Time', 'Today', 'This Week', 'This Month', 'This Year']);
    assert.deepEqual(await options('Sort By'), ['Upload Date', 'File Name', 'File Size', 'File Type']);
    assert.deepEqual(await options('Team'), ['All Teams', 'Finance', 'General', 'Harbour', 'Quiet Quay']);
    assert.deepEqual(await options('File Type'), ['All File Types', 'Document', 'Invoice', 'Photo', 'Waybill']);
    await filtersButton().click();
    await page.getByLabel('Sort By').waitFor({ state: 'detached' });
  });

  test('each filter narrows the list, and the badge counts those that are active', async (context) => {
    await start();
    const badge = async () => (await filtersButton().innerText()).replace(/\D/g, '');
    assert.equal(await badge(), '');
    await choose('Team', 'Finance');
    await showing('Showing 4 of 22 files across 4 file types');
    assert.equal(await badge(), '1');
    await choose('File Type', 'Invoice');
    await showing('Showing 1 of 22 files across 1 file types');
    await becomes(context, () => names(page), ['Budget 9.xlsx']);
    assert.equal(await badge(), '2');
    await choose('Upload Date', 'This Week');
    await page.getByText('No files match the current filters').waitFor();
    assert.equal(await badge(), '3');
    await choose('Sort By', 'File Size');
    assert.equal(await badge(), '3');
    await page.getByRole('button', { name: 'Clear Filters' }).first().click();
    await becomes(context, () => groupNames(page), [
      'Document 6 files',
      'Invoice 13 files',
      'Photo 2 files',
      'Waybill 0 files',
      `Unknown (ID: ${screens.world.retired}) 1 file`,
    ]);
    assert.equal(await badge(), '');
    assert.equal(await page.getByRole('button', { name: 'Clear Filters' }).count(), 0);
    assert.equal(await page.getByLabel('Team', { exact: true }).inputValue(), '');
  });

  test('Today begins at the reader’s midnight; a week, a month and a year reach back that far', async (context) => {
    await start('/files?by=team&team=1');
    await choose('Upload Date', 'Today');
    await page.getByText('No files match the current filters').waitFor();
    const older = ['yesterday.txt', 'three days.txt', 'three weeks.txt', 'half a year.txt', 'two years.txt'];
    for (const [option, count] of [
      ['This Week', 2],
      ['This Month', 3],
      ['This Year', 4],
      ['All Time', 5],
    ] as const) {
      await choose('Upload Date', option);
      await becomes(context, () => names(group('General')), older.slice(0, count));
    }
    await choose('Team', 'Harbour');
    await choose('Upload Date', 'Today');
    await showing('Showing 12 of 22 files across 1 teams');
  });

  test('each sort order shows another order', async (context) => {
    await start('/files?by=team');
    const finance = group('Finance');
    await becomes(context, () => names(finance), ['Budget 10.xlsx', 'crane.jpg', 'Budget 9.xlsx', 'old form.doc']);
    const orders = {
      'File Name': ['Budget 9.xlsx', 'Budget 10.xlsx', 'crane.jpg', 'old form.doc'],
      'File Size': ['old form.doc', 'crane.jpg', 'Budget 9.xlsx', 'Budget 10.xlsx'],
      'File Type': ['Budget 10.xlsx', 'Budget 9.xlsx', 'crane.jpg', 'old form.doc'],
      'Upload Date': ['Budget 10.xlsx', 'crane.jpg', 'Budget 9.xlsx', 'old form.doc'],
    };
    for (const [order, expected] of Object.entries(orders)) {
      await choose('Sort By', order);
      await becomes(context, () => names(finance), expected);
    }
  });

  test('a heading sorts each group, again in reverse; the address and Sort By show the order', async (context) => {
    await start('/files?by=team');
    const heading = (name: string) => page.getByRole('columnheader', { name });
    await heading('Name').getByRole('button').press('Enter');
    await becomes(context, () => names(group('Finance')), [
      'Budget 9.xlsx',
      'Budget 10.xlsx',
      'crane.jpg',
      'old form.doc',
    ]);
    assert.equal(await heading('Name').getAttribute('aria-sort'), 'ascending');
    await heading('Name').getByRole('button').press('Enter');
    await becomes(context, () => names(group('Finance')), [
      'old form.doc',
      'crane.jpg',
      'Budget 10.xlsx',
      'Budget 9.xlsx',
    ]);
    assert.match(page.url(), /sort=filename&order=desc/);
    assert.equal(await heading('Name').getAttribute('aria-sort'), 'descending');
    await page.getByRole('button', { name: 'Filters' }).click();
    const sortBy = page.getByLabel('Sort By');
    assert.equal(await sortBy.locator('option:checked').textContent(), 'File Name, reversed');
    await sortBy.selectOption('File Name');
    await becomes(context, async () => (await names(group('Finance')))[0], 'Budget 9.xlsx');
  });

  test('show more keeps the chosen order', async (context) => {
    await start('/files?by=team&sort=filename');
    await group('Harbour').getByRole('button', { name: 'Show 5 more files (8 remaining)' }).click();
    await becomes(context, () => names(group('Harbour')), [
      'Unnamed File',
      ...Array.from({ length: 9 }, (_, index) => `invoice ${index + 1}.pdf`),
    ]);
  });

  test('the address keeps search, filters, order and grouping over a reload, and Back takes the last choice back', async (context) => {
    await start();
    await choose('Team', 'Finance');
    await showing('Showing 4 of 22 files across 4 file types');
    await choose('Sort By', 'File Size');
    await page.waitForURL(/sort=size/);
    await searchBox().fill('budget');
    await showing('Showing 2 of 22 files across 2 file types');
    await page.getByRole('radiogroup', { name: 'Group by' }).getByText('Teams', { exact: true }).click();
    await showing('Showing 2 of 22 files across 1 teams');

    await page.reload();
    await showing('Showing 2 of 22 files across 1 teams');
    assert.equal(await searchBox().inputValue(), 'budget');
    // The rows are drawn after the numbers.
    await becomes(context, () => names(page), ['Budget 9.xlsx', 'Budget 10.xlsx']);
    await page.getByRole('button', { name: 'Remove the filter Finance' }).waitFor();
    await filtersButton().click();
    assert.equal(await page.getByLabel('Sort By').inputValue(), 'size');
    assert.equal(await page.getByRole('radio', { name: 'Teams' }).isChecked(), true);

    await page.goBack();
    await showing('Showing 2 of 22 files across 2 file types');
    assert.equal(await page.getByRole('radio', { name: 'File Types' }).isChecked(), true);
    await page.goBack();
    await showing('Showing 4 of 22 files across 4 file types');
    assert.equal(await searchBox().inputValue(), '');
    assert.equal(await page.getByLabel('Sort By').inputValue(), 'uploaded_at');
  });

  test('a failure to load the files shows a toast and a button to try again', async () => {
    await startEmpty();
    await page.route('**/api/files/overview?*', (route) =>
      route.fulfill({ status: 500, json: { message: 'The disk is away.' } }),
    );
    await page.goto('/files');
    await page.getByRole('alert').filter({ hasText: 'Failed to load data' }).getByText('The disk is away.').waitFor();
    await page.getByRole('heading', { name: 'Files & Documents' }).waitFor();
    await page.unroute('**/api/files/overview?*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await row('yesterday.txt').waitFor();
  });

  test('a failure to load the next files of a group can be retried', long, async (context) => {
    await startEmpty();
    // The page fetches the next files in advance, so the failure has to be in place before it loads.
    await page.route('**/api/files/group?*', (route) => route.fulfill({ status: 500, body: '' }));
    await page.goto('/files?type=' + screens.world.invoice);
    await isLoaded(page);
    await page.getByRole('button', { name: /^Show 5 more files/ }).click();
    await page.getByText('These files could not be loaded.').waitFor();
    await page.unroute('**/api/files/group?*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await becomes(context, async () => (await names(page)).length, 10);
  });

  test('an ordinary user edits only own uploads, and deletes only those of the last 24 hours', async () => {
    const ulf = await open('/files', screens.world.ulf);
    assert.match(await ulf.getByRole('main').innerText(), /Total Files\s+13\s+Active Teams\s+1\s/);
    const actions = async (name: string, on: Page) => {
      const controls = await row(name, on).getByRole('link').or(row(name, on).getByRole('button')).all();
      const labels = await Promise.all(controls.map((control) => control.getAttribute('aria-label')));
      return labels.filter((label) => label !== null);
    };
    const ofOwn = ['Preview', 'View', 'Download', 'Edit', 'Delete', 'Details'];
    const named = (labels: readonly string[], name: string) => labels.map((label) => `${label} ${name}`);
    assert.deepEqual(await actions('invoice 1.pdf', ulf), named(ofOwn, 'invoice 1.pdf'));
    const ofOthers = ['Preview', 'View', 'Download', 'Details'];
    assert.deepEqual(await actions('Unnamed File', ulf), named(ofOthers, 'Unnamed File'));
    assert.equal(await row('yesterday.txt', ulf).count(), 0);

    const magda = await open('/files', screens.world.magda);
    assert.match(await magda.getByRole('main').innerText(), /Total Files\s+17\s+Active Teams\s+2\s/);
    for (const name of ['invoice 1.pdf', 'Budget 10.xlsx'])
      assert.deepEqual(await actions(name, magda), named(ofOwn, name));
  });

  test('a user without a team and without files sees the hint for an empty list', async () => {
    const newcomer = await open('/files?by=team', await makeUser(screens.test, { role: 3, team: null }));
    await newcomer.getByText('No files found', { exact: true }).waitFor();
    assert.equal(await newcomer.getByText('No files match the current filters').count(), 0);
  });

  test('with the keyboard alone: to a row’s actions, into the dialog, and Escape leads back', async (context) => {
    await start();
    await searchBox().focus();
    const focused = () =>
      page.evaluate('document.activeElement.getAttribute("aria-label") ?? document.activeElement.innerText.trim()');
    const walked: unknown[] = [];
    while (walked.at(-1) !== 'Edit yesterday.txt' && walked.length < 12) {
      await page.keyboard.press('Tab');
      walked.push(await focused());
    }
    assert.deepEqual(
      walked.slice(-4),
      ['Preview', 'View', 'Download', 'Edit'].map((action) => `${action} yesterday.txt`),
    );
    await page.keyboard.press('Enter');
    const field = page.getByRole('dialog').getByLabel('New filename');
    await field.waitFor();
    await becomes(context, () => page.evaluate('document.activeElement.value'), 'yesterday.txt');
    // Typing replaces the name and leaves its ending.
    await page.keyboard.type('eve');
    assert.equal(await field.inputValue(), 'eve.txt');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await becomes(context, focused, 'Edit yesterday.txt');
  });

  test('with many teams, the files of teams further down load on scrolling there', long, async (context) => {
    const quays = [];
    for (let number = 101; number <= 140; number += 1) quays.push(await makeTeam(screens.test, `Quay ${number}`));
    const fileOf = (team: number) =>
      screens.world.file(`of team ${team}.txt`, {
        team,
        type: screens.world.invoice,
        by: screens.world.magda.id,
        ago: 800 * dayMs,
      });
    await screens.world.insert(...quays.map(fileOf));
    await start('/files?by=team');
    const last = row(`of team ${quays.at(-1)}.txt`);
    assert.equal(await last.count(), 0);
    await searchBox().blur();
    await context.waitFor(
      async () => {
        await page.keyboard.press('End');
        assert.equal(await last.isVisible(), true);
      },
      { interval: 40, timeout: 60_000 },
    );
    // Groups that the jump skipped are loaded when they are scrolled into view.
    await page.getByRole('heading', { name: 'Quay 121 1 file' }).scrollIntoViewIfNeeded();
    await row(`of team ${quays[20]}.txt`).waitFor();
  });

  test('long, right-to-left and hostile names are shown as the text they are', async () => {
    const named = `<b>Bold & "quoted" ${randomName()}</b>`;
    const type = await addOddNames(named);
    await start(`/files?type=${type}`);
    for (const name of oddNames) await row(name).waitFor();
    const text = await row(hostile).innerText();
    for (const shown of [named, '<u>Eve</u>', '<i>Crew ']) assert.ok(text.includes(shown), text);
    await page.getByRole('heading', { name: named }).waitFor();
    const markup = 'document.querySelectorAll("main img, main b, main i, main u").length';
    assert.equal(await page.evaluate(markup), 0);
    assert.match(await page.title(), /^Files/);
    await row(hostile).getByRole('button', { name: 'Edit' }).click();
    assert.equal(await page.getByLabel('New filename').inputValue(), hostile);
    assert.equal(await page.evaluate('document.querySelectorAll("[role=dialog] img").length'), 0);
    await page.keyboard.press('Escape');
    assert.equal(await sidewaysPixels(page), 0);

    await searchBox().fill(hostile);
    const total = /Total Files\s+(\d+)/.exec(await page.getByRole('main').innerText())?.[1];
    await showing(`Showing 1 of ${total} files across 1 file types`);
    await row(hostile).waitFor();
  });

  test('on a phone the page does not scroll horizontally, and every action is on screen', async () => {
    const type = await addOddNames(`Odd ${randomName()}`);
    const small = await open(`/files?type=${type}`, 'admin', phone);
    await small.getByRole('button', { name: /^Filters/ }).click();
    await small.getByLabel('Sort By').waitFor();
    await row(arabic, small).scrollIntoViewIfNeeded();
    assert.equal(await sidewaysPixels(small), 0);
    for (const name of oddNames) {
      const text = await row(name, small).getByText(name, { exact: true }).boundingBox();
      assert.ok(text && text.x >= 0 && text.x + text.width <= 360, name);
      for (const action of [
        row(name, small).getByRole('link', { name: 'View' }),
        row(name, small).getByRole('link', { name: 'Download' }),
        row(name, small).getByRole('button', { name: 'Edit' }),
        row(name, small).getByRole('button', { name: 'Delete' }),
      ]) {
        const box = await action.boundingBox();
        assert.ok(box && box.x >= 0 && box.x + box.width <= 360 && box.width >= 24 && box.height >= 24, name);
      }
    }
    await row(unbroken, small).getByRole('button', { name: 'Edit' }).click();
    await small.getByRole('dialog').getByLabel('New filename').waitFor();
    assert.equal(await sidewaysPixels(small), 0);
    const dialog = await small.getByRole('dialog').boundingBox();
    assert.ok(dialog && dialog.x >= 0 && dialog.x + dialog.width <= 360);
  });

  test('no page reported an error', () => assert.deepEqual(screens.problems, []));
});
