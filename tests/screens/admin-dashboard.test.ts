import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { lastMonths } from '#features/dashboards/dashboards.rules.ts';
import { hold, until, useScreens } from '#tests/browser.ts';
import type { Screens } from '#tests/browser.ts';
import { long } from '#tests/long.ts';
import { asAdmin, makeFileType, makeTeam, makeUser, signedInAs, upload } from '#tests/make.ts';
import type { TestApp } from '#tests/test-app.ts';

// The first time zone in which a day begins; in the zone of the server it may still be yesterday.
const timezoneId = 'Pacific/Kiritimati';

/** Replaces the narrow space that Intl puts before AM by an ordinary one. */
const plain = (text: string) => text.replace(/\s+/g, ' ').trim();

/** Returns the text of the page, from its title to its end. */
const read = async (page: Page) => plain(await page.getByRole('main').innerText());

const types = 'File Type Distribution';
const trends = 'Upload Trends (Last 6 Months)';
const recent = 'Recent Files Uploaded';
const teams = 'Team Overview';

const card = (page: Page, title: string) => page.getByRole('region', { name: title });
const said = async (page: Page, title: string) => plain(await card(page, title).innerText());
const rowsOf = async (page: Page, title: string) =>
  (await card(page, title).getByRole('row').allInnerTexts()).map((row) => row.replace(/\s+/g, ' ').trim());
const drawn = (page: Page, title: string) =>
  card(page, title).getByRole('img').locator('svg.recharts-surface').first().waitFor();

async function loaded(page: Page): Promise<void> {
  await page.getByRole('heading', { name: /^Welcome back/ }).waitFor();
  await page.getByText('Loading dashboard...').waitFor({ state: 'detached' });
}

async function open(screens: Screens<unknown>, email?: string): Promise<Page> {
  const page = await screens.visit('/dashboard', email, { timezoneId });
  await loaded(page);
  return page;
}

/** Opens a document without scripts, for a test that changes the responses of the first load. */
const openEmpty = (screens: Screens<unknown>) => screens.visit('/healthz', undefined, { timezoneId });

async function load(page: Page): Promise<void> {
  await page.goto('/dashboard');
  await loaded(page);
}

/** Adds file types 'Kind 0', 'Kind 1' and so on, with 12, 11 and fewer files, and two files of a type that is deleted. */
async function fillTypes(app: TestApp, count: number): Promise<void> {
  const admin = await asAdmin(app);
  const filesOf = (total: number, name: string) =>
    Array.from({ length: total }, (_, index) => ({ name: `${name}-${index}.pdf` }));
  for (let type = 0; type < count; type += 1)
    await upload(admin, await makeFileType(app, `Kind ${type}`), ...filesOf(12 - type, String(type)));
  const deleted = await makeFileType(app, 'Deleted');
  await upload(admin, deleted, ...filesOf(2, 'deleted'));
  await app.ctx.db.deleteFrom('file_types').where('id', '=', deleted).execute();
}

/** Adds six files of the team General and two of the team Night shift, the last of them without a name. */
async function fillTeams(app: TestApp) {
  const general = Array.from({ length: 6 }, (_, index) => ({ name: `${index}.txt` }));
  await upload(await asAdmin(app), 1, ...general);
  const team = await makeTeam(app, 'Night shift');
  const { visitor, id } = await signedInAs(app, { role: 3, team, name: 'Ola Nordmann' });
  const [nameless] = await upload(visitor, 1, { name: 'nameless' });
  await upload(visitor, 1, { name: '<b>last<b>.txt', bytes: Buffer.alloc(1536) });
  await app.ctx.db
    .updateTable('files')
    .set({ filename: ' ' })
    .where('id', '=', nameless?.id as number)
    .execute();
  return { team, uploader: id };
}

