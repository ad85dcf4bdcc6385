import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { until, useScreens } from '#tests/browser.ts';
import { long } from '#tests/long.ts';
import { makeTeam, makeUser } from '#tests/make.ts';
import { cookiesOf, profileOf } from '#tests/signed-in.ts';

const phone = { viewport: { width: 360, height: 740 } };

describe('the top bar and the guard', () => {
  const screens = useScreens();

  test('the first five permitted entries are inline, the others under More, which a click outside closes', async () => {
    const page = await screens.visit('/dashboard');
    const bar = page.getByRole('navigation').first();
    for (const entry of ['Dashboard', 'Upload Files', 'Search', 'Container Status', 'Teams']) {
      await bar.getByRole('link', { name: entry, exact: true }).waitFor();
    }
    assert.equal(await page.getByRole('link', { name: 'Permissions', exact: true }).count(), 0);
    await bar.getByRole('button', { name: 'More' }).click();
    for (const entry of ['Add User', 'Users List', 'File Types', 'Change Password', 'Permissions']) {
      await page.getByRole('link', { name: entry, exact: true }).waitFor();
    }
    assert.equal(await page.getByRole('link', { name: 'User Dashboard', exact: true }).count(), 0);
    await page.mouse.click(720, 860);
    await page.getByRole('link', { name: 'Permissions', exact: true }).waitFor({ state: 'hidden' });
  });

  test('name, e-mail and initial of the user, and the active entry', async () => {
    const page = await screens.visit('/dashboard');
    await page.getByText('admin@example.com').first().waitFor();
    await page.getByText('Administrator', { exact: true }).first().waitFor();
    await page.getByRole('link', { name: 'Search', exact: true }).click();
    await page.getByRole('heading', { name: 'Files & Documents' }).waitFor();
    assert.equal(await page.getByRole('link', { name: 'Search', exact: true }).getAttribute('aria-current'), 'page');
    assert.equal(await page.getByRole('link', { name: 'Dashboard', exact: true }).getAttribute('aria-current'), null);
  });

  for (const { entry, calls, empty } of [
    { entry: 'Search', calls: /\/api\/files\/overview\?/, empty: 'No files in this file type' },
    // The dashboard makes calls of this address with other limits.
    { entry: 'Container Status', calls: /\/api\/containers\/page\?.*limit=40/, empty: 'No containers found' },
  ]) {
    test(
      `the first data of ${entry} is fetched once when it is hovered, and only a click reports a failure`,
      long,
      async () => {
        const page = await screens.visit('/dashboard');
        await page.route(calls, (route) => route.fulfill({ status: 500, json: { message: 'The disk is away.' } }));
        const link = page.getByRole('link', { name: entry, exact: true });
        const [refused] = await Promise.all([page.waitForResponse(calls), link.hover()]);
        await refused.finished();
        await page.mouse.move(720, 860);
        // A toast would be shown with the next frame.
        await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
        assert.equal(await page.getByText('The disk is away.').count(), 0);
        await link.click();
        await page.getByText('The disk is away.').first().waitFor();

        await page.unroute(calls);
        await page.goto('/dashboard');
        let asked = 0;
        page.on('request', (request) => (asked += calls.test(request.url()) ? 1 : 0));
        const [fetched] = await Promise.all([page.waitForResponse(calls), link.hover()]);
        await fetched.finished();
        await link.click();
        await page.getByText(empty).first().waitFor();
        assert.equal(asked, 1);
      },
    );
  }

  test('an ordinary user sees the entries that the permission table allows', async () => {
    const { email } = await makeUser(screens.test, { role: 3, team: await makeTeam(screens.test) });
    const page = await screens.visit('/user', email);
    await page.getByRole('link', { name: 'Change Password', exact: true }).waitFor();
    const entries = await page.getByRole('navigation').first().getByRole('link').allInnerTexts();
    assert.deepEqual(
      entries.filter((text) => text.trim() !== '' && text !== 'Stowage'),
      ['User Dashboard', 'Upload Files', 'Search', 'Container Status', 'Change Password'],
    );
  });

  test('on a phone all entries are in the menu', async () => {
    const page = await screens.visit('/dashboard', undefined, phone);
    await page.getByRole('button', { name: /menu/i }).first().click();
    for (const entry of ['Dashboard', 'Upload Files', 'Search', 'Permissions']) {
      await page.getByRole('link', { name: entry, exact: true }).waitFor();
    }
    await page.getByRole('link', { name: 'Upload Files', exact: true }).click();
    await page.waitForURL('**/uploadPage');
    assert.ok(Number(await page.evaluate('document.documentElement.scrollWidth')) <= 360);
  });

  test('the name of the product is whole in the bar of a phone, a tablet and a desktop', async () => {
    const page = await screens.visit('/dashboard');
    const name = page.getByRole('banner').getByText('Stowage', { exact: true });
    await name.waitFor();
    await page.getByRole('button', { name: 'Logout' }).first().waitFor();
    for (const width of [390, 600, 768, 1024, 1280]) {
      await page.setViewportSize({ width, height: 844 });
      const cut = await name.evaluate((one) => one.scrollWidth - one.clientWidth);
      assert.equal(cut, 0, `${width} px`);
    }
  });

  test('a client without a session, or without the permission, is redirected to the login screen', async () => {
    const nobody = await screens.open('/files');
    await nobody.waitForURL((url) => url.pathname === '/');
    const { email } = await makeUser(screens.test, { role: 3, team: await makeTeam(screens.test) });
    const page = await screens.visit('/healthz', email);
    for (const path of ['/permissionspanel', '/dashboard']) {
      await page.goto(path);
      // The login screen redirects a signed-in user to their own dashboard.
      await page.waitForURL('**/user');
    }
  });

  test('the login screen says once why a page has led there, if its session has ended', long, async () => {
    const { id, email } = await makeUser(screens.test, { role: 1, team: null });
    const page = await screens.open('/users', await profileOf(screens.test, email));
    const notice = page.getByText('You were signed out. Sign in again.', { exact: true });
    const title = page.getByRole('heading', { name: 'Welcome Back' });
    await page.getByRole('heading', { name: 'User Management' }).waitFor();
    await screens.test.ctx.db.deleteFrom('sessions').where('user_id', '=', id).execute();
    await page.getByRole('link', { name: 'Teams', exact: true }).first().click();
    await notice.waitFor();
    await page.reload();
    await title.waitFor();
    assert.equal(await notice.count(), 0);
    await page.goto('/users');
    await title.waitFor();
    assert.equal(await notice.count(), 0, 'nobody was signed in on that page');
  });

  test('a module without permission disappears from the menu at the next load', async () => {
    const { email } = await makeUser(screens.test, { role: 3, team: await makeTeam(screens.test) });
    const page = await screens.visit('/user', email);
    await page.getByRole('banner').getByRole('link', { name: 'Upload Files', exact: true }).waitFor();
    const { db } = screens.test.ctx;
    const module = await db
      .selectFrom('modules')
      .select('id')
      .where('name', '=', 'Upload files module')
      .executeTakeFirstOrThrow();
    await db
      .updateTable('permissions')
      .set({ can_view: 0 })
      .where('module_id', '=', module.id)
      .where('role_id', '=', 3)
      .execute();
    await page.goto('/uploadPage');
    await page.waitForURL('**/user');
    await page.getByRole('link', { name: 'Search', exact: true }).waitFor();
    const menu = page.getByRole('banner');
    assert.equal(await menu.getByRole('link', { name: 'Upload Files', exact: true }).count(), 0);
    await db
      .updateTable('permissions')
      .set({ can_view: 1 })
      .where('module_id', '=', module.id)
      .where('role_id', '=', 3)
      .execute();
  });

  test('signing out clears the storage of the browser', async () => {
    // Its own session: signing out ends it.
    const page = await screens.open('/dashboard', await profileOf(screens.test, 'admin@example.com'));
    await page.getByRole('button', { name: 'Logout' }).first().waitFor();
    await page.evaluate('localStorage.setItem("kept", "1"); sessionStorage.setItem("kept", "1")');
    await page.getByRole('button', { name: 'Logout' }).first().click();
    await page.getByRole('heading', { name: 'Welcome Back' }).waitFor();
    await until(page, 'localStorage.getItem("kept") === null && sessionStorage.getItem("kept") === null');
    assert.equal(await page.getByText('You were signed out.').count(), 0);
  });

  test('a page is loaded again if another user has signed in in another window', async () => {
    const page = await screens.visit('/dashboard');
    await page.getByText('Administrator', { exact: true }).first().waitFor();
    const { email } = await makeUser(screens.test, { role: 2, team: null, name: 'Magda Keel' });
    await page.context().addCookies(await cookiesOf(screens.test, email));
    await page.evaluate(`document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`);
    await page.getByText('Magda Keel', { exact: true }).first().waitFor();
    assert.equal(await page.evaluate('performance.getEntriesByType("navigation")[0].type'), 'reload');
  });

  test('a form is not saved by another user who has signed in in another window, and the page is loaded again', async () => {
    const page = await screens.open('/file-type', await profileOf(screens.test, 'admin@example.com'));
    await page.getByLabel('Name').fill('Written by the administrator');
    const { email } = await makeUser(screens.test, { role: 1, team: null, name: 'Otto Mole' });
    await page.context().addCookies(await cookiesOf(screens.test, email));
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByText('Otto Mole', { exact: true }).first().waitFor();
    assert.equal(await page.evaluate('performance.getEntriesByType("navigation")[0].type'), 'reload');
    const types = await screens.test.ctx.db.selectFrom('file_types').select('name').execute();
    assert.ok(!types.some(({ name }) => name === 'Written by the administrator'));
  });

  test('an address that does not exist is a page of its own, with a way back', async () => {
    const page = await screens.visit('/healthz');
    const answer = await page.goto('/no/such/page');
    assert.equal(answer?.status(), 404);
    await page.getByRole('heading', { name: /not found/i }).waitFor();
    await page.getByRole('main').getByRole('link').first().click();
    await page.waitForURL('**/dashboard');
  });

  test('the colours follow the system until the switch is used, and the choice is kept', async () => {
    const page = await screens.visit('/dashboard', undefined, { colorScheme: 'dark' });
    const scheme = () => page.evaluate('document.documentElement.getAttribute("data-mantine-color-scheme")');
    assert.equal(await scheme(), 'dark');
    await page.getByRole('button', { name: 'Color scheme: Automatic. Switch to Light' }).click();
    assert.equal(await scheme(), 'light');
    await page.reload();
    await page.getByRole('button', { name: 'Logout' }).first().waitFor();
    assert.equal(await scheme(), 'light');
  });

  test('rows are compact once a person chooses so, also after a reload', async () => {
    const page = await screens.visit('/users');
    const row = page.locator('tbody tr').first();
    await row.waitFor();
    const height = async () => (await row.boundingBox())?.height ?? 0;
    const comfortable = await height();
    await page.getByRole('button', { name: 'Rows: Comfortable. Switch to Compact' }).click();
    const compact = await height();
    assert.ok(compact < comfortable - 10, `${compact} px instead of ${comfortable} px`);
    await page.reload();
    await row.waitFor();
    assert.equal(await height(), compact);
    assert.match(String(await page.evaluate('document.cookie')), /density\.\d+=%22compact%22/);
  });

  test('no page reported an error', () => assert.deepEqual(screens.problems, []));
});
