import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page, Route } from 'playwright-core';
import { violations, violationsEverywhere } from '#tests/axe.ts';
import { nobody, until, useScreens } from '#tests/browser.ts';
import { asAdmin, makeFileType, makeTeam, makeUser, signedInAs, upload } from '#tests/make.ts';
import type { TestApp } from '#tests/test-app.ts';

const desktop = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

/**
 * Every address of the menu, and the trash, the audit log and the system page. A new screen has to be added here.
 * See docs/specification.md#routes-and-guards.
 */
const adminPaths = [
  '/dashboard',
  '/uploadPage',
  '/files',
  '/container-status',
  '/teammodule',
  '/register',
  '/users',
  '/file-type',
  '/change-password',
  '/permissionspanel',
  '/trash',
  '/audit',
  '/system',
];

const inMemory = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(name) });

async function fillWorld(world: TestApp) {
  const team = await makeTeam(world, 'Harbour');
  await makeUser(world, { role: 2, team, name: 'Magda Keel' });
  const type = await makeFileType(world, 'Invoice');
  await world.ctx.db.updateTable('file_types').set({ description: 'Bills' }).where('id', '=', type).execute();
  const endings = ['pdf', 'docx', 'xlsx', 'pptx', 'png', 'mp4', 'mp3', 'zip', 'eml', 'html', 'bin', 'txt'];
  await upload(await asAdmin(world), type, ...endings.map((ending) => ({ name: `file.${ending}` })));
}