describe('the admin dashboard of an empty company', () => {
  const screens = useScreens();

  test('greets administrators and managers by name, with today’s date in their time zone', async () => {
    const manager = await makeUser(screens.test, { role: 2, team: 1, name: 'Magda Keel' });
    for (const [name, email] of [
      ['Magda Keel', manager.email],
      ['Administrator', 'admin@example.com'],
    ] as const) {
      const page = await open(screens, email);
      await page.getByRole('heading', { name: `Welcome back, ${name}!`, level: 1 }).waitFor();
      const today = new Date().toLocaleDateString('en-US', { dateStyle: 'full', timeZone: timezoneId });
      await page.getByText(today, { exact: true }).waitFor();
      assert.match(await page.title(), /^Dashboard/);
    }
  });

  test('each count links to its list, if the reader may open that page', long, async () => {
    const page = await open(screens);
    for (const [label, path] of [
      ['Total Users', '/users'],
      ['Total Files', '/files'],
      ['Teams', '/teammodule'],
    ] as const) {
      await page.getByRole('main').getByRole('link', { name: label, exact: true }).click();
      await page.waitForURL(`**${path}`);
      await page.goBack();
      await loaded(page);
    }
    const manager = await makeUser(screens.test, { role: 2, team: 1 });
    const { db } = screens.test.ctx;
    const users = db.selectFrom('modules').select('id').where('name', '=', 'Users list module');
    const permission = db.updateTable('permissions').where('role_id', '=', 2).where('module_id', '=', users);
    await permission.set({ can_view: 0 }).execute();
    const other = await open(screens, manager.email);
    await other.getByRole('main').getByRole('link', { name: 'Total Files' }).waitFor();
    await permission.set({ can_view: 1 }).execute();
    assert.equal(await other.getByRole('main').getByRole('link', { name: 'Total Users' }).count(), 0);
  });

  test('has four counts and hints in the place of empty cards', async () => {
    const page = await open(screens);
    assert.match(
      await read(page),
      /Total Users \d Registered users Active Users \d Currently active Total Files 0 Uploaded files Teams 1 Active teams /,
    );
    assert.equal(await said(page, types), `${types} No file data available`);
    assert.equal(await said(page, recent), `${recent} View All No recent files`);
    assert.equal(await said(page, teams), `${teams} G General 0 files`);
    await drawn(page, trends);
    for (const row of (await rowsOf(page, trends)).slice(1)) assert.match(row, / 0 \d$/);
  });

  test('View Files leads to the files', async () => {
    const page = await open(screens);
    await page.getByRole('main').getByRole('link', { name: 'View Files' }).click();
    await page.waitForURL('**/files');
  });

  test('shows the loading text until the user and the numbers are loaded', long, async () => {
    const page = await openEmpty(screens);
    for (const calls of ['**/api/user', '**/api/admin-index', '**/api/admin-dashboard']) {
      const letGo = await hold(page, calls);
      await page.goto('/dashboard');
      await page.getByRole('status').getByText('Loading dashboard...', { exact: true }).waitFor();
      letGo();
      await loaded(page);
      await card(page, teams).getByText('General').waitFor();
      await page.unroute(calls);
    }
  });

  test('shows ‘Not available’ for figures that cannot be loaded, and no zeros', async () => {
    const page = await openEmpty(screens);
    await page.route('**/api/admin-*', (route) =>
      route.fulfill({ status: 500, json: { message: 'The disk is away.' } }),
    );
    await load(page);
    const text = await read(page);
    assert.match(
      text,
      /Total Users – Not available Registered users Active Users – Not available .* Teams – Not available Active teams/,
    );
    for (const title of [types, trends, teams]) assert.equal(await said(page, title), `${title} – Not available`);
    assert.doesNotMatch(text, /No recent files|No file data available|\b0\b|Loading|disk/);
    assert.equal(await page.getByRole('alert').count(), 0);
    await page.getByRole('main').getByRole('link', { name: 'View Files' }).waitFor();
    await page.unroute('**/api/admin-*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await card(page, teams).getByText('General').waitFor();
    await page.getByRole('button', { name: 'Try again' }).waitFor({ state: 'detached' });
    assert.doesNotMatch(await read(page), /Not available/);
    await until(page, `document.activeElement.closest('main')`);
  });

  test('without a number of users the chart shows the uploads alone', async () => {
    const page = await openEmpty(screens);
    await page.route('**/api/admin-index', (route) => route.fulfill({ status: 500, json: { message: 'No.' } }));
    await load(page);
    await drawn(page, trends);
    for (const row of (await rowsOf(page, trends)).slice(1)) assert.match(row, / Not available$/);
    assert.doesNotMatch(await read(page), /NaN|undefined/);
  });

  test('no page had an error', () => assert.deepEqual(screens.problems, []));
});

describe('the admin dashboard of a company with eleven file types', () => {
  const screens = useScreens({}, (app) => fillTypes(app, 10));

  test('names and counts the nine largest in the legend of the doughnut, and the rest as one', long, async () => {
    const page = await open(screens);
    await drawn(page, types);
    const rows = await rowsOf(page, types);
    assert.deepEqual(rows.slice(0, 3), ['File type Files Share', 'Kind 0 12 16%', 'Kind 1 11 14%']);
    assert.deepEqual(rows.slice(9), ['Kind 8 4 5%', 'Other 2 more file types 5 6%']);
    assert.match(await read(page), /Total Files 77 Uploaded files/);
    await card(page, types).getByRole('link', { name: 'Kind 0' }).click();
    await page.getByText(/^Showing 12 of 77 files/).waitFor();
  });

  test('no page had an error', () => assert.deepEqual(screens.problems, []));
});

describe('the admin dashboard of a company with ten file types', () => {
  const screens = useScreens({}, (app) => fillTypes(app, 9));

  test('has a colour for each, and shows a deleted one by its id', async () => {
    const page = await open(screens);
    await drawn(page, types);
    assert.match(String((await rowsOf(page, types)).at(-1)), /^Unknown \(ID: \d+\) 2 3%$/);
    const colors = await card(page, types)
      .locator('.recharts-pie-sector path')
      .evaluateAll((paths: { getAttribute: (name: string) => string | null }[]) =>
        paths.map((path) => path.getAttribute('fill')),
      );
    assert.equal(new Set(colors).size, 10);
  });

  test('draws slices and bars that stand out from their card in light and dark', long, async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await screens.visit('/dashboard', undefined, { timezoneId, colorScheme });
      await loaded(page);
      await drawn(page, types);
      await drawn(page, trends);
      await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
      const fills = (await page.evaluate(`(() => {
        const shapes = document.querySelectorAll('.recharts-pie-sector path, .recharts-bar-rectangle path');
        const surface = getComputedStyle(document.querySelector('section[aria-labelledby]')).backgroundColor;
        return [surface, ...new Set([...shapes].map((shape) => getComputedStyle(shape).fill))];
      })()`)) as string[];
      const [surface, ...colors] = fills.map(luminance);
      // Both series have the first two colours of the slices.
      assert.equal(colors.length, 10);
      for (const [index, color] of colors.entries())
        assert.ok(contrast(color, Number(surface)) >= 3, `${colorScheme}: ${fills[index + 1]} on ${fills[0]}`);
    }
  });

  test('no page had an error', () => assert.deepEqual(screens.problems, []));
});

