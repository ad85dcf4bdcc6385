import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { lastMonths } from '#features/dashboards/dashboards.rules.ts';
import { filesContract } from '#features/files/files.contract.ts';
import { until, useScreens } from '#tests/browser.ts';
import { asAdmin, makeFileType, makeTeam, makeUser, signedIn, signedInAs, upload } from '#tests/make.ts';
import { profileOf } from '#tests/signed-in.ts';
import type { TestApp } from '#tests/test-app.ts';

// The first place on earth where a day begins; where the server stands it may still be yesterday.
const timezoneId = 'Pacific/Kiritimati';

const asDate = (moment: string) =>
  new Date(moment).toLocaleDateString('en-US', {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    timeZone: timezoneId,
  });
const asDateTime = (moment: string) =>
  new Date(moment).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: timezoneId });

/** Replaces the narrow space that Intl puts before AM by an ordinary one. */
const plain = (text: string) => text.replace(/\s+/g, ' ').trim();

/** Returns the text of the page, from its title to its end. */
const read = async (page: Page) => plain(await page.getByRole('main').innerText());

/** Opens a page and holds these calls back. The returned function lets them go. */
async function openWaiting(page: Page, path: string, calls = '**/api/user'): Promise<() => void> {
  let letGo: () => void = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route(calls, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(path);
  return letGo;
}

describe('the personal dashboard', () => {
  const screens = useScreens({}, (world) => makeMember(world, 'ulf ordinary', 'ulf@example.com'));
  // Each test begins with a page of its own.
  let page: Page;
  const start = async (email = screens.world.email) => {
    page = await screens.visit('/user', email, { timezoneId });
    await page.getByRole('heading', { name: /^Welcome back/, level: 1 }).waitFor();
  };

  const inDatabase = () =>
    screens.test.ctx.db
      .selectFrom('users')
      .select(['created_at', 'last_login_at'])
      .where('id', '=', screens.world.id)
      .executeTakeFirstOrThrow();

  test('greets by name and shows the account, its four cards and its information', async () => {
    await start();
    await page.getByRole('heading', { name: 'Welcome back, ulf ordinary!', level: 1 }).waitFor();
    assert.match(await page.title(), /^User Dashboard/);
    const main = page.getByRole('main');
    await main.getByText('U', { exact: true }).waitFor();
    await main.getByText('Active', { exact: true }).waitFor();
    await main
      .getByText("Here's your personal dashboard with all your account information and quick actions.", { exact: true })
      .waitFor();
    // Already the 29th where the reader is.
    assert.match(await read(page), /quick actions\. ulf@example\.com Member since Feb 29, 2024 Harbour /);
    const { created_at, last_login_at } = await inDatabase();
    const said = await read(page);
    assert.match(said, /Files Uploaded 3 Total files Downloads 2 Total downloads Last Login Today /);
    assert.ok(said.includes(`Last Login Today ${plain(asDateTime(String(last_login_at)))} Account Status`), said);
    assert.match(said, /Account Status Verified All systems active /);
    const facts = [
      'Account Information Full Name ulf ordinary Email Address ulf@example.com Account Type User Team Harbour',
      `Member Since ${asDate(created_at)} Last Activity ${plain(asDateTime(String(last_login_at)))}`,
    ];
    assert.ok(said.includes(facts.join(' ')), said);
  });

  const activities = (on = page) => on.getByRole('region', { name: 'Recent Activity' }).getByRole('listitem');
  const actions = async (on = page) => {
    await on.getByRole('heading', { name: 'Recent Activity' }).waitFor();
    await on.getByText('Loading recent activity...').waitFor({ state: 'detached' });
    return (await activities(on).allInnerTexts()).map((text) => String(text.split('\n')[0]).trim());
  };

  test('uploads, downloads and the last sign-in are activities, each with its time, newest first', async () => {
    await start();
    const { last_login_at } = await inDatabase();
    const uploads = ['Uploaded c', 'Uploaded b', 'Uploaded a'];
    assert.deepEqual(await actions(), ['Logged in to dashboard', 'Downloaded a', 'Downloaded a', ...uploads]);
    const first = plain(await activities().first().innerText());
    assert.equal(first, `Logged in to dashboard ${plain(asDateTime(String(last_login_at)))}`);
    for (const icon of await activities().locator('svg').all()) assert.ok(await icon.isVisible());
  });

  test('an activity leads to its file unless that is in the trash', async () => {
    const member = await makeMember(screens.test, 'Tess Trash');
    await start(member.email);
    const link = activities().getByRole('link', { name: 'Uploaded c' });
    assert.match(String(await link.getAttribute('href')), /^\/storage\/[\w-]{22}$/);
    const { db } = screens.test.ctx;
    const { id } = await db
      .selectFrom('files')
      .select('id')
      .where('filename', '=', 'c')
      .where('user_id', '=', member.id)
      .executeTakeFirstOrThrow();
    await (await asAdmin(screens.test)).call(filesContract.remove, { id });
    await page.reload();
    assert.ok((await actions()).includes('Uploaded c'));
    assert.equal(await activities().getByRole('link', { name: 'Uploaded c' }).count(), 0);
    assert.equal(await activities().getByRole('link').count(), 4);
  });

  test('activity that cannot be loaded leaves the sign-in that is known anyway', async () => {
    await start();
    await page.route('**/api/user/activity', (route) => route.fulfill({ status: 500, json: { message: 'No.' } }));
    await page.reload();
    assert.deepEqual(await actions(), ['Logged in to dashboard']);
    assert.equal(await page.getByRole('alert').count(), 0);
  });

  test('counts follow what was done on another screen', async () => {
    const member = await makeMember(screens.test, 'Dora Downloads');
    // Its own profile: the clock belongs to the profile.
    page = await screens.open('/healthz', await profileOf(screens.test, member.email));
    await page.clock.install();
    await page.goto('/user');
    await page.getByText('Total downloads').waitFor();
    await page.getByRole('link', { name: 'View Files' }).click();
    await page.waitForURL('**/files');
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download', exact: true }).first().click();
    await (await download).path();
    // The page does not load again what it has loaded less than two seconds ago.
    await page.clock.fastForward(3_000);
    await page.goBack();
    await until(page, `document.querySelector('main').innerText.replace(/\\s+/g, ' ').includes('Downloads 3 Total')`);
  });

  test('the quick actions lead to uploading and to the files', async () => {
    await start();
    for (const [label, hint, path] of [
      ['Upload Files', 'Upload and manage your documents', '/uploadPage'],
      ['View Files', 'Browse and download your files', '/files'],
    ] as const) {
      await page.goto('/user');
      const action = page.getByRole('main').getByRole('link', { name: label });
      await action.getByText(hint, { exact: true }).waitFor();
      await action.click();
      await page.waitForURL(`**${path}`);
    }
  });

  test('says that it is loading', async () => {
    await start();
    const letGo = await openWaiting(page, '/user');
    await page.getByRole('status').getByText('Loading your dashboard...', { exact: true }).waitFor();
    letGo();
    await page.getByRole('heading', { name: /^Welcome back/ }).waitFor();
    await page.getByText('Loading your dashboard...').waitFor({ state: 'detached' });
    await page.unroute('**/api/user');
  });

  test('without a team none is named, and a long or hostile name is text that stays within a phone', async () => {
    const name = `<img src=x onerror="document.title=1"> ${'w'.repeat(150)}`;
    const { email } = await makeUser(screens.test, { role: 3, team: null, name });
    const small = await screens.visit('/user', email, { viewport: { width: 360, height: 740 } });
    await small.getByRole('heading', { name: `Welcome back, ${name}!` }).waitFor();
    assert.equal(await small.getByRole('main').getByText('Team', { exact: true }).count(), 0);
    assert.equal(await small.getByRole('main').getByRole('img').count(), 0);
    assert.ok(Number(await small.evaluate('document.documentElement.scrollWidth')) <= 360);
  });

  test('without any activity it says so', async () => {
    const { email } = await makeUser(screens.test, { role: 3, team: null });
    const quiet = await screens.visit('/healthz', email);
    await quiet.route('**/api/user', async (route) => {
      const user = (await (await route.fetch()).json()) as object;
      await route.fulfill({ json: { ...user, last_login_at: null } });
    });
    await quiet.route('**/api/user/activity', (route) => route.fulfill({ json: [] }));
    await quiet.goto('/user');
    await quiet.getByText('No recent activity', { exact: true }).waitFor();
    assert.equal(await quiet.getByText('Logged in to dashboard').count(), 0);
  });

  test('no page reported an error', () => assert.deepEqual(screens.problems, []));
});

test('the admin dashboard', async (t) => {
  const screens = useScreens();
  let page!: Page;
  const card = (title: string, on = page) => on.getByRole('region', { name: title });
  const said = async (title: string, on = page) => plain(await card(title, on).innerText());
  const rowsOf = async (title: string) =>
    (await card(title).getByRole('row').allInnerTexts()).map((row) => row.replace(/\s+/g, ' ').trim());
  const drawn = (title: string) => card(title).getByRole('img').locator('svg.recharts-surface').first().waitFor();
  const loaded = async (on: Page) => {
    await on.getByRole('heading', { name: /^Welcome back/ }).waitFor();
    await on.getByText('Loading dashboard...').waitFor({ state: 'detached' });
  };
  const go = async (on = page) => {
    await on.goto('/dashboard');
    await loaded(on);
  };

  await t.test('greets administrators and managers by name, with today’s date where they are', async () => {
    const manager = await makeUser(screens.test, { role: 2, team: 1, name: 'Magda Keel' });
    for (const [name, profile] of [
      ['Magda Keel', await profileOf(screens.test, manager.email)],
      ['Administrator', await profileOf(screens.test, 'admin@example.com')],
    ] as const) {
      page = await screens.open('/dashboard', { ...profile, timezoneId });
      await page.getByRole('heading', { name: `Welcome back, ${name}!`, level: 1 }).waitFor();
      const today = new Date().toLocaleDateString('en-US', { dateStyle: 'full', timeZone: timezoneId });
      await page.getByText(today, { exact: true }).waitFor();
    }
    assert.match(await page.title(), /^Dashboard/);
  });

  await t.test('an empty company has four counts and says that there is nothing else', async () => {
    await go();
    assert.match(
      await read(page),
      /Total Users 2 Registered users Active Users 2 Currently active Total Files 0 Uploaded files Teams 1 Active teams /,
    );
    assert.equal(await said('File Type Distribution'), 'File Type Distribution No file data available');
    assert.equal(await said('Recent Files Uploaded'), 'Recent Files Uploaded View All No recent files');
    assert.equal(await said('Team Overview'), 'Team Overview G General 0 files');
    await drawn('Upload Trends (Last 6 Months)');
    for (const row of (await rowsOf('Upload Trends (Last 6 Months)')).slice(1)) assert.match(row, / 0 1$/);
  });

  await t.test('the doughnut’s legend names and counts the nine largest types and the rest as one', async () => {
    const admin = await asAdmin(screens.test);
    const { db } = screens.test.ctx;
    for (let type = 0; type < 11; type += 1) {
      const id = await makeFileType(screens.test, type === 10 ? 'Deleted' : `Kind ${type}`);
      const names = Array.from({ length: 12 - type }, (_, index) => ({ name: `${type}-${index}.pdf` }));
      await upload(admin, id, ...names);
      if (type === 10) await db.deleteFrom('file_types').where('id', '=', id).execute();
    }
    await go();
    await drawn('File Type Distribution');
    const rows = await rowsOf('File Type Distribution');
    assert.deepEqual(rows.slice(0, 3), ['File type Files Share', 'Kind 0 12 16%', 'Kind 1 11 14%']);
    assert.deepEqual(rows.slice(9), ['Kind 8 4 5%', 'Other 2 more file types 5 6%']);
    assert.match(await read(page), /Total Files 77 Uploaded files/);
  });

  await t.test('ten types have a colour each; one that was deleted is shown by its id', async () => {
    const { db } = screens.test.ctx;
    const { id } = await db
      .selectFrom('file_types')
      .select('id')
      .where('name', '=', 'Kind 9')
      .executeTakeFirstOrThrow();
    const files = await db.selectFrom('files').select('id').where('file_type_id', '=', id).execute();
    const admin = await asAdmin(screens.test);
    for (const file of files) await admin.call(filesContract.remove, { id: file.id });
    await go();
    await drawn('File Type Distribution');
    const last = (await rowsOf('File Type Distribution')).at(-1);
    assert.match(String(last), /^Unknown \(ID: \d+\) 2 3%$/);
    const colors = await card('File Type Distribution')
      .locator('.recharts-pie-sector path')
      .evaluateAll((paths: { getAttribute: (name: string) => string | null }[]) =>
        paths.map((path) => path.getAttribute('fill')),
      );
    assert.equal(new Set(colors).size, 10);
  });

  await t.test('the slices and bars stand out from their card in light and dark', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
      const fills = (await page.evaluate(`(() => {
        const shapes = document.querySelectorAll('.recharts-pie-sector path, .recharts-bar-rectangle path');
        const surface = getComputedStyle(document.querySelector('section[aria-labelledby]')).backgroundColor;
        return [surface, ...new Set([...shapes].map((shape) => getComputedStyle(shape).fill))];
      })()`)) as string[];
      const [surface, ...colors] = fills.map(luminance);
      // Both series wear the first two colours of the slices.
      assert.equal(colors.length, 10);
      for (const [index, color] of colors.entries())
        assert.ok(contrast(color, Number(surface)) >= 3, `${colorScheme}: ${fills[index + 1]} on ${fills[0]}`);
    }
    await page.emulateMedia({ colorScheme: 'light' });
  });

  await t.test(
    'the bar chart shows uploads and the estimated users of six months, and says that they are one',
    async () => {
      await makeMany(screens.test, 18);
      const { db } = screens.test.ctx;
      const months = lastMonths(screens.test.now());
      const moved = await db
        .selectFrom('file_counts')
        .selectAll()
        .where('span', '=', `m${months[5]}`)
        .limit(1)
        .execute();
      const [one] = moved as [(typeof moved)[number]];
      await db
        .insertInto('file_counts')
        .values({ ...one, span: `m${months[1]}`, files: 1234 })
        .execute();
      await go();
      await drawn('Upload Trends (Last 6 Months)');
      assert.match(
        await said('Upload Trends (Last 6 Months)'),
        /Files Uploaded Total Users .*Total Users is an estimate based on today’s number, not a record of past months\.$/,
      );
      const name = (month: string | undefined) =>
        new Date(`${month}-15`).toLocaleDateString('en-US', { month: 'long', year: 'numeric' });
      const users = [14, 15, 16, 17, 18, 19];
      const uploads = ['0', '1,234', '0', '0', '0', '74'];
      assert.deepEqual(await rowsOf('Upload Trends (Last 6 Months)'), [
        'Month Files Uploaded Total Users',
        ...months.map((month, index) => `${name(month)} ${uploads[index]} ${users[index]}`),
      ]);
      await db.deleteFrom('file_counts').where('span', '=', `m${months[1]}`).execute();
    },
  );

  await t.test('a button shows the chart’s numbers as a table, and the chart again', async () => {
    const trends = card('Upload Trends (Last 6 Months)');
    const caption = trends.getByRole('table', { name: /^Files uploaded and estimated total users/ });
    await caption.waitFor({ state: 'attached' });
    await trends.getByRole('button', { name: 'Show as table' }).click();
    await trends.getByRole('img').waitFor({ state: 'detached' });
    assert.ok(Number((await caption.boundingBox())?.height) > 150);
    await trends.getByRole('button', { name: 'Show as chart' }).click();
    await drawn('Upload Trends (Last 6 Months)');
  });

  await t.test(
    'the newest files with uploader, team, size and date lead to the file, and View All to all',
    async () => {
      const team = await makeTeam(screens.test, 'Night shift');
      const { visitor, id } = await signedInAs(screens.test, { role: 3, team, name: 'Ola Nordmann' });
      const [nameless] = await upload(visitor, 1, { name: 'nameless' });
      await upload(visitor, 1, { name: '<b>last<b>.txt', bytes: Buffer.alloc(1536) });
      const { db } = screens.test.ctx;
      await db
        .updateTable('files')
        .set({ filename: ' ' })
        .where('id', '=', nameless?.id as number)
        .execute();
      await go();
      const entries = card('Recent Files Uploaded').getByRole('listitem');
      assert.equal(await entries.count(), 5);
      const today = new Date().toLocaleDateString('en-US', {
        year: 'numeric',
        month: 'short',
        day: 'numeric',
        timeZone: timezoneId,
      });
      const texts = (await entries.allInnerTexts()).map(plain);
      assert.equal(texts[0], `<b>last<b>.txt Uploaded by Ola Nordmann Team Night shift 1.50 KB ${today}`);
      assert.match(String(texts[1]), /^Unnamed File Uploaded by Ola Nordmann Team Night shift 19 Bytes /);
      const link = entries.first().getByRole('link', { name: '<b>last<b>.txt' });
      assert.match(String(await link.getAttribute('href')), /^\/storage\/[\w-]{22}$/);
      await db.updateTable('users').set({ name: '' }).where('id', '=', id).execute();
      await go();
      await entries.first().getByText('Unknown', { exact: true }).waitFor();
      await card('Recent Files Uploaded').getByRole('link', { name: 'View All', exact: true }).click();
      await page.waitForURL('**/files');
    },
  );

  await t.test('the first five teams with their files, and a way to all once there are more', async () => {
    await go();
    assert.equal(await said('Team Overview'), 'Team Overview G General 74 files N Night shift 2 files');
    for (const name of ['Delta', 'Alpha', 'Zulu']) await makeTeam(screens.test, name);
    await go();
    assert.equal(await card('Team Overview').getByRole('listitem').count(), 5);
    assert.equal(await card('Team Overview').getByRole('link').count(), 0);
    await makeTeam(screens.test, 'Omega');
    await go();
    assert.equal(
      await said('Team Overview'),
      'Team Overview A Alpha 0 files D Delta 0 files G General 74 files N Night shift 2 files O Omega 0 files View All Teams (6)',
    );
    await card('Team Overview').getByRole('link', { name: 'View All Teams (6)' }).click();
    await page.waitForURL('**/teammodule');
  });

  await t.test('a manager sees what concerns the files they may see', async () => {
    const { db } = screens.test.ctx;
    const { id } = await db
      .selectFrom('teams')
      .select('id')
      .where('name', '=', 'Night shift')
      .executeTakeFirstOrThrow();
    const { email } = await makeUser(screens.test, { role: 2, team: id });
    const theirs = await screens.open('/dashboard', await profileOf(screens.test, email));
    await loaded(theirs);
    assert.equal(await card('Recent Files Uploaded', theirs).getByRole('listitem').count(), 2);
    assert.match(await said('File Type Distribution', theirs), / Document 2 100%$/);
    assert.equal(await said('Team Overview', theirs), 'Team Overview N Night shift 2 files View All Teams (6)');
    assert.match(await read(theirs), /Total Files 2 Uploaded files Teams 6 Active teams/);
  });

  await t.test('View Files leads to the files', async () => {
    await go();
    await page.getByRole('main').getByRole('link', { name: 'View Files' }).click();
    await page.waitForURL('**/files');
  });

  await t.test('says that it is loading, while the person is and while the numbers are', async () => {
    const letGo = await openWaiting(page, '/dashboard');
    await page.getByRole('status').getByText('Loading dashboard...', { exact: true }).waitFor();
    letGo();
    await page.getByRole('heading', { name: /^Welcome back/ }).waitFor();
    await page.unroute('**/api/user');
    for (const calls of ['**/api/admin-index', '**/api/admin-dashboard']) {
      const answer = await openWaiting(page, '/dashboard', calls);
      await page.getByRole('heading', { name: /^Welcome back/ }).waitFor();
      await page.getByRole('status').getByText('Loading dashboard...', { exact: true }).waitFor();
      answer();
      await page.getByText('Loading dashboard...').waitFor({ state: 'detached' });
      await card('Team Overview').getByText('General').waitFor();
      await page.unroute(calls);
    }
  });

  await t.test('what cannot be loaded is silently missing, and nothing is made up for it', async () => {
    await page.route('**/api/admin-*', (route) =>
      route.fulfill({ status: 500, json: { message: 'The disk is away.' } }),
    );
    await go();
    const text = await read(page);
    assert.match(
      text,
      /Total Users – Not available Registered users Active Users – Not available .* Teams – Not available Active teams/,
    );
    for (const title of ['File Type Distribution', 'Upload Trends (Last 6 Months)', 'Team Overview'])
      assert.equal(await said(title), `${title} – Not available`);
    assert.doesNotMatch(text, /No recent files|No file data available|\b0\b|Loading|disk/);
    assert.equal(await page.getByRole('alert').count(), 0);
    await page.getByRole('main').getByRole('link', { name: 'View Files' }).waitFor();
    await page.unroute('**/api/admin-*');
  });

  await t.test('without a number of users the chart shows the uploads alone', async () => {
    await page.route('**/api/admin-index', (route) => route.fulfill({ status: 500, json: { message: 'No.' } }));
    await go();
    await drawn('Upload Trends (Last 6 Months)');
    for (const row of (await rowsOf('Upload Trends (Last 6 Months)')).slice(1)) assert.match(row, / Not available$/);
    assert.doesNotMatch(await read(page), /NaN|undefined/);
    await page.unroute('**/api/admin-index');
  });

  await t.test('on a phone nothing scrolls sideways, with the longest names there are', async () => {
    const long = 'unbroken'.repeat(14);
    const team = await makeTeam(screens.test, long);
    const { visitor } = await signedInAs(screens.test, { role: 3, team, name: long });
    await upload(visitor, await makeFileType(screens.test, long), { name: `${'w'.repeat(240)}.pdf` });
    await page.setViewportSize({ width: 360, height: 740 });
    await go();
    await drawn('File Type Distribution');
    await drawn('Upload Trends (Last 6 Months)');
    assert.ok(Number(await page.evaluate('document.documentElement.scrollWidth')) <= 360);
  });

  await t.test('no page had an error', () => assert.deepEqual(screens.problems, []));
});

