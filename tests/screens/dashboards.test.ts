import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { filesContract } from '#features/files/core/files.contract.ts';
import { samplePapers } from '#features/sample/sample.rules.ts';
import { violationsEverywhere } from '#tests/axe.ts';
import { hold, until, useScreens } from '#tests/browser.ts';
import { enterContainer } from '#tests/containers.ts';
import { long } from '#tests/long.ts';
import { asAdmin, makeFileType, makeTeam, makeUser, signedIn, upload } from '#tests/make.ts';
import { profileOf } from '#tests/signed-in.ts';
import type { TestApp } from '#tests/test-app.ts';

// The first time zone in which a day begins; in the zone of the server it may still be yesterday.
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

/** Opens a page and delays the responses to these calls until the returned function is called. */
async function openWaiting(page: Page, path: string, calls = '**/api/user'): Promise<() => void> {
  const letGo = await hold(page, calls);
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

  test('names the day of a sign-in before today, as in a remembered session', async () => {
    const { last_login_at } = await inDatabase();
    const signedInAt = (moment: string | null) =>
      screens.test.ctx.db
        .updateTable('users')
        .set({ last_login_at: moment })
        .where('id', '=', screens.world.id)
        .execute();
    await start();
    // The 10th where the reader is.
    await signedInAt('2025-03-09T12:00:00.000Z');
    await page.reload();
    await page.getByRole('main').getByText('Mar 10, 2025', { exact: true }).first().waitFor();
    assert.match(await read(page), /Last Login Mar 10, 2025 Mar 10, 2025, /);
    await signedInAt(last_login_at);
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

  test('after a failed load of the activities, the last sign-in is still shown', async () => {
    page = await screens.visit('/healthz', screens.world.email, { timezoneId });
    await page.route('**/api/user/activity', (route) => route.fulfill({ status: 500, json: { message: 'No.' } }));
    await page.goto('/user');
    assert.deepEqual(await actions(), ['Logged in to dashboard']);
    assert.equal(await page.getByRole('alert').count(), 0);
  });

  test('counts follow changes on another screen', long, async () => {
    const member = await makeMember(screens.test, 'Dora Downloads');
    // Its own profile: the clock belongs to the profile.
    page = await screens.open('/healthz', await profileOf(screens.test, member.email));
    await page.clock.install();
    await page.goto('/user');
    await page.getByText('Total downloads').waitFor();
    await page.getByRole('link', { name: 'View Files' }).click();
    await page.waitForURL('**/files');
    const download = page.waitForEvent('download');
    await page
      .getByRole('link', { name: /^Download / })
      .first()
      .click();
    await (await download).path();
    // The page does not load data again that it has loaded less than two seconds ago.
    await page.clock.fastForward(3_000);
    await page.goBack();
    await until(page, `document.querySelector('main').innerText.replace(/\\s+/g, ' ').includes('Downloads 3 Total')`);
  });

  test('the number of uploads opens the own files', async () => {
    await start();
    await page.getByRole('main').getByRole('link', { name: 'Files Uploaded' }).click();
    await page.waitForURL(`**/files?uploader=${screens.world.id}`);
    await page.getByRole('button', { name: 'Remove the filter Uploaded by you', exact: true }).waitFor();
    await page.getByText(/^Showing 3 of /).waitFor();
  });

  test('the quick actions lead to uploading and to the files', async () => {
    page = await screens.visit('/healthz', screens.world.email, { timezoneId });
    for (const [label, hint, path] of [
      ['Upload Files', 'Upload and manage your documents', '/uploadPage'],
      ['View Files', 'Browse and download your files', '/files'],
    ] as const) {
      await page.goto('/user');
      const action = page.getByRole('main').getByRole('link', { name: label });
      await page.getByText(hint, { exact: true }).waitFor();
      await action.click();
      await page.waitForURL(`**${path}`);
    }
  });

  test('shows the loading text', async () => {
    page = await screens.visit('/healthz', screens.world.email, { timezoneId });
    const letGo = await openWaiting(page, '/user');
    await page.getByRole('status').getByText('Loading your dashboard...', { exact: true }).waitFor();
    letGo();
    await page.getByRole('heading', { name: /^Welcome back/ }).waitFor();
    await page.getByText('Loading your dashboard...').waitFor({ state: 'detached' });
    await page.unroute('**/api/user');
  });

  test('without a team there is no line for it, and a long or hostile name is text that fits on a phone', async () => {
    const name = `<img src=x onerror="document.title=1"> ${'w'.repeat(150)}`;
    const { email } = await makeUser(screens.test, { role: 3, team: null, name });
    const small = await screens.visit('/user', email, { viewport: { width: 360, height: 740 } });
    await small.getByRole('heading', { name: `Welcome back, ${name}!` }).waitFor();
    assert.equal(await small.getByRole('main').getByText('Team', { exact: true }).count(), 0);
    assert.equal(await small.getByRole('main').getByRole('img').count(), 0);
    assert.ok(Number(await small.evaluate('document.documentElement.scrollWidth')) <= 360);
  });

  test('shows a hint without any activity', async () => {
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

describe('the sample company', () => {
  const screens = useScreens();

  test('is added from the first steps, fills the dashboard, and is removed from there', long, async () => {
    const page = await screens.visit('/dashboard');
    await page.getByRole('button', { name: 'Add sample company' }).click();
    await page.getByText('The sample company is in your lists').waitFor();
    // The button was removed, and the focus goes to the control before it.
    await until(page, `document.activeElement?.textContent === 'Set up a backup'`);
    await page.getByRole('link', { name: 'Late now' }).waitFor();
    await page.getByText('Import (sample)').first().waitFor();
    assert.equal(await page.getByRole('region', { name: 'First steps' }).getByText('Done', { exact: true }).count(), 0);
    assert.deepEqual(await violationsEverywhere(page, [1440, 390]), []);
    // Both lists also have a record of the company itself, which is not part of the sample.
    await enterContainer(await asAdmin(screens.test), { name: 'Our own container' });
    await upload(await asAdmin(screens.test), 1, { name: 'our own.pdf' });
    await page.getByRole('link', { name: 'View its containers' }).click();
    await page.getByRole('heading', { level: 2, name: /^QQXU/ }).nth(7).waitFor();
    assert.equal(await page.getByText('Our own container').count(), 0);
    await page.goBack();
    await page.getByRole('link', { name: 'View its documents' }).click();
    await page.getByText(`Showing ${samplePapers.length} of ${samplePapers.length + 1} files`).waitFor();
    assert.equal(await page.getByText('our own.pdf').count(), 0);
    await page.goBack();
    await page.getByRole('button', { name: 'Remove sample company' }).click();
    const question = page.getByRole('dialog', { name: 'Remove the sample company?' });
    await question.getByRole('button', { name: 'Remove' }).click();
    await page.getByText('Sample company removed').waitFor();
    await until(page, `document.activeElement?.matches('h1')`);
    await page.getByText('Import (sample)').first().waitFor({ state: 'detached' });
  });

  test('no page reported an error', () => assert.deepEqual(screens.problems, []));
});

describe('the first minute of a new administrator', () => {
  const screens = useScreens();

  test('the dashboard lists the first steps, ticks off a finished one, and hides them for good', long, async () => {
    const page = await screens.visit('/dashboard');
    const steps = page.getByRole('region', { name: 'First steps' });
    await steps.waitFor();
    assert.deepEqual(await steps.getByRole('listitem').getByRole('link').allInnerTexts(), [
      'Add your teams',
      'Name your file types',
      'Add your people',
      'Import your containers',
      'Upload the first files',
      'Connect a mail server',
      'Set up a backup',
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
    await until(page, `document.activeElement?.matches('h1')`);
    await page.reload();
    await page.getByText('Choose your own password', { exact: true }).waitFor();
    await page.getByText('No file data available', { exact: true }).waitFor();
    assert.equal(await page.getByRole('region', { name: 'First steps' }).count(), 0);

    const { email } = await makeUser(screens.test, { role: 2, team: 1 });
    const managers = await screens.visit('/dashboard', email);
    const next = managers.getByRole('region', { name: 'First steps' }).getByRole('link');
    await next.first().waitFor();
    assert.deepEqual(await next.allInnerTexts(), [
      'Upload the first files',
      'Import your containers',
      'Add your people',
    ]);
    await upload(await signedIn(screens.test, email), 1, { name: 'first.txt' });
    await managers.reload();
    await managers.getByRole('link', { name: 'first.txt' }).waitFor();
    assert.equal(await next.count(), 0);
  });

  test('no page reported an error', () => assert.deepEqual(screens.problems, []));
});

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