describe('the upload trends of the admin dashboard', () => {
  const screens = useScreens({}, async (app) => {
    for (let more = 0; more < 19; more += 1) await makeUser(app, { role: 3, team: 1 });
    await upload(await asAdmin(app), 1, { name: 'one.txt' }, { name: 'two.txt' });
    const months = lastMonths(app.now());
    const { db } = app.ctx;
    const count = await db
      .selectFrom('file_counts')
      .selectAll()
      .where('span', '=', `m${months[5]}`)
      .limit(1)
      .executeTakeFirstOrThrow();
    await db
      .insertInto('file_counts')
      .values({ ...count, span: `m${months[1]}`, files: 1234 })
      .execute();
    return { months };
  });

  test('show uploads and the estimated users of six months, with a note about the estimate', async () => {
    const page = await open(screens);
    await drawn(page, trends);
    assert.match(
      await said(page, trends),
      /Files Uploaded Total Users .*Total Users is an estimate based on today’s number, not a record of past months\.$/,
    );
    const name = (month: string | undefined) =>
      new Date(`${month}-15`).toLocaleDateString('en-US', { month: 'long', year: 'numeric' });
    const users = [14, 15, 16, 17, 18, 19];
    const uploads = ['0', '1,234', '0', '0', '0', '2'];
    assert.deepEqual(await rowsOf(page, trends), [
      'Month Files Uploaded Total Users',
      ...screens.world.months.map((month, index) => `${name(month)} ${uploads[index]} ${users[index]}`),
    ]);
  });

  test('open the files of a month by its name, by its bar and by its number in the table', long, async () => {
    const page = await open(screens);
    await drawn(page, trends);
    const [, , empty = '', , , last] = screens.world.months.map((month) =>
      new Date(`${month}-15`).toLocaleDateString('en-US', { month: 'long', year: 'numeric' }),
    );
    const chart = card(page, trends);
    await chart.getByRole('link', { name: `${last?.slice(0, 3)} ${last?.slice(-4)}, 2 files`, exact: true }).click();
    const chip = page.getByRole('button', { name: `Remove the filter Uploaded in ${last} (UTC)`, exact: true });
    await chip.waitFor();
    await page.getByText('Showing 2 of 2 files across 1 file types').waitFor();
    // The chip shows the filter, so the other ones do not push the files down.
    await page.getByRole('button', { name: 'Filters', expanded: false }).waitFor();
    await chip.click();
    await page.waitForURL((url) => url.search === '');
    await page.getByRole('heading', { name: 'Files & Documents', exact: true }).and(page.locator(':focus')).waitFor();

    await page.goBack();
    await page.goBack();
    await drawn(page, trends);
    await chart.locator('.recharts-bar-rectangle path').last().waitFor();
    await chart.locator('.recharts-bar').first().locator('.recharts-bar-rectangle path').last().click();
    await chip.waitFor();
    await page.goBack();
    await drawn(page, trends);
    await chart.getByRole('button', { name: 'Show as table' }).click();
    await chart.getByRole('row', { name: empty }).getByRole('link', { name: '0', exact: true }).click();
    await page.getByText('No files match the current filters').waitFor();
  });

  test('become a table after a click, and a chart after another click', async () => {
    const page = await open(screens);
    await drawn(page, trends);
    const chart = card(page, trends);
    const table = chart.getByRole('table', { name: /^Files uploaded and estimated total users/ });
    await table.waitFor({ state: 'attached' });
    await chart.getByRole('button', { name: 'Show as table' }).click();
    await chart.getByRole('img').waitFor({ state: 'detached' });
    assert.ok(Number((await table.boundingBox())?.height) > 150);
    await chart.getByRole('button', { name: 'Show as chart' }).click();
    await drawn(page, trends);
  });

  test('no page had an error', () => assert.deepEqual(screens.problems, []));
});