describe('the first minute of a new administrator', () => {
  const screens = useScreens();

  test('the dashboard lists the first steps, ticks off a finished one, and hides them for good', async () => {
    const page = await screens.visit('/dashboard');
    const steps = page.getByRole('region', { name: 'First steps' });
    await steps.waitFor();
    assert.deepEqual(await steps.getByRole('listitem').getByRole('link').allInnerTexts(), [
      'Add your teams',
      'Name your file types',
      'Add your people',
      'Upload the first files',
    ]);
    await page.getByText('Choose your own password', { exact: true }).waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Change password' }).click();
    await page.waitForURL('**/change-password');
    await page.goBack();
    await steps.getByRole('link', { name: 'Add your teams' }).click();
    await page.waitForURL('**/teammodule');

    await makeTeam(screens.test);
    await page.goto('/dashboard');
    const step = page.getByRole('listitem').filter({ hasText: 'Add your teams' });
    await step.getByText('Done', { exact: true }).waitFor();
    assert.equal(await page.getByRole('listitem').getByText('Done', { exact: true }).count(), 1);

    await page.getByRole('button', { name: 'Hide the first steps' }).click();
    await page.getByRole('region', { name: 'First steps' }).waitFor({ state: 'detached' });
    await page.reload();
    await page.getByText('Choose your own password', { exact: true }).waitFor();
    await page.getByText('No file data available', { exact: true }).waitFor();
    assert.equal(await page.getByRole('region', { name: 'First steps' }).count(), 0);
  });

  test('no page reported an error', () => assert.deepEqual(screens.problems, []));
});

/** People who have never signed in, until there are `total` in all. */
async function makeMany(test: TestApp, more: number): Promise<void> {
  for (let made = 0; made < more; made += 1) await makeUser(test, { role: 3, team: 1 });
}

/** The relative luminance of `rgb(…)`. Source: WCAG 2.2. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map((part) => {
    const share = Number(part) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const contrast = (one: number, other: number) => (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);

/** Inserts a user of a new team, with three uploads and two downloads. */
async function makeMember(world: TestApp, name: string, email?: string) {
  const team = await makeTeam(world, email ? 'Harbour' : undefined);
  const person = await makeUser(world, { role: 3, team, name, ...(email ? { email } : {}) });
  await world.ctx.db
    .updateTable('users')
    .set({ created_at: '2024-02-28T20:00:00.000Z' })
    .where('id', '=', person.id)
    .execute();
  const visitor = await signedIn(world, person.email);
  const files = await upload(visitor, await makeFileType(world), { name: 'a' }, { name: 'b' }, { name: 'c' });
  const filepath = String(files[0]?.filepath);
  for (const download of ['1', '1', undefined])
    assert.equal((await visitor.call(filesContract.download, { filepath, download })).status, 200);
  return person;
}
