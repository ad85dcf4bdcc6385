import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { filesContract } from '#features/files/files.contract.ts';
import { useScreens } from '#tests/browser.ts';
import { makeFileType, makeTeam, makeUser, signedIn, upload } from '#tests/make.ts';
import { profileOf } from '#tests/signed-in.ts';
import { adminPassword } from '#tests/test-app.ts';

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

/** A text with what Intl puts between time and AM made an ordinary space. */
const plain = (text: string) => text.replace(/\s+/g, ' ').trim();

/** What the page says, from its title to its end. */
const read = async (page: Page) => plain(await page.getByRole('main').innerText());

/** Opens a page whose person is still being loaded, and answers how to let them be. */
async function openWaiting(page: Page, path: string): Promise<() => void> {
  let letGo: () => void = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route('**/api/user', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(path);
  return letGo;
}

test('the personal dashboard', async (t) => {
  const screens = useScreens();
  let page!: Page;
  let person!: { id: number; email: string; name: string };

  const inDatabase = () =>
    screens.test.parts.db
      .selectFrom('users')
      .select(['created_at', 'last_login_at'])
      .where('id', '=', person.id)
      .executeTakeFirstOrThrow();

  await t.test('greets by name and says who this is, since when and in which team', async () => {
    const team = await makeTeam(screens.test, 'Harbour');
    person = await makeUser(screens.test, { role: 3, team, name: 'ulf ordinary', email: 'ulf@example.com' });
    await screens.test.parts.db
      .updateTable('users')
      .set({ created_at: '2024-02-28T20:00:00.000Z' })
      .where('id', '=', person.id)
      .execute();
    const visitor = await signedIn(screens.test, person.email);
    const files = await upload(visitor, await makeFileType(screens.test), { name: 'a' }, { name: 'b' }, { name: 'c' });
    const filepath = String(files[0]?.filepath);
    for (const download of ['1', '1', undefined])
      assert.equal((await visitor.call(filesContract.download, { filepath, download })).status, 200);

    page = await screens.open('/user', { ...(await profileOf(screens.test, person.email)), timezoneId });
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
  });

  await t.test('four cards: files uploaded, downloads, the last login, and the account’s status', async () => {
    const { last_login_at } = await inDatabase();
    const said = await read(page);
    assert.match(said, /Files Uploaded 3 Total files Downloads 2 Total downloads Last Login Today /);
    assert.ok(said.includes(`Last Login Today ${plain(asDateTime(String(last_login_at)))} Account Status`), said);
    assert.match(said, /Account Status Verified All systems active /);
  });

  await t.test('the account’s information', async () => {
    const { created_at, last_login_at } = await inDatabase();
    const facts = [
      'Account Information Full Name ulf ordinary Email Address ulf@example.com Account Type User Team Harbour',
      `Member Since ${asDate(created_at)} Last Activity ${plain(asDateTime(String(last_login_at)))}`,
    ];
    const said = await read(page);
    assert.ok(said.includes(facts.join(' ')), said);
  });

  await t.test('the last sign-in is an activity', async () => {
    const { last_login_at } = await inDatabase();
    const said = (await read(page)).split('Recent Activity ')[1] ?? '';
    assert.ok(said.includes(`Logged in to dashboard ${plain(asDateTime(String(last_login_at)))}`), said);
    assert.ok(!said.includes('No recent activity'));
  });

  await t.test('the quick actions lead to uploading and to the files', async () => {
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

  await t.test('says that it is loading', async () => {
    const letGo = await openWaiting(page, '/user');
    await page.getByRole('status').getByText('Loading your dashboard...', { exact: true }).waitFor();
    letGo();
    await page.getByRole('heading', { name: /^Welcome back/ }).waitFor();
    await page.getByText('Loading your dashboard...').waitFor({ state: 'detached' });
    await page.unroute('**/api/user');
  });

  await t.test(
    'without a team none is named, and a long or hostile name is text that stays within a phone',
    async () => {
      const name = `<img src=x onerror="document.title=1"> ${'w'.repeat(150)}`;
      const { email } = await makeUser(screens.test, { role: 3, team: null, name });
      const profile = await profileOf(screens.test, email);
      const small = await screens.open('/user', { ...profile, viewport: { width: 360, height: 740 } });
      await small.getByRole('heading', { name: `Welcome back, ${name}!` }).waitFor();
      assert.equal(await small.getByRole('main').getByText('Team', { exact: true }).count(), 0);
      assert.equal(await small.getByRole('main').getByRole('img').count(), 0);
      assert.ok(Number(await small.evaluate('document.documentElement.scrollWidth')) <= 360);
    },
  );

  await t.test('without any activity it says so', async () => {
    const { email } = await makeUser(screens.test, { role: 3, team: null });
    const quiet = await screens.open('/', await profileOf(screens.test, email));
    await quiet.route('**/api/user', async (route) => {
      const user = (await (await route.fetch()).json()) as object;
      await route.fulfill({ json: { ...user, last_login_at: null } });
    });
    await quiet.goto('/user');
    await quiet.getByText('No recent activity', { exact: true }).waitFor();
    assert.equal(await quiet.getByText('Logged in to dashboard').count(), 0);
  });

  await t.test('no page had an error', () => assert.deepEqual(screens.problems, []));
});

test('the admin dashboard', async (t) => {
  const screens = useScreens();
  let page!: Page;

  await t.test('greets administrators and managers by name, with today’s date where they are', async () => {
    const team = await makeTeam(screens.test);
    const manager = await makeUser(screens.test, { role: 2, team, name: 'Magda Keel' });
    for (const [name, profile] of [
      ['Magda Keel', await profileOf(screens.test, manager.email)],
      ['Administrator', await profileOf(screens.test, 'admin@example.com', adminPassword)],
    ] as const) {
      page = await screens.open('/dashboard', { ...profile, timezoneId });
      await page.getByRole('heading', { name: `Welcome back, ${name}!`, level: 1 }).waitFor();
      const today = new Date().toLocaleDateString('en-US', { dateStyle: 'full', timeZone: timezoneId });
      await page.getByText(today, { exact: true }).waitFor();
    }
    assert.match(await page.title(), /^Dashboard/);
  });

  await t.test('View Files leads to the files', async () => {
    await page.getByRole('main').getByRole('link', { name: 'View Files' }).first().click();
    await page.waitForURL('**/files');
  });

  await t.test('says that it is loading', async () => {
    const letGo = await openWaiting(page, '/dashboard');
    await page.getByRole('status').getByText('Loading dashboard...', { exact: true }).waitFor();
    letGo();
    await page.getByRole('heading', { name: /^Welcome back/ }).waitFor();
    await page.unroute('**/api/user');
  });

  await t.test('on a phone nothing scrolls sideways', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    assert.ok(Number(await page.evaluate('document.documentElement.scrollWidth')) <= 360);
  });

  await t.test('no page had an error', () => assert.deepEqual(screens.problems, []));
});
