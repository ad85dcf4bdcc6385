import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { permissionsContract } from '#features/permissions/permissions.contract.ts';
import { violations, violationsEverywhere } from '#tests/axe.ts';
import { useScreens } from '#tests/browser.ts';
import { long } from '#tests/long.ts';
import { asAdmin, makeTeam, makeUser, signedIn } from '#tests/make.ts';
import { profileOf } from '#tests/signed-in.ts';
import type { TestApp } from '#tests/test-app.ts';

/** The permissions of a new installation, which every test begins with. */
const fillWorld = (world: TestApp) => world.ctx.db.selectFrom('permissions').selectAll().execute();

describe('the permissions screen', () => {
  const screens = useScreens({}, fillWorld);
  beforeEach(async () => {
    const { db } = screens.test.ctx;
    await db.transaction().execute(async (tx) => {
      await tx.deleteFrom('permission_saves').execute();
      await tx.deleteFrom('permissions').execute();
      await tx.insertInto('permissions').values(screens.world).execute();
    });
  });

  const open = async (options: BrowserContextOptions = {}) => {
    const page = await screens.visit('/permissionspanel', undefined, options);
    await page.getByRole('heading', { name: 'Role Permissions Matrix' }).waitFor();
    return page;
  };
  const cell = (page: Page, name: string) => page.getByRole('switch', { name, exact: true });
  const save = (page: Page) => page.getByRole('button', { name: 'Save Permissions' });
  const savedToast = (page: Page) => page.getByText('Permissions saved successfully!', { exact: true });
  const dialog = (page: Page) => page.getByRole('dialog');
  const card = (page: Page, label: string) =>
    page.getByText(label, { exact: true }).locator('xpath=following-sibling::*[1]');

  /** Sets one cell as another administrator does. */
  const setElsewhere = async (email: string, module: string, role_id: number, can_view: number) => {
    const other = await signedIn(screens.test, email);
    const { modules } = (await other.call(permissionsContract.list, {})).body;
    const module_id = modules.find(({ name }) => name === module)?.id as number;
    const answer = await other.call(permissionsContract.save, { permissions: [{ module_id, role_id, can_view }] });
    assert.equal(answer.status, 200);
  };

  test('shows a toggle for every module and role, two of them locked with a hint, and the summary cards', async () => {
    const page = await open();
    assert.match(await page.title(), /Permissions Management/);
    await page.getByText('11 modules, 3 roles', { exact: true }).waitFor();
    for (const role of ['Super Admin (Administrator)', 'Admin (Manager)', 'User']) {
      await page.getByRole('columnheader', { name: role, exact: true }).waitFor();
    }
    await page.getByRole('rowheader', { name: 'Container Status module' }).waitFor();
    assert.equal(await page.getByRole('switch').count(), 33);
    assert.equal(await cell(page, 'Teams module for Manager').isChecked(), true);
    assert.equal(await cell(page, 'Teams module for User').isChecked(), false);
    assert.deepEqual(
      await Promise.all(
        ['Total Roles', 'Total Modules', 'Active Permissions'].map((label) => card(page, label).textContent()),
      ),
      ['3', '11', '24'],
    );
    for (const name of ['Permission module for Administrator', 'Admin Dashboard for Administrator']) {
      assert.equal(await cell(page, name).isDisabled(), true);
      assert.equal(await cell(page, name).isChecked(), true);
    }
    assert.equal(await page.locator('input[role=switch]:disabled').count(), 2);
    await page
      .getByText('Administrator always has this permission, so that administrators cannot lock themselves out.')
      .waitFor();
  });

  test('searches modules, filters by role, and shows a hint for an empty result', async () => {
    const page = await open();
    await page.getByRole('searchbox', { name: 'Search modules...' }).fill('FILES');
    await page.getByText('3 modules, 3 roles', { exact: true }).waitFor();
    await page.getByRole('combobox', { name: 'Role' }).selectOption('Admin (Manager)');
    await page.getByText('3 modules, 1 roles', { exact: true }).waitFor();
    assert.equal(await page.getByRole('switch').count(), 3);
    assert.equal(await page.getByRole('columnheader', { name: 'User', exact: true }).count(), 0);
    await page.getByRole('combobox', { name: 'Role' }).selectOption('All Roles');
    await page.getByRole('searchbox', { name: 'Search modules...' }).fill('nothing like it');
    await page.getByText('No modules found', { exact: true }).waitFor();
    await page.getByText('Try adjusting your search criteria', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Clear search' }).click();
    await page.getByText('11 modules, 3 roles', { exact: true }).waitFor();
  });

  test('changed toggles are marked as unsaved; saving sends all settings at once', async () => {
    const page = await open();
    await page.getByText('Everything is saved').waitFor();
    await cell(page, 'Teams module for User').click();
    await page.getByText('1 unsaved change', { exact: true }).waitFor();
    assert.equal(await card(page, 'Active Permissions').textContent(), '25');
    await cell(page, 'Teams module for User').click();
    await page.getByText('Everything is saved').waitFor();
    await cell(page, 'Teams module for User').click();
    await cell(page, 'Files module for Manager').click();
    await page.getByText('2 unsaved changes', { exact: true }).waitFor();
    const sent = page.waitForRequest(
      (request) => request.method() === 'POST' && request.url().endsWith('/api/permissions'),
    );
    await save(page).click();
    const body = (await sent).postDataJSON() as { permissions: unknown[]; version: number };
    assert.deepEqual([body.permissions.length, body.version], [33, 0]);
    await savedToast(page).waitFor();
    await page.getByText('Everything is saved').waitFor();
    await page.reload();
    await page.getByText('11 modules, 3 roles').waitFor();
    assert.equal(await cell(page, 'Teams module for User').isChecked(), true);
    assert.equal(await cell(page, 'Files module for Manager').isChecked(), false);
  });

  test('the button shows Saving... while busy', async () => {
    const page = await open();
    let answer: () => void = () => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/api/permissions', async (route) => {
      if (route.request().method() === 'POST') await held;
      await route.continue();
    });
    await save(page).click();
    assert.equal(await page.getByRole('button', { name: 'Saving...' }).isDisabled(), true);
    answer();
    await savedToast(page).waitFor();
    await save(page).waitFor();
  });

  test('a failed save shows an error and keeps the changes', async () => {
    const page = await open();
    await page.route('**/api/permissions', (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 500, body: '' }) : route.continue(),
    );
    await cell(page, 'Register module for User').click();
    await save(page).click();
    await page.getByText('Error saving permissions.', { exact: true }).waitFor();
    await page.getByText('1 unsaved change', { exact: true }).waitFor();
    assert.equal(await cell(page, 'Register module for User').isChecked(), true);
    await page.getByRole('button', { name: 'Discard' }).click();
    await dialog(page).getByText('Register module for User').waitFor();
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
    await dialog(page).waitFor({ state: 'hidden' });
    assert.equal(await cell(page, 'Register module for User').isChecked(), true);
    await page.getByRole('button', { name: 'Discard' }).click();
    await dialog(page).getByRole('button', { name: 'Discard' }).click();
    await page.getByText('Everything is saved').waitFor();
    assert.equal(await cell(page, 'Register module for User').isChecked(), false);
    await page.getByText('Everything is saved').waitFor();
  });

  test('leaving the page with unsaved changes asks first', async () => {
    const page = await open();
    await cell(page, 'Register module for User').click();
    await page.getByRole('link', { name: 'Teams' }).first().click();
    await dialog(page).getByText('Leave without saving?').waitFor();
    await dialog(page).getByRole('button', { name: 'Stay' }).click();
    await dialog(page).waitFor({ state: 'hidden' });
    assert.equal(await cell(page, 'Register module for User').isChecked(), true);
    const asked = page.waitForEvent('dialog');
    await page.evaluate('setTimeout(() => location.reload(), 0)');
    const warning = await asked;
    assert.equal(warning.type(), 'beforeunload', 'the browser asks, too');
    await warning.dismiss();
    await page.getByRole('link', { name: 'Teams' }).first().click();
    await dialog(page).getByRole('button', { name: 'Leave' }).click();
    await page.getByRole('heading', { name: 'Team Management' }).waitFor();
  });

  test('signing out with unsaved changes asks before the session ends', async () => {
    const page = await screens.open('/permissionspanel', await profileOf(screens.test, 'admin@example.com'));
    const logout = page.getByRole('button', { name: 'Logout' }).first();
    await cell(page, 'Register module for User').click();
    await logout.click();
    await dialog(page).getByText('Leave without saving?').waitFor();
    await dialog(page).getByRole('button', { name: 'Stay' }).click();
    await dialog(page).waitFor({ state: 'hidden' });
    await save(page).click();
    await savedToast(page).waitFor();
    await cell(page, 'Register module for User').click();
    await logout.click();
    await dialog(page).getByRole('button', { name: 'Leave' }).click();
    await page.getByRole('heading', { name: 'Welcome Back' }).waitFor();
    assert.equal((await page.context().request.get('/api/user')).status(), 401);
  });

  test('a save after another administrator’s save shows their changes and can keep both', async () => {
    const other = await makeUser(screens.test, { role: 1, team: null, name: 'Olga Pier' });
    const page = await open();
    await cell(page, 'Register module for User').click();
    await setElsewhere(other.email, 'Users list module', 3, 1);
    await save(page).click();
    await dialog(page)
      .getByText(/^Olga Pier saved these permissions on /)
      .waitFor();
    await dialog(page).getByText('Users list module for User').waitFor();
    await dialog(page).getByRole('button', { name: 'Keep both' }).click();
    await dialog(page).waitFor({ state: 'hidden' });
    await page.getByText('1 unsaved change', { exact: true }).waitFor();
    assert.equal(await cell(page, 'Users list module for User').isChecked(), true);
    assert.equal(await cell(page, 'Register module for User').isChecked(), true);
    await save(page).click();
    await savedToast(page).waitFor();
    const { permissions, modules } = (await (await asAdmin(screens.test)).call(permissionsContract.list, {})).body;
    for (const name of ['Users list module', 'Register module']) {
      const id = modules.find((module) => module.name === name)?.id;
      assert.equal(permissions.find((entry) => entry.module_id === id && entry.role_id === 3)?.can_view, 1, name);
    }
  });

  test('a save after another administrator’s save can take theirs or overwrite it', async () => {
    const other = await makeUser(screens.test, { role: 1, team: null, name: 'Piet Buoy' });
    const page = await open();
    await cell(page, 'Files type module for User').click();
    await setElsewhere(other.email, 'Users list module', 3, 0);
    await save(page).click();
    await dialog(page).getByRole('button', { name: 'Take theirs' }).click();
    await page.getByText('Everything is saved').waitFor();
    assert.equal(await cell(page, 'Files type module for User').isChecked(), false);
    assert.equal(await cell(page, 'Users list module for User').isChecked(), false);

    await cell(page, 'Files type module for User').click();
    await setElsewhere(other.email, 'Users list module', 3, 1);
    await save(page).click();
    await dialog(page).getByRole('button', { name: 'Save over theirs' }).click();
    await savedToast(page).waitFor();
    await dialog(page).waitFor({ state: 'hidden' });
    await page.reload();
    await page.getByText('11 modules, 3 roles').waitFor();
    assert.equal(await cell(page, 'Files type module for User').isChecked(), true);
    assert.equal(await cell(page, 'Users list module for User').isChecked(), false);
  });

  test('an earlier matrix is brought back from the history', async () => {
    await setElsewhere('admin@example.com', 'Users list module', 3, 1);
    const page = await open();
    await cell(page, 'Teams module for Manager').click();
    await save(page).click();
    await savedToast(page).waitFor();
    await page.getByRole('button', { name: 'History' }).click();
    await dialog(page).getByText('Now in use').waitFor();
    const entries = dialog(page)
      .getByRole('listitem')
      .filter({ has: page.getByText('by ') });
    await entries.first().getByText('Teams module for Manager').waitFor();
    await dialog(page)
      .getByRole('button', { name: /^Bring back the permissions of/ })
      .first()
      .click();
    await dialog(page).getByText('Bringing it back changes:').waitFor();
    await dialog(page).getByRole('button', { name: 'Bring back', exact: true }).click();
    await page.getByRole('dialog', { name: 'Saved permissions' }).waitFor({ state: 'hidden' });
    await page.getByText('Everything is saved').waitFor();
    await cell(page, 'Teams module for Manager').and(page.locator(':checked')).waitFor({ state: 'attached' });

    await page.getByRole('button', { name: 'History' }).click();
    await dialog(page).getByText('Before the first save').waitFor();
    await dialog(page).getByRole('button', { name: 'Bring back the permissions of Before the first save' }).click();
    await dialog(page).getByRole('button', { name: 'Bring back', exact: true }).click();
    await page.getByRole('dialog', { name: 'Saved permissions' }).waitFor({ state: 'hidden' });
    await card(page, 'Active Permissions').filter({ hasText: /^24$/ }).waitFor();
  });

  test('earlier permissions cannot be restored while there are unsaved changes', async () => {
    await setElsewhere('admin@example.com', 'Users list module', 3, 1);
    const page = await open();
    await cell(page, 'Teams module for User').click();
    await page.getByRole('button', { name: 'History' }).click();
    await dialog(page).getByText('Save or discard your changes before you bring back earlier permissions.').waitFor();
    assert.equal(
      await dialog(page)
        .getByRole('button', { name: /^Bring back/ })
        .first()
        .isDisabled(),
      true,
    );
  });

  test('a failed load shows an error, and can be tried again', async () => {
    const page = await screens.visit('/teammodule');
    await page.getByRole('heading', { name: 'Team Management' }).waitFor();
    await page.route('**/api/permissions', (route) => route.fulfill({ status: 500, body: '' }));
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('link', { name: 'Permissions' }).first().click();
    await page.getByText('Failed to load data.', { exact: true }).waitFor();
    await page.unroute('**/api/permissions');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('11 modules, 3 roles', { exact: true }).waitFor();
  });

  test('a module that a save denies leaves the menu at once, without a reload', async () => {
    const page = await open();
    const teams = page.getByRole('navigation').getByRole('link', { name: 'Teams' });
    await teams.waitFor();
    await cell(page, 'Teams module for Administrator').click();
    await save(page).click();
    await savedToast(page).waitFor();
    await teams.waitFor({ state: 'detached' });
    await cell(page, 'Teams module for Administrator').click();
    await save(page).click();
    await teams.waitFor();
  });

  test('redirects a manager without the module', async () => {
    const team = await makeTeam(screens.test);
    const manager = await makeUser(screens.test, { role: 2, team });
    const page = await screens.visit('/permissionspanel', manager.email);
    await page.waitForURL('**/dashboard');
  });

  test('works with the keyboard alone', async () => {
    const page = await open();
    await page.getByRole('combobox', { name: 'Role' }).focus();
    await page.keyboard.press('Tab');
    assert.equal(
      await page.evaluate('document.activeElement.getAttribute("aria-label")'),
      'Admin Dashboard for Manager',
    );
    await page.keyboard.press('Space');
    await page.getByText('1 unsaved change', { exact: true }).waitFor();
    await page.keyboard.press('Space');
    await page.getByText('Everything is saved').waitFor();
  });

  test(
    'meets WCAG A and AA in light and dark, and fits 360 pixels with every toggle below its role',
    long,
    async () => {
      await setElsewhere('admin@example.com', 'Users list module', 3, 1);
      const page = await open({ viewport: { width: 360, height: 740 } });
      await cell(page, 'Teams module for User').click();
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 360);
      assert.equal(await page.getByRole('columnheader').count(), 4, 'it is still a table to a screen reader');
      assert.equal(await page.getByRole('rowheader').count(), 11);
      assert.deepEqual(await violations(page, 'without colors'), []);
      await cell(page, 'Files type module for User').scrollIntoViewIfNeeded();
      await cell(page, 'Permission module for User').click();
      const box = async (index: ReturnType<typeof cell>) => (await index.boundingBox()) ?? { x: 0, y: 0, width: 0 };
      const head = await box(page.getByRole('columnheader', { name: 'User', exact: true }));
      const toggle = await box(cell(page, 'Permission module for User'));
      assert.ok(Math.abs(head.x + head.width / 2 - (toggle.x + toggle.width / 2)) < 2);
      assert.ok(head.y >= 60 && head.y < 100, 'the roles stay in view below the bar');
      const cut = `[...document.querySelectorAll('main .mantine-Button-label')].filter((label) => label.scrollWidth > label.clientWidth).length`;
      assert.equal(await page.evaluate(cut), 0, 'every button shows its whole text');
      await page.getByRole('button', { name: 'History' }).click();
      await dialog(page).getByText('Now in use').waitFor();
      assert.deepEqual(await violationsEverywhere(page, [360], 740), []);
    },
  );

  test('no page reported an error', () => assert.deepEqual(screens.problems, []));
});