describe('WCAG 2.2 AA, by axe-core, in light and dark, on a desk and on a phone', () => {
  const screens = useScreens({}, fillWorld);
  // Each test begins with a page of its own.
  let page: Page;

  /** Opens the page of a test, as the administrator. */
  const start = async (path: string) => {
    page = await screens.visit(path);
    await loaded(page);
  };

  /** Checks the current page in both schemes and, unless it exists at one width only, at both widths. */
  const assertAccessible = async (
    on: Page = page,
    widths = [desktop.width, phone.width],
    { colorsAtEveryWidth = false } = {},
  ) => {
    const found = await violationsEverywhere(on, widths, 900, colorsAtEveryWidth);
    await on.setViewportSize(desktop);
    assert.deepEqual(found, []);
  };
  const loaded = async (on: Page) => {
    await on.getByRole('heading', { level: 1 }).waitFor();
    await on
      .getByText(/^Loading/)
      .first()
      .waitFor({ state: 'detached' });
  };
  const go = async (path: string) => {
    await page.goto(path);
    await loaded(page);
  };
  /** Delays the responses until the returned function is called. */
  const hold = async (calls: string) => {
    let letGo: () => void = () => {};
    const held = new Promise<void>((resolve) => (letGo = resolve));
    await page.route(calls, async (route) => {
      await held;
      await route.continue().catch(() => undefined);
    });
    return async () => {
      letGo();
      await page.unroute(calls);
    };
  };
  const refuse = (route: Route) => route.fulfill({ status: 500, json: { message: 'The disk is away.' } });
  const dialogOpens = async () => {
    await page.getByRole('dialog').waitFor();
    await page.getByRole('dialog').locator(':focus').waitFor();
  };

  test('a planted violation is found', async () => {
    const planted = await screens.visit('/', nobody);
    await planted.getByRole('heading', { name: 'Welcome Back' }).waitFor();
    await planted.evaluate(`document.querySelector('main').insertAdjacentHTML('beforeend',
      '<img src="/brand.svg"><p style="color: #ccc; background: #fff">pale</p><a href="#a" style="font-size: 9px">a</a><a href="#b" style="font-size: 9px">b</a><input>')`);
    const found = (await violations(planted)).map((one) => one.split(':')[0]);
    for (const rule of ['image-alt', 'color-contrast', 'label', 'target-size']) assert.ok(found.includes(rule), rule);
  });

  test('login, with its error, and with its dialog', async () => {
    const login = await screens.visit('/', nobody);
    await login.getByRole('heading', { name: 'Welcome Back' }).waitFor();
    await assertAccessible(login);
    await login.getByLabel('Email Address').fill('admin@example.com');
    await login.getByLabel('Password', { exact: true }).fill('wrong');
    await login.getByRole('button', { name: 'Show password' }).click();
    await login.getByRole('button', { name: 'Sign In' }).click();
    await login.getByRole('alert').first().waitFor();
    await assertAccessible(login);
    await login.getByRole('button', { name: 'Forgot password?' }).click();
    await login.getByRole('dialog').waitFor();
    await assertAccessible(login);
  });

  for (const path of adminPaths)
    test(`${path}, for an administrator`, async () => {
      await start(path);
      await assertAccessible(page, [desktop.width, phone.width], { colorsAtEveryWidth: true });
      // As wide as a desk's window at 400 %. Source: WCAG 2.2, 1.4.10.
      await page.setViewportSize({ width: 320, height: 640 });
      await until(page, 'document.documentElement.scrollWidth <= 320');
    });

  test('the personal dashboard, with activity, and while that is on its way', async () => {
    const { visitor, email } = await signedInAs(screens.test, { role: 3, team: await makeTeam(screens.test) });
    await upload(visitor, 1, { name: 'mine.pdf' });
    const own = await screens.visit('/user', email);
    await own.getByRole('link', { name: 'Uploaded mine.pdf' }).waitFor();
    await assertAccessible(own);
    await own.route('**/api/user/activity', () => {});
    await own.goto('/user');
    await own.getByText('Loading recent activity...').waitFor({ state: 'attached' });
    await assertAccessible(own);
  });

  test('the admin dashboard: drawn, as a table, on its way, and not loaded', async () => {
    await start('/dashboard');
    await page.locator('.recharts-pie-sector').first().waitFor();
    await page.locator('.recharts-bar-rectangle').last().waitFor();
    await assertAccessible();
    await page.getByRole('button', { name: 'Show as table' }).click();
    await page.getByRole('button', { name: 'Show as chart' }).waitFor();
    await assertAccessible();
    const letGo = await hold('**/api/admin-*');
    await page.goto('/dashboard');
    await page.getByRole('status').getByText('Loading dashboard...').waitFor();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await assertAccessible();
    await letGo();
    await page.route('**/api/admin-*', refuse);
    await go('/dashboard');
    await page.getByText('Not available', { exact: true }).first().waitFor({ state: 'attached' });
    await assertAccessible();
    await page.unroute('**/api/admin-*');
  });

  test('the menus', async () => {
    await start('/dashboard');
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('link', { name: 'Permissions', exact: true }).waitFor();
    await assertAccessible(page, [desktop.width]);
    await page.setViewportSize(phone);
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('link', { name: 'Permissions', exact: true }).waitFor();
    await assertAccessible(page, [phone.width]);
  });

  test('files: every group shown, grouped by teams, with the filters open', async () => {
    await start('/files?by=team&date=year&q=file');
    await page.getByRole('button', { name: /^Filters/ }).click();
    await page.getByLabel('Sort By').waitFor();
    await page.getByRole('button', { name: /^Show 5 more files/ }).click();
    await page.getByRole('button', { name: /^Show 2 more files/ }).click();
    await page.getByText('file.pdf', { exact: true }).waitFor();
    // The clicks scroll the page, and axe reports the controls under the sticky header as too small.
    await page.evaluate('scrollTo(0, 0)');
    await assertAccessible();
  });

  test('files: collapsed groups, an empty result, loading, and a failed load', async () => {
    await start('/files');
    await page.getByRole('button', { name: /^Invoice/ }).click();
    await assertAccessible();
    await go('/files?q=nothing');
    await page.getByText('No files match the current filters').waitFor();
    await assertAccessible();
    const letGo = await hold('**/api/files/overview?*');
    await page.goto('/files');
    await page.getByText('Loading files...').waitFor({ state: 'attached' });
    await assertAccessible();
    await letGo();
    await page.route('**/api/files/overview?*', refuse);
    await page.goto('/files');
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    await page.getByRole('alert').getByText('The disk is away.').waitFor();
    await assertAccessible();
    await page.unroute('**/api/files/overview?*');
  });

  test('the edit dialog, with a replacement and while saving', async () => {
    await start('/files');
    await page.getByRole('button', { name: 'Edit' }).first().click();
    await dialogOpens();
    await assertAccessible();
    await page.getByRole('dialog').locator('input[type=file]').setInputFiles(inMemory('other.md'));
    await page.getByText('but the file you chose is .md.').waitFor();
    await assertAccessible();
    const letGo = await hold('**/api/files/*?_method=PUT');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('progressbar', { name: 'Sending the replacement file' }).waitFor({ state: 'attached' });
    await assertAccessible();
    await letGo();
    await page.getByRole('status').getByText('File updated successfully').waitFor();
    await assertAccessible();
  });

  test('the question before a file is deleted', async () => {
    await start('/files');
    await page.getByRole('button', { name: 'Delete' }).first().click();
    await dialogOpens();
    await assertAccessible();
  });

  test('upload: a selection, while renaming, while sending, and the question before leaving', async () => {
    await start('/uploadPage');
    await page.getByRole('radio', { name: 'Invoice' }).check();
    await page.getByLabel('Select Files').setInputFiles(['a.txt', 'b.pdf', 'c'].map(inMemory));
    await page.getByRole('button', { name: 'Rename b.pdf' }).waitFor();
    await assertAccessible();
    await page.getByRole('button', { name: 'Rename b.pdf' }).click();
    await page.getByLabel('New name for b.pdf').waitFor();
    await assertAccessible();
    const letGo = await hold('**/api/upload');
    await page.getByRole('button', { name: 'Upload 3 File(s)' }).click();
    await page.getByRole('progressbar', { name: 'Upload progress' }).waitFor({ state: 'attached' });
    await assertAccessible();
    await page.getByRole('link', { name: 'Search', exact: true }).click();
    await dialogOpens();
    await assertAccessible();
    await page.getByRole('dialog').getByRole('button', { name: 'Leave and stop' }).click();
    await letGo();
  });

  test('upload: a failed load of the types, and a user without a team', async () => {
    const { email } = await makeUser(screens.test, { role: 3, team: null });
    const own = await screens.visit('/uploadPage', email);
    await own.getByRole('alert').waitFor();
    await assertAccessible(own);
    await own.route('**/api/file-type', refuse);
    await own.goto('/uploadPage');
    await own.getByText('The file types could not be loaded.').waitFor();
    await assertAccessible(own);
  });

  test('not found, and something broke', async () => {
    await start('/no/such/page');
    await assertAccessible();
    await page.route('**/assets/FilesScreen*.js', (route) => route.abort());
    await page.goto('/files');
    await page.getByRole('heading', { name: 'Something broke' }).waitFor();
    await assertAccessible();
    await page.unroute('**/assets/FilesScreen*.js');
  });
});