describe('the recent files of the admin dashboard', () => {
  const screens = useScreens({}, fillTeams);

  test('are the newest five with uploader, team, size and date, and link to the file and to all files', async () => {
    const page = await open(screens);
    const entries = card(page, recent).getByRole('listitem');
    assert.equal(await entries.count(), 5);
    const today = new Date().toLocaleDateString('en-US', {
      year: 'numeric',
      month: 'short',
      day: 'numeric',
      timeZone: timezoneId,
    });
    const texts = (await entries.allInnerTexts()).map(plain);
    assert.equal(texts[0], `<b>last<b>.txt Uploaded by Ola Nordmann · Team Night shift 1.50 KB · ${today}`);
    assert.match(String(texts[1]), /^Unnamed File Uploaded by Ola Nordmann · Team Night shift 19 Bytes /);
    const link = entries.first().getByRole('link', { name: '<b>last<b>.txt' });
    assert.match(String(await link.getAttribute('href')), /^\/storage\/[\w-]{22}$/);
    await card(page, recent).getByRole('link', { name: 'View All', exact: true }).click();
    await page.waitForURL('**/files');
  });

  test('of an uploader without a name show Unknown', async () => {
    const { uploader } = screens.world;
    const rename = (name: string) =>
      screens.test.ctx.db.updateTable('users').set({ name }).where('id', '=', uploader).execute();
    await rename('');
    const page = await open(screens);
    await card(page, recent).getByRole('listitem').first().getByText('Unknown', { exact: true }).waitFor();
    await rename('Ola Nordmann');
  });

  test('no page had an error', () => assert.deepEqual(screens.problems, []));
});

