import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { fold } from '#shared/fold.ts';
import { violations, violationsEverywhere } from '#tests/axe.ts';
import { scrollToRow, stylesOf, typeSlowly, useScreens, until } from '#tests/browser.ts';
import { long } from '#tests/long.ts';
import { makeTeam, makeUser, signedIn, upload } from '#tests/make.ts';
import { profileOf } from '#tests/signed-in.ts';
import type { TestApp } from '#tests/test-app.ts';

const phone = { viewport: { width: 360, height: 740 } };
const hostile = '<img src=x onerror="document.title=`ran`">';

async function fillWorld(world: TestApp) {
  const harbour = await makeTeam(world, 'Harbour');
  const ada = await makeUser(world, { role: 3, team: harbour, name: 'Ada Crane', email: 'ada@quay.example' });
  const ben = await makeUser(world, { role: 2, team: harbour, name: 'Ben Keel', email: 'ben@quay.example' });
  const cleo = await makeUser(world, { role: 3, team: null, name: 'Cleo Loose', email: 'cleo@loose.example' });
  const dora = await makeUser(world, { role: 1, team: harbour, name: 'Dora Chief', email: 'dora@quay.example' });
  const mallory = await makeUser(world, { role: 3, team: harbour, name: hostile, email: 'mallory@quay.example' });
  await makeUser(world, { role: 2, team: harbour, name: 'Mia Peer', email: 'mia@peer.example' });
  return { harbour, ada, ben, cleo, dora, mallory };
}

type Who = { email: string } | undefined;

