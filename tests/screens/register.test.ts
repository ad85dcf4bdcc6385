import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { teamsContract } from '#features/teams/teams.contract.ts';
import { usersContract } from '#features/users/users.contract.ts';
import { violations, violationsEverywhere } from '#tests/axe.ts';
import { hold, stylesOf, until, useScreens } from '#tests/browser.ts';
import { long } from '#tests/long.ts';
import { asAdmin, makeTeam, makeUser, password, signedInWith } from '#tests/make.ts';
import { randomName } from '#tests/test-app.ts';
import type { TestApp } from '#tests/test-app.ts';

const phone = { viewport: { width: 360, height: 740 } };
const everyTeam = ['Customs', 'General', 'Harbour'];

type Who = { email: string } | undefined;

async function fillWorld(world: TestApp) {
  const harbour = await makeTeam(world, 'Harbour');
  await makeTeam(world, 'Customs');
  return { harbour, manager: await makeUser(world, { role: 2, team: harbour, name: 'Magda Keel' }) };
}

describe('the screen that adds and edits users', () => {
  const screens = useScreens({}, fillWorld);

  const open = async (path = '/register', who?: Who, options: BrowserContextOptions = {}) => {
    const page = await screens.visit(path, who?.email, options);
    await page.getByRole('heading', { name: /^(Add New User|Edit User)$/, level: 1 }).waitFor();
    return page;
  };
  const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
  const views = (page: Page) => page.locator('.mantine-MultiSelect-pill').allTextContents();
  const viewsAre = async (page: Page, teams: string[]) => {
    await until(page, `document.querySelectorAll('.mantine-MultiSelect-pill').length === ${teams.length}`);
    assert.deepEqual(await views(page), teams);
  };
  const options = (page: Page, label: string) => field(page, label).getByRole('option').allTextContents();
  const submit = (page: Page, name = 'Create User') => page.getByRole('button', { name, exact: true }).click();
  const fill = async (page: Page, person: { name: string; email: string }) => {
    await field(page, 'Full Name').fill(person.name);
    await field(page, 'Email Address').fill(person.email);
    await field(page, 'Role').selectOption({ label: 'User' });
    await field(page, 'Team').selectOption({ label: 'Harbour' });
  };
  const toast = (page: Page, text: string) => page.getByRole('status').getByText(text, { exact: true }).waitFor();
  const alarm = (page: Page, text: string) => page.getByRole('alert').getByText(text, { exact: true }).waitFor();
  const userOf = async (email: string) => {
    const answer = await (await asAdmin(screens.test)).send({ method: 'GET', url: `/api/users_list?search=${email}` });
    return answer.json<{ name: string; role_id: number; team_id: number; teams_can_view: number[] }[]>()[0];
  };

  test('has every field of the specification, and marks the required ones', async () => {
    const page = await open();
    await page.getByRole('heading', { name: 'Add New User', level: 1 }).waitFor();
    for (const label of ['Full Name', 'Email Address', 'Password', 'Confirm Password', 'Role', 'Team']) {
      assert.notEqual(await field(page, label).getAttribute('required'), null, label);
      const text = page.locator('label').getByText(label, { exact: true });
      assert.match((await stylesOf(text, ['content'], '::after'))[0] ?? '', /\*/, `${label} has its star`);
    }
    assert.equal(await field(page, 'Email Address').getAttribute('type'), 'email');
    await page.getByPlaceholder('Select teams this user can view...').waitFor();
    await page.getByLabel('Teams Can View').first().waitFor();
    await page.getByText('Select which teams this user will have access to view files from').waitFor();
    await page.getByRole('button', { name: 'Create User' }).waitFor();
  });

  test('starts with a generated password in both fields and with every team preselected', async () => {
    const page = await open();
    const made = await field(page, 'Password').inputValue();
    assert.match(made, /^[A-Za-z0-9!@#$%^&*()_+~]{12}$/);
    assert.equal(await field(page, 'Confirm Password').inputValue(), made);
    await viewsAre(page, everyTeam);
    await page.getByRole('button', { name: 'Generate password' }).click();
    const again = await field(page, 'Password').inputValue();
    assert.notEqual(again, made);
    assert.equal(await field(page, 'Confirm Password').inputValue(), again);
    await page.reload();
    await page.getByRole('heading', { name: 'Add New User' }).waitFor();
    assert.notEqual(await field(page, 'Password').inputValue(), again);
  });

  test('shows and hides either password', async () => {
    const page = await open();
    for (const [index, label] of ['Password', 'Confirm Password'].entries()) {
      assert.equal(await field(page, label).getAttribute('type'), 'password');
      const toggles = page.locator('form').getByRole('button', { name: /^(Show|Hide) password$/ });
      await toggles.nth(index).click();
      assert.equal(await field(page, label).getAttribute('type'), 'text');
      await toggles.nth(index).click();
      assert.equal(await field(page, label).getAttribute('type'), 'password');
    }
  });

  test('offers roles 2 and 3 to role 1, and role 3 to role 2', async () => {
    const page = await open();
    await field(page, 'Role').getByRole('option').nth(2).waitFor({ state: 'attached' });
    assert.deepEqual(await options(page, 'Role'), ['Select a role', 'Admin (Manager)', 'User']);
    const managers = await open('/register', screens.world.manager);
    await field(managers, 'Role').getByRole('option').nth(1).waitFor({ state: 'attached' });
    assert.deepEqual(await options(managers, 'Role'), ['Select a role', 'User']);
    await field(managers, 'Team').getByRole('option').nth(1).waitFor({ state: 'attached' });
    assert.deepEqual(await options(managers, 'Team'), ['Select a team', ...everyTeam]);
  });

  test('creates the user, reports it, and empties the form; the password can still be copied', async () => {
    const page = await open();
    await viewsAre(page, everyTeam);
    const email = `${randomName()}@example.com`;
    const secret = await field(page, 'Password').inputValue();
    await fill(page, { name: 'Ada Crane', email });
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await viewsAre(page, []);
    await page.getByPlaceholder('Select teams this user can view...').fill('cust');
    await page.getByRole('listbox').getByRole('option', { name: 'Customs' }).click();
    await submit(page);
    await toast(page, 'User created successfully!');
    await page.getByText('Ada Crane can sign in now.').waitFor();
    for (const label of ['Full Name', 'Email Address', 'Password', 'Confirm Password', 'Role', 'Team'])
      assert.equal(await field(page, label).inputValue(), '', label);
    await viewsAre(page, []);
    await page.getByText(email).waitFor();
    assert.equal(await page.getByText(secret, { exact: true }).count(), 0, 'not on screen until asked for');
    await page.getByRole('button', { name: 'Reveal' }).click();
    await page.getByText(secret, { exact: true }).waitFor();
    await signedInWith(screens.test, email, secret);
    const created = await userOf(email);
    assert.deepEqual(
      [created?.role_id, created?.team_id, created?.teams_can_view.length],
      [3, screens.world.harbour, 1],
    );
    await page.getByRole('button', { name: 'Select all teams' }).click();
    await viewsAre(page, everyTeam);
  });

  test('copies email and password if the browser allows it', async () => {
    const page = await open('/register', undefined, { permissions: ['clipboard-read', 'clipboard-write'] });
    const email = `${randomName()}@example.com`;
    const secret = await field(page, 'Password').inputValue();
    await fill(page, { name: 'Copy Cat', email });
    await submit(page);
    await page.getByRole('button', { name: 'Copy email and password' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), `${email}\n${secret}`);
  });

  test('the browser reports missing fields before the form is sent', async () => {
    const page = await open();
    let sent = 0;
    page.on('request', (request) => (sent += request.url().endsWith('/api/register') ? 1 : 0));
    await submit(page);
    await field(page, 'Full Name').and(page.locator(':focus')).waitFor();
    await fill(page, { name: 'x', email: 'not an address' });
    await submit(page);
    await field(page, 'Email Address').and(page.locator(':focus')).waitFor();
    await field(page, 'Email Address').fill('x@example.com');
    await field(page, 'Role').selectOption('');
    await submit(page);
    await field(page, 'Role').and(page.locator(':focus')).waitFor();
    assert.equal(sent, 0);
  });

  test('shows the server’s message, also at its field, and keeps the input', async () => {
    const page = await open();
    await fill(page, { name: 'Second Admin', email: 'ADMIN@example.com' });
    await submit(page);
    await alarm(page, 'This email address is in use already.');
    await page.locator('form').getByText('This email address is in use already.').waitFor();
    assert.equal(await field(page, 'Email Address').getAttribute('aria-invalid'), 'true');
    await field(page, 'Email Address').and(page.locator(':focus')).waitFor();
    assert.equal(await field(page, 'Full Name').inputValue(), 'Second Admin');
    await field(page, 'Email Address').fill(`${randomName()}@example.com`);
    await field(page, 'Confirm Password').fill('something else');
    await submit(page);
    await alarm(page, 'Passwords do not match');
    await page.locator('form').getByText('Passwords do not match').waitFor();
    for (const label of ['Password', 'Confirm Password']) await field(page, label).fill('password123');
    await submit(page);
    await page
      .locator('form')
      .getByText(/Choose a less common one/)
      .waitFor();
  });

  test('else the first field error, else ‘Operation failed.’', async () => {
    const page = await open();
    const answers = [
      { status: 422, json: { message: '', errors: { team_id: ['No such team.'], name: ['Too odd.'] } } },
      { status: 500, body: '<html>proxy</html>' },
    ];
    await page.route('**/api/register', (route) => route.fulfill(answers.shift() ?? { status: 500 }));
    await fill(page, { name: 'x', email: `${randomName()}@example.com` });
    await submit(page);
    await alarm(page, 'No such team.');
    await page.locator('form').getByText('Too odd.').waitFor();
    await submit(page);
    await alarm(page, 'Operation failed.');
  });

  test('fetches the anti-forgery token before it creates, and cannot be sent twice', async () => {
    const page = await open();
    const calls: string[] = [];
    page.on('request', (request) => calls.push(new URL(request.url()).pathname));
    const letGo = await hold(page, '**/api/register');
    await fill(page, { name: 'Once Only', email: `${randomName()}@example.com` });
    await submit(page);
    await until(page, 'document.querySelector("form button[type=submit]").disabled');
    await field(page, 'Full Name').press('Enter');
    letGo();
    await toast(page, 'User created successfully!');
    const written = calls.filter((path) => path === '/sanctum/csrf-cookie' || path === '/api/register');
    assert.deepEqual(written, ['/sanctum/csrf-cookie', '/api/register']);
  });

  test('shows an error when roles or teams cannot be loaded, and loads them again', async () => {
    const page = await screens.visit('/healthz');
    await page.route('**/api/roles', (route) => route.fulfill({ status: 500, body: '' }));
    await page.route('**/api/teams', (route) => route.fulfill({ status: 500, body: '' }));
    await page.goto('/register');
    await alarm(page, 'Failed to load roles.');
    await alarm(page, 'Failed to load teams.');
    await page.unroute('**/api/roles');
    await page.unroute('**/api/teams');
    await page.getByText('The choices could not be loaded.').getByRole('button', { name: 'Try again' }).click();
    await field(page, 'Role').locator('option', { hasText: 'Manager' }).waitFor({ state: 'attached' });
    await field(page, 'Team').locator('option', { hasText: 'General' }).waitFor({ state: 'attached' });
    await field(page, 'Role').and(page.locator(':focus')).waitFor();
    assert.equal(await page.getByText('The choices could not be loaded.').count(), 0);
  });

  test('edits: name, e-mail and viewed teams are filled in; password, role and team are hidden', async () => {
    const person = await makeUser(screens.test, {
      role: 3,
      team: screens.world.harbour,
      sees: [screens.world.harbour],
      name: 'Bo Quay',
    });
    const page = await open(`/register?edit=${person.id}`);
    await page.getByRole('heading', { name: 'Edit User', level: 1 }).waitFor();
    await field(page, 'Full Name').waitFor();
    assert.equal(await field(page, 'Full Name').inputValue(), 'Bo Quay');
    assert.equal(await field(page, 'Email Address').inputValue(), person.email);
    await viewsAre(page, ['Harbour']);
    for (const label of ['Password', 'Confirm Password', 'Role', 'Team'])
      assert.equal(await field(page, label).count(), 0, label);
    assert.equal(await page.getByRole('button', { name: 'Create User' }).count(), 0);
    const email = `${randomName()}@example.com`;
    await field(page, 'Full Name').fill('Bo Changed');
    await field(page, 'Email Address').fill(email);
    await page.getByRole('button', { name: 'Select all teams' }).click();
    await submit(page, 'Update User');
    await toast(page, 'User updated successfully!');
    for (const name of ['name', 'email'])
      await until(page, `document.querySelector("input[name=${name}]")?.value === ""`);
    await viewsAre(page, []);
    const changed = await userOf(email);
    assert.deepEqual([changed?.name, changed?.teams_can_view.length], ['Bo Changed', 3]);
    await signedInWith(screens.test, email, password);
    await page.getByRole('button', { name: 'Edit again' }).click();
    await until(page, 'document.querySelector("input[name=name]")?.value === "Bo Changed"');
    await page.locator('.mantine-MultiSelect-pill').nth(2).waitFor();
    assert.deepEqual((await views(page)).toSorted(), everyTeam);
  });

  test('edits: a team that another administrator takes away meanwhile stays taken away', async () => {
    const { harbour } = screens.world;
    const person = await makeUser(screens.test, { role: 3, team: harbour, sees: [harbour], name: 'Ro Pier' });
    const page = await open(`/register?edit=${person.id}`);
    await viewsAre(page, ['Harbour']);
    const other = await asAdmin(screens.test);
    const edit = { id: person.id, name: 'Ro Pier', email: person.email, teams_can_view: [] };
    assert.equal((await other.call(usersContract.update, edit)).status, 200);
    await field(page, 'Full Name').fill('Rosa Pier');
    await submit(page, 'Update User');
    await toast(page, 'User updated successfully!');
    const { name, teams_can_view } = (await other.call(usersContract.find, { id: person.id })).body;
    assert.deepEqual([name, teams_can_view], ['Rosa Pier', []]);
  });

  test('a team that was deleted meanwhile is refused once, and then left out', async () => {
    const doomed = await makeTeam(screens.test, 'Doomed');
    const page = await open();
    await fill(page, { name: 'Late Comer', email: `${randomName()}@example.com` });
    await page.locator('.mantine-MultiSelect-pill').filter({ hasText: 'Doomed' }).waitFor();
    assert.equal((await (await asAdmin(screens.test)).call(teamsContract.remove, { id: doomed })).status, 204);
    await submit(page);
    await alarm(page, 'One of the teams does not exist any more.');
    await page.locator('.mantine-MultiSelect-pill').filter({ hasText: 'Doomed' }).waitFor({ state: 'detached' });
    await submit(page);
    await toast(page, 'User created successfully!');
  });

  test('edits: shows the refusal of the server', async () => {
    const person = await makeUser(screens.test, { role: 3, team: screens.world.harbour, name: 'Cy Berth' });
    const page = await open(`/register?edit=${person.id}`);
    await field(page, 'Email Address').fill('admin@example.com');
    await submit(page, 'Update User');
    await alarm(page, 'This email address is in use already.');
    await page.route(`**/api/users/${person.id}`, (route) => route.fulfill({ status: 500, body: '' }));
    await submit(page, 'Update User');
    await alarm(page, 'Operation failed.');
    assert.equal(await field(page, 'Full Name').inputValue(), 'Cy Berth');
  });

  test('edits: shows one’s new name in the bar at once', async () => {
    const page = await open(`/register?edit=${screens.world.manager.id}`, screens.world.manager);
    await page.getByText('Only an administrator can change which teams you see.').waitFor();
    await field(page, 'Full Name').fill('Magda Anchor');
    await submit(page, 'Update User');
    await page.getByRole('banner').getByText('Magda Anchor').waitFor();
  });

  test('edits: shows a message for a missing user, a forbidden one, and a failed load', long, async () => {
    const page = await open('/register?edit=999999');
    await page.getByText('This user does not exist').waitFor();
    for (const id of ['x', '1e3', '-1']) {
      await page.goto(`/register?edit=${id}`);
      await page.getByText('This user does not exist').waitFor();
    }
    const refused = await open('/register?edit=1', screens.world.manager);
    await refused.getByText('You may not edit this user').waitFor();
    await page.route('**/api/users/*', (route) => route.fulfill({ status: 500, body: '' }));
    await page.goto(`/register?edit=${screens.world.manager.id}`);
    await page.getByText('The user could not be loaded').waitFor();
    await page.unroute('**/api/users/*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await field(page, 'Full Name').waitFor();
  });

  test('the link from editing a user to adding one opens an empty form', async () => {
    const page = await open(`/register?edit=${screens.world.manager.id}`);
    await field(page, 'Full Name').waitFor();
    await page.getByRole('link', { name: 'Back to the users list' }).click();
    await page.waitForURL('**/users');
    await page.getByRole('link', { name: 'Add New User' }).click();
    await page.getByRole('heading', { name: 'Add New User', level: 1 }).waitFor();
    assert.equal(await field(page, 'Full Name').inputValue(), '');
    assert.equal((await field(page, 'Password').inputValue()).length, 12);
  });

  test('is not for role 3', async () => {
    const user = await makeUser(screens.test, { role: 3, team: screens.world.harbour });
    const page = await screens.visit('/register', user.email);
    await page.waitForURL('**/user');
  });

  test('works with the keyboard alone', async () => {
    const page = await open();
    await viewsAre(page, everyTeam);
    const email = `${randomName()}@example.com`;
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    await field(page, 'Full Name').focus();
    await page.keyboard.type('Key Board');
    await press('Tab');
    await page.keyboard.type(email);
    await field(page, 'Role').focus();
    await page.keyboard.type('U');
    await press('Tab');
    await page.keyboard.type('Har');
    await press('Tab', 'Backspace', 'ArrowDown', 'ArrowDown', 'Enter', 'Escape');
    // Backspace removes the last team, and Enter the second option.
    await viewsAre(page, ['Customs']);
    await press('Tab', 'Tab', 'Tab');
    await page.getByRole('button', { name: 'Create User' }).and(page.locator(':focus')).waitFor();
    await press('Enter');
    await toast(page, 'User created successfully!');
    assert.equal((await userOf(email))?.team_id, screens.world.harbour);
  });

  test('fits a phone, and meets WCAG 2.2 AA in light and dark', long, async () => {
    const page = await open();
    // The colours do not depend on the width. The empty form is among the screens of tests/sweeps/accessibility.test.ts.
    for (const [viewport, found] of [
      [{ width: 1440, height: 900 }, () => violationsEverywhere(page, [1440])],
      [phone.viewport, () => violations(page, 'without colors')],
    ] as const) {
      await page.setViewportSize(viewport);
      await page.goto('/register');
      await viewsAre(page, everyTeam);
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), viewport.width);
      await page.getByPlaceholder('Select teams this user can view...').click();
      await page.getByRole('listbox', { name: 'Teams Can View' }).getByRole('option', { name: 'Customs' }).waitFor();
      assert.deepEqual(await found(), []);
      await page.keyboard.press('Escape');
      await fill(page, { name: 'Ax Le', email: `${randomName()}@example.com` });
      await submit(page);
      await page.getByText('Ax Le can sign in now.').waitFor();
      assert.deepEqual(await found(), []);
      await page.goto(`/register?edit=${screens.world.manager.id}`);
      await field(page, 'Full Name').waitFor();
      assert.deepEqual(await found(), []);
    }
  });

  test('keeps its height with hundreds of teams', async () => {
    for (let made = 0; made < 200; made += 1) await makeTeam(screens.test);
    const page = await open('/register', undefined, phone);
    await page.locator('.mantine-MultiSelect-pill').nth(202).waitFor();
    const field = await page.locator('.mantine-MultiSelect-input').first().boundingBox();
    assert.ok(field && field.height < 220, `${field?.height} px high`);
    await page.getByPlaceholder('Select teams this user can view...').fill('Harb');
    await page.getByRole('listbox').getByRole('option', { name: 'Harbour' }).click();
    assert.equal((await views(page)).length, 202);
  });

  test('no page reported an error', () => assert.deepEqual(screens.problems, []));
});