describe('the team overview of the admin dashboard', () => {
  const screens = useScreens({}, async (app) => {
    const world = await fillTeams(app);
    for (const name of ['Delta', 'Alpha', 'Zulu', 'Omega']) await makeTeam(app, name);
    return world;
  });

  test('has the first five teams with their files, and a link to all six', long, async () => {
    const page = await open(screens);
    assert.equal(
      await said(page, teams),
      `${teams} A Alpha 0 files D Delta 0 files G General 6 files N Night shift 2 files O Omega 0 files View All Teams (6)`,
    );
    await card(page, teams).getByRole('link', { name: 'View All Teams (6)' }).click();
    await page.waitForURL('**/teammodule');
    await page.goBack();
    await card(page, teams).getByRole('link', { name: '2 files of Night shift' }).click();
    await page.waitForURL(`**/files?team=${screens.world.team}`);
  });

  test('and the other cards show managers the files that they may see', async () => {
    const { email } = await makeUser(screens.test, { role: 2, team: screens.world.team });
    const page = await open(screens, email);
    assert.equal(await card(page, recent).getByRole('listitem').count(), 2);
    assert.match(await said(page, types), / Document 2 100%$/);
    assert.equal(await said(page, teams), `${teams} N Night shift 2 files View All Teams (6)`);
    assert.match(await read(page), /Total Files 2 Uploaded files Teams 6 Active teams/);
  });

  test('no page had an error', () => assert.deepEqual(screens.problems, []));
});

describe('the admin dashboard of a company with five teams', () => {
  const screens = useScreens({}, async (app) => {
    for (const name of ['Delta', 'Alpha', 'Zulu', 'Omega']) await makeTeam(app, name);
  });

  test('shows all of them without a link to more', async () => {
    const page = await open(screens);
    assert.equal(await card(page, teams).getByRole('listitem').count(), 5);
    assert.equal(
      await card(page, teams)
        .getByRole('link', { name: /^View All/ })
        .count(),
      0,
    );
  });

  test('on a phone does not scroll horizontally, with the longest names', async () => {
    const long = 'unbroken'.repeat(14);
    const { visitor } = await signedInAs(screens.test, { role: 3, team: 1, name: long });
    await upload(visitor, await makeFileType(screens.test, long), { name: `${'w'.repeat(240)}.pdf` });
    const page = await screens.visit('/dashboard', undefined, { timezoneId, viewport: { width: 360, height: 740 } });
    await loaded(page);
    await drawn(page, types);
    await drawn(page, trends);
    assert.ok(Number(await page.evaluate('document.documentElement.scrollWidth')) <= 360);
  });

  test('no page had an error', () => assert.deepEqual(screens.problems, []));
});

/** The relative luminance of `rgb(…)`. Source: WCAG 2.2. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map((part) => {
    const share = Number(part) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const contrast = (one: number, other: number) => (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