describe('the users screen', () => {
  const screens = useScreens({}, fillWorld);

  const open = async (who?: Who, options = {}) => {
    const page = await screens.visit('/users', who?.email, options);
    await page.getByRole('heading', { name: 'User Management', level: 1 }).waitFor();
    return page;
  };
  const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
  const names = (page: Page) => page.getByRole('rowheader').locator('bdi').allTextContents();
  const menu = async (page: Page, name: string, item: string) => {
    await rowOf(page, name).getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  const toast = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor();
  /** Counts the users in the database, for the cards: other tests may have added some. */
  const count = async (role?: number) => {
    const rows = await screens.test.ctx.db
      .selectFrom('users')
      .select('role_id')
      .where('deleted_at', 'is', null)
      .execute();
    const counted = rows.filter(({ role_id }) => role === undefined || role_id === role).length;
    return counted.toLocaleString('en-US');
  };
  const card = (page: Page, label: string) =>
    page.locator('main').getByText(label, { exact: true }).locator('xpath=following-sibling::*[1]');

  test('lists all users in a table and counts all users, administrators and regular users', async () => {
    const page = await open();
    await rowOf(page, 'Ada Crane').waitFor();
    assert.deepEqual(await page.getByRole('columnheader').allTextContents(), [
      'User',
      'Email',
      'Role',
      'Team',
      'Actions',
    ]);
    const expected = [hostile, 'Ada Crane', 'Administrator', 'Ben Keel', 'Cleo Loose', 'Dora Chief', 'Mia Peer'];
    assert.deepEqual(
      (await names(page)).filter((name) => expected.includes(name)),
      expected,
    );
    const ada = rowOf(page, 'Ada Crane');
    assert.match(
      await ada.getByRole('rowheader').innerText(),
      new RegExp(`^A\\s*Ada Crane\\s*ID: ${screens.world.ada.id}$`),
    );
    assert.deepEqual((await ada.getByRole('cell').allTextContents()).slice(0, 3), [
      'ada@quay.example',
      'User',
      'Harbour',
    ]);
    assert.equal(await rowOf(page, 'Cleo Loose').getByText('No team assigned').count(), 1);
    assert.equal(await page.title(), 'User Management · Stowage', 'a name is text');
    for (const [label, number] of [
      ['Total Users', await count()],
      ['Administrators', await count(1)],
      ['Regular Users', await count(3)],
    ] as const)
      await card(page, label).getByText(number, { exact: true }).waitFor();
  });

  test('has a badge for each role: Super Admin red, Admin orange, User green, anything else grey, ‘No Role’ for none', async () => {
    const page = await screens.visit('/healthz');
    await page.route('**/api/users?*', async (route) => {
      const answer = await route.fetch();
      const body = (await answer.json()) as { users: { name: string; role: unknown }[] };
      for (const user of body.users) {
        if (user.name === 'Cleo Loose') user.role = { role_id: 9, role_name: 'Auditor' };
        if (user.name === hostile) user.role = null;
      }
      await route.fulfill({ response: answer, json: body });
    });
    await page.goto('/users');
    const hue = async (name: string, label: string) => {
      const badge = rowOf(page, name).getByText(label, { exact: true });
      const [color = ''] = await stylesOf(badge, ['color']);
      const [red = 0, green = 0, blue = 0] = color.match(/\d+/g)?.map(Number) ?? [];
      return { red, green, blue };
    };
    const [superAdmin, admin, user, other, none] = [
      await hue('Dora Chief', 'Super Admin'),
      await hue('Ben Keel', 'Admin'),
      await hue('Ada Crane', 'User'),
      await hue('Cleo Loose', 'Auditor'),
      await hue(hostile, 'No Role'),
    ];
    assert.ok(superAdmin.red > 150 && superAdmin.green < 60, 'red');
    assert.ok(admin.red > 150 && admin.green >= 60 && admin.blue < 40, 'orange');
    assert.ok(user.green > user.red && user.green > user.blue, 'green');
    assert.deepEqual(none, other);
    assert.ok(Math.max(...Object.values(other)) - Math.min(...Object.values(other)) < 50, 'grey');
  });

  test('says which users only the first summary card counts', async () => {
    await makeUser(screens.test, { role: 2, team: 1 });
    const page = await screens.visit('/users');
    await page.getByText(/^Total Users also counts \d+ users? with the role Admin\.$/).waitFor();
  });

  test('narrows the list to the people that a summary card counts', long, async () => {
    const page = await screens.visit('/users');
    await page.getByRole('button', { name: /^Administrators/ }).click();
    await page.waitForURL('**/users?role=1');
    await page.getByRole('row').filter({ hasText: 'Super Admin' }).first().waitFor();
    await page.getByRole('row').filter({ hasNotText: 'Super Admin' }).nth(1).waitFor({ state: 'detached' });
    assert.equal(await page.getByRole('button', { name: /^Administrators/ }).getAttribute('aria-pressed'), 'true');
    assert.deepEqual(await violationsEverywhere(page, [1440, 390]), []);
    await page.getByRole('button', { name: /^Total Users/ }).click();
    await page.waitForURL('**/users');
    await page.getByRole('row').filter({ hasNotText: 'Super Admin' }).nth(1).waitFor();
  });

  test('opened by the number of active users, lists them, and all users without the filter', async () => {
    const page = await screens.visit('/users?active=yes');
    await page.getByRole('row', { name: /admin@example\.com/ }).waitFor();
    assert.equal(await page.getByRole('row', { name: /Ben Keel/ }).count(), 0);
    assert.equal(await page.getByRole('button', { name: /^Total Users/ }).getAttribute('aria-pressed'), 'false');
    await page.getByRole('button', { name: 'Remove the filter Active in the last 15 minutes' }).click();
    await page.waitForURL('**/users');
    await page.getByRole('row', { name: /Ben Keel/ }).waitFor();
    await page.getByRole('heading', { level: 1 }).and(page.locator(':focus')).waitFor();
  });

  test('searches by name or e-mail once typing has paused for 300 ms', long, async () => {
    // Its own profile: the clock belongs to the profile.
    const page = await screens.open('/users', await profileOf(screens.test, 'admin@example.com'));
    await rowOf(page, 'Ada Crane').waitFor();
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname === '/api/users') asked.push(String(searchParams.get('search')));
    });
    const box = page.getByPlaceholder('Search by name or email...');
    const pause = await typeSlowly(page, box, 'QUAY', 300);
    assert.deepEqual(asked, []);
    await pause();
    await rowOf(page, 'Cleo Loose').waitFor({ state: 'detached' });
    assert.deepEqual(await names(page), [hostile, 'Ada Crane', 'Ben Keel', 'Dora Chief']);
    assert.deepEqual(asked, ['QUAY'], 'one question for one pause');
    await page.getByText('4 users found').waitFor();
    await page.reload();
    await rowOf(page, 'Ben Keel').waitFor();
    assert.equal(await box.inputValue(), 'QUAY', 'a reload keeps the search');
    await box.fill('crane');
    await rowOf(page, 'Ben Keel').waitFor({ state: 'detached' });
    assert.deepEqual(await names(page), ['Ada Crane']);
    await page.getByRole('button', { name: 'Clear search' }).click();
    await rowOf(page, 'Cleo Loose').waitFor();
    await card(page, 'Total Users')
      .and(page.getByText(await count(), { exact: true }))
      .waitFor();
  });

  test('what is typed while an earlier part of it is searched stays in the field', long, async () => {
    const page = await screens.open('/users', await profileOf(screens.test, 'admin@example.com'));
    await rowOf(page, 'Ada Crane').waitFor();
    const client = await page.context().newCDPSession(page);
    await client.send('Emulation.setCPUThrottlingRate', { rate: 6 });
    const box = page.getByPlaceholder('Search by name or email...');
    // About the pause after which the search is sent.
    await box.pressSequentially('bill of la', { delay: 320 });
    await client.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    await until(page, `new URLSearchParams(location.search).get('search') === 'bill of la'`);
    assert.equal(await box.inputValue(), 'bill of la');
  });

  test('shows a hint for an empty result and an empty list, and an error after a failed load', long, async () => {
    const page = await open();
    await page.getByPlaceholder('Search by name or email...').fill('nobody at all %_');
    await page.getByText('No users found').waitFor();
    await page.getByText('Try adjusting your search criteria').waitFor();
    await page.getByRole('button', { name: 'Clear search' }).click();
    await page.route('**/api/users?*', (route) => route.fulfill({ json: { users: [], next: null, found: 0 } }));
    await page.reload();
    await page.getByText('No users found').waitFor();
    await page.getByText('No users have been created yet').waitFor();
    await page.unroute('**/api/users?*');

    await page.route('**/api/users?*', (route) =>
      route.fulfill({ status: 500, json: { message: 'The disk is away.' } }),
    );
    await page.reload();
    await page.getByRole('alert').getByText('Failed to fetch users').waitFor();
    await page.getByRole('alert').getByText('The disk is away.').waitFor();
    await page.unroute('**/api/users?*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await rowOf(page, 'Ada Crane').waitFor();
  });

  test('links to the form: ‘Add New User’ to /register, Edit to /register?edit={id}', async () => {
    const page = await open();
    const edit = rowOf(page, 'Ada Crane').getByRole('link', { name: 'Edit' });
    assert.equal(await edit.getAttribute('href'), `/register?edit=${screens.world.ada.id}`);
    await page.getByRole('link', { name: 'Add New User' }).click();
    await page.waitForURL('**/register');
    await page.goBack();
    await edit.click();
    await page.waitForURL(`**/register?edit=${screens.world.ada.id}`);
    await page.getByRole('heading', { name: 'Edit User' }).waitFor();
  });

  test('deletes only after the question of the specification', async () => {
    const page = await open();
    const gone = await makeUser(screens.test, { role: 3, team: screens.world.harbour, name: 'Gone Girl' });
    await upload(await signedIn(screens.test, gone.email), 1, { name: 'left behind.txt' });
    await page.goto('/users?search=Gone%20Girl');
    await page.getByText('1 user found', { exact: true }).waitFor();
    const row = rowOf(page, 'Gone Girl');
    await row.getByRole('button', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Are you sure you want to delete this user?', { exact: true }).waitFor();
    await dialog.getByText('1 file of theirs will stay, with their name.').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    assert.equal(await row.count(), 1);
    await row.getByRole('button', { name: 'Delete' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await toast(page, 'User deleted successfully');
    await row.waitFor({ state: 'detached' });
    await page.getByText('0 users found', { exact: true }).waitFor();
    await card(page, 'Total Users')
      .getByText(await count(), { exact: true })
      .waitFor();
    await until(page, `document.activeElement.tagName === 'H1'`);
  });

  test('shows the reason of a failed deletion, and keeps the row', async () => {
    const page = await open();
    await page.route('**/api/users/*', (route) =>
      route.request().method() === 'DELETE'
        ? route.fulfill({ status: 409, json: { message: 'This is the last administrator.' } })
        : route.continue(),
    );
    await rowOf(page, 'Ben Keel').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await toast(page, 'Delete failed');
    await toast(page, 'This is the last administrator.');
    assert.equal(await rowOf(page, 'Ben Keel').count(), 1);
  });

  test('changes roles and teams for role 1', async () => {
    const { harbour } = screens.world;
    await makeUser(screens.test, { role: 3, team: harbour, name: 'Rory Riser' });
    await makeUser(screens.test, { role: 3, team: null, name: 'Tilda Teamless' });
    const page = await open();
    await menu(page, 'Rory Riser', 'Change role');
    const dialog = page.getByRole('dialog', { name: 'Change the role of Rory Riser' });
    assert.ok(await dialog.getByLabel('User').isChecked());
    await dialog.getByLabel('Admin (Manager)', { exact: true }).check();
    await dialog.getByRole('button', { name: 'Change role' }).click();
    await toast(page, 'Role changed');
    await rowOf(page, 'Rory Riser').getByText('Admin', { exact: true }).waitFor();
    await card(page, 'Regular Users')
      .getByText(await count(3), { exact: true })
      .waitFor();
    await menu(page, 'Tilda Teamless', 'Change team');
    const teams = page.getByRole('dialog', { name: 'Change the team of Tilda Teamless' });
    await teams.getByLabel('Team').selectOption('Harbour');
    await teams.getByRole('button', { name: 'Change team' }).click();
    await toast(page, 'Team changed');
    await rowOf(page, 'Tilda Teamless').getByText('Harbour').waitFor();
  });

  test('suspends, reactivates and signs out a user, and shows the suspension', async () => {
    const person = await makeUser(screens.test, { role: 3, team: null, name: 'Sully Shutout' });
    const shutOut = await signedIn(screens.test, person.email);
    const page = await open();
    await menu(page, 'Sully Shutout', 'Suspend');
    await page.getByRole('dialog', { name: 'Suspend Sully Shutout?' }).getByRole('button', { name: 'Suspend' }).click();
    await toast(page, 'User suspended');
    await rowOf(page, 'Sully Shutout').getByText('Suspended', { exact: true }).waitFor();
    assert.equal((await shutOut.send({ method: 'GET', url: '/api/user' })).statusCode, 401);
    await menu(page, 'Sully Shutout', 'Reactivate');
    await toast(page, 'User reactivated');
    await rowOf(page, 'Sully Shutout').getByText('Suspended', { exact: true }).waitFor({ state: 'detached' });
    const again = await signedIn(screens.test, person.email);
    await menu(page, 'Sully Shutout', 'Sign out everywhere');
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
    await toast(page, 'User signed out everywhere');
    assert.equal((await again.send({ method: 'GET', url: '/api/user' })).statusCode, 401);
  });

  test('keeps the dialog and shows the reason of a refusal', async () => {
    const page = await open();
    await page.route('**/api/users/*/suspend', (route) =>
      route.fulfill({ status: 409, json: { message: 'Not now.' } }),
    );
    await menu(page, 'Dora Chief', 'Suspend');
    await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click();
    await toast(page, 'The user was not suspended');
    await toast(page, 'Not now.');
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  test('offers a manager only permitted actions, and no user their own deletion', async () => {
    const page = await open(screens.world.ben);
    const actions = (name: string) =>
      rowOf(page, name)
        .getByRole('cell')
        .last()
        .locator('a, button')
        .evaluateAll((all) =>
          (all as unknown as { getAttribute: (name: string) => string }[]).map((one) => one.getAttribute('aria-label')),
        );
    await rowOf(page, 'Cleo Loose').waitFor();
    assert.deepEqual(await actions('Cleo Loose'), ['Edit', 'Delete', 'More actions']);
    assert.deepEqual(await actions('Ben Keel'), ['Edit', 'More actions']);
    assert.deepEqual(await actions('Dora Chief'), ['More actions']);
    assert.deepEqual(await actions('Mia Peer'), ['More actions'], 'a manager like themselves');
    await rowOf(page, 'Cleo Loose').getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Suspend' }).waitFor();
    const labels = ['What can this user see?', 'Sign out everywhere', 'Suspend'];
    assert.deepEqual(await page.getByRole('menuitem').allTextContents(), labels);
    await page.keyboard.press('Escape');
    await rowOf(page, 'Dora Chief').getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'What can this user see?' }).waitFor();
    assert.equal(await page.getByRole('menuitem').count(), 1);
    const admin = await open();
    await rowOf(admin, 'Administrator').getByText('You', { exact: true }).waitFor();
    assert.equal(await rowOf(admin, 'admin@example.com').getByRole('button', { name: 'Delete' }).count(), 0);
  });

  test('redirects role 3 to their dashboard', async () => {
    const page = await screens.visit('/users', screens.world.cleo.email);
    await page.waitForURL('**/user');
  });

  test('works with the keyboard alone', async () => {
    const page = await open();
    await rowOf(page, 'Cleo Loose').getByRole('button', { name: 'More actions' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Change role' }).waitFor();
    for (let pressed = 0; pressed < 4; pressed += 1) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Suspend Cleo Loose?' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  test('on a phone the rows are cards, and no element overflows', async () => {
    const page = await open(undefined, phone);
    const row = rowOf(page, 'Ada Crane');
    await row.waitFor();
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 360);
    const [name, email] = [
      await row.getByText('Ada Crane').boundingBox(),
      await row.getByText('ada@quay.example').boundingBox(),
    ];
    assert.ok(name && email && email.y > name.y + 10, 'one below the other');
    await row.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Change team' }).waitFor();
  });

  test('meets WCAG 2.2 AA in light and dark, on a desk and on a phone, with menu and dialog', long, async () => {
    // A change of the width closes the menu, so each width has a page of its own.
    // The colours do not depend on the width. The list itself is among the screens of tests/sweeps/accessibility.test.ts.
    for (const [viewport, look] of [
      [{ width: 1440, height: 900 }, (on: Page) => violationsEverywhere(on, [1440])],
      [
        phone.viewport,
        (on: Page) => violations(on, 'without colors', "document.querySelector('[role=dialog]') ?? document"),
      ],
    ] as const) {
      const page = await open(undefined, { viewport });
      const found = () => look(page);
      await rowOf(page, 'Cleo Loose').getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Change role' }).waitFor();
      assert.deepEqual(await found(), []);
      await page.getByRole('menuitem', { name: 'Change role' }).click();
      await page.getByRole('dialog').getByLabel('User').waitFor();
      assert.deepEqual(await found(), []);
    }
  });

  test('draws only the rows near the viewport of ten thousand users, and keeps loaded pages', long, async () => {
    const { db } = screens.test.ctx;
    const template = await db.selectFrom('users').select('password_hash').where('id', '=', 1).executeTakeFirstOrThrow();
    const rows = Array.from({ length: 10_000 }, (_, index) => {
      const name = `Zz Crew ${String(index).padStart(5, '0')}`;
      const email = `crew${index}@fleet.example`;
      const at = screens.test.now().toISOString();
      return {
        ...template,
        name,
        name_folded: fold(name),
        email,
        email_key: email,
        role_id: 3,
        team_id: screens.world.harbour,
        created_at: at,
        last_login_at: null,
        deleted_at: null,
      };
    });
    await db.transaction().execute(async (tx) => {
      for (let index = 0; index < rows.length; index += 1000)
        await tx
          .insertInto('users')
          .values(rows.slice(index, index + 1000))
          .execute();
    });
    const page = await open();
    const total = await count();
    await card(page, 'Total Users').getByText(total, { exact: true }).waitFor();
    const table = page.getByRole('table');
    assert.equal(await table.getAttribute('aria-rowcount'), String(Number(total.replace(',', '')) + 1));
    const [first] = await names(page);
    await rowOf(page, 'Zz Crew 00010').getByRole('button', { name: 'More actions' }).focus();
    await scrollToRow(page, 'aria-rowindex', 700);
    // The first page has the focus; those between it and the window are empty, and as high as they were.
    await page.locator('[aria-rowindex="300"]').waitFor({ state: 'detached' });
    await page.locator('[aria-rowindex="2"]').waitFor({ state: 'attached' });
    await until(page, `document.querySelectorAll('[aria-rowindex]').length < 600`);
    await scrollToRow(page, 'aria-rowindex', 300);
    assert.equal((await names(page))[0], first);
    await page.getByPlaceholder('Search by name or email...').fill('crew9876@');
    await rowOf(page, 'Zz Crew 09876').waitFor();
    await page.getByText('1 user found').waitFor();
    assert.deepEqual(await names(page), ['Zz Crew 09876']);
  });

  test('no page reported an error', () => assert.deepEqual(screens.problems, []));
});
