import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { teamsContract } from '#features/teams/teams.contract.ts';
import { violationsEverywhere } from '#tests/axe.ts';
import { hold, until, useScreens } from '#tests/browser.ts';
import { long } from '#tests/long.ts';
import { asAdmin, makeContainer, makeTeam, makeUser, signedInAs, upload } from '#tests/make.ts';

describe('the teams screen', () => {
  const screens = useScreens();

  const open = (options: BrowserContextOptions = {}) => screens.visit('/teammodule', undefined, options);
  const row = (page: Page, name: string) =>
    page.getByRole('listitem').filter({ has: page.getByText(name, { exact: true }) });
  const dialog = (page: Page) => page.getByRole('dialog');
  const emptied = "document.querySelector('form input').value === ''";
  const addOne = async (page: Page, name: string, description = '') => {
    await page.getByLabel('Name').fill(name);
    await page.getByLabel('Description').fill(description);
    await page.getByRole('button', { name: 'Create Team' }).click();
    await row(page, name).waitFor();
    // The form is emptied once all lists are fetched again.
    await until(page, emptied);
  };

  test('has a form with a required name and an optional description of four rows, and the list of teams', async () => {
    const page = await open();
    await page.getByRole('heading', { name: 'Team Management' }).waitFor();
    assert.match(await page.title(), /Team Management/);
    assert.notEqual(await page.getByLabel('Name').getAttribute('required'), null);
    assert.equal(await page.getByLabel('Description').getAttribute('required'), null);
    assert.equal(await page.getByLabel('Description').getAttribute('rows'), '4');
    await page.getByRole('heading', { name: 'Existing Teams' }).waitFor();
    await row(page, 'General').getByRole('button', { name: 'Edit' }).waitFor();
    await row(page, 'General').getByRole('button', { name: 'Delete' }).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Cancel' }).count(), 0, 'nothing to cancel in create mode');
  });

  test('shows the number of members and files of each team', async () => {
    const team = await makeTeam(screens.test, 'Yard crew');
    const { visitor } = await signedInAs(screens.test, { role: 3, team });
    await upload(visitor, 1, { name: 'a.txt' }, { name: 'b.txt' });
    const page = await open();
    await row(page, 'Yard crew').getByText('1 member', { exact: true }).waitFor();
    await row(page, 'Yard crew').getByText('2 files', { exact: true }).waitFor();
    const list = await page.getByRole('heading', { name: 'Existing Teams' }).boundingBox();
    const form = await page.getByRole('heading', { name: 'Add New Team' }).boundingBox();
    assert.ok(list && form && list.x < form.x, 'the list is before the form');
  });

  test('creates a team, reports it, empties the form and lists it', async () => {
    const page = await open();
    // The toast closes by itself.
    const toast = page.getByText('Team created successfully', { exact: true }).waitFor();
    await addOne(page, 'Night shift', 'Works from ten to six.');
    await toast;
    await row(page, 'Night shift').getByText('Works from ten to six.').waitFor();
    assert.equal(await page.getByLabel('Name').inputValue(), '');
    assert.equal(await page.getByLabel('Description').inputValue(), '');
  });

  test('a team that is chosen while the lists are fetched again after a save stays in the form', async () => {
    await makeTeam(screens.test, 'Quay six');
    const page = await open();
    await row(page, 'Quay six').waitFor();
    const release = await hold(page, '**/api/user');
    const asked = page.waitForRequest('**/api/user');
    await page.getByLabel('Name').fill('Quay seven');
    await page.getByRole('button', { name: 'Create Team' }).click();
    await Promise.all([asked, row(page, 'Quay seven').waitFor()]);
    await row(page, 'Quay six').getByRole('button', { name: 'Edit' }).click();
    const answered = page.waitForResponse('**/api/user');
    release();
    await (await answered).finished();
    // The save ends with the answer, and the next frame would show an empty form.
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    await page.getByRole('button', { name: 'Update Team' }).waitFor();
    assert.equal(await page.getByLabel('Name').inputValue(), 'Quay six');
  });

  test('edits a team in the same form: Update Team, or Cancel back to create mode', async () => {
    const page = await open();
    await addOne(page, 'Berth one', 'Old words');
    await row(page, 'Berth one').getByRole('button', { name: 'Edit' }).click();
    assert.equal(await page.getByLabel('Name').inputValue(), 'Berth one');
    assert.equal(await page.getByLabel('Description').inputValue(), 'Old words');
    assert.equal(await page.getByRole('button', { name: 'Create Team' }).count(), 0);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Create Team' }).waitFor();
    assert.equal(await page.getByLabel('Name').inputValue(), '');

    await row(page, 'Berth one').getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Name').fill('Berth two');
    const sent = page.waitForRequest((request) => request.method() === 'PUT');
    await page.getByRole('button', { name: 'Update Team' }).click();
    const { id, ...body } = (await sent).postDataJSON() as Record<string, unknown>;
    assert.deepEqual([typeof id, body], ['number', { name: 'Berth two', description: 'Old words' }]);
    await page.getByText('Team updated successfully', { exact: true }).waitFor();
    await row(page, 'Berth two').waitFor();
    assert.equal(await row(page, 'Berth one').count(), 0);
    await page.getByRole('button', { name: 'Create Team' }).waitFor();
    assert.equal(await page.getByLabel('Name').inputValue(), '');
  });

  test('shows an error at the field, and keeps the input', async () => {
    const page = await open();
    await page.getByLabel('Name').fill('   ');
    await page.getByRole('button', { name: 'Create Team' }).click();
    await page.getByText('Give the team a name.').waitFor();
    assert.equal(await page.getByLabel('Name').getAttribute('aria-invalid'), 'true');

    await page.route('**/api/teams', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 422, json: { message: 'Too bold.', errors: { description: ['Say it calmly.'] } } })
        : route.continue(),
    );
    await page.getByLabel('Name').fill('Loud team');
    await page.getByLabel('Description').fill('!!!');
    await page.getByRole('button', { name: 'Create Team' }).click();
    await page.getByRole('alert').filter({ hasText: 'Failed to save team' }).getByText('Too bold.').waitFor();
    await page.getByText('Say it calmly.').waitFor();
    assert.equal(await page.getByLabel('Description').getAttribute('aria-invalid'), 'true');
    assert.equal(await page.getByLabel('Name').inputValue(), 'Loud team');
  });

  test('reports a failed save', async () => {
    const page = await open();
    await page.route('**/api/teams', (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 500, body: '' }) : route.continue(),
    );
    await page.getByLabel('Name').fill('Unlucky');
    await page.getByRole('button', { name: 'Create Team' }).click();
    await page.getByText('Failed to save team', { exact: true }).waitFor();
    assert.equal(await page.getByLabel('Name').inputValue(), 'Unlucky');
    await until(page, "!document.querySelector('form button[type=submit]').disabled");
  });

  test('asks before it deletes, names the affected items, and reports the result', async () => {
    const team = await makeTeam(screens.test, 'Short-lived');
    await makeUser(screens.test, { role: 3, team });
    const page = await open();
    await row(page, 'Short-lived').getByRole('button', { name: 'Delete' }).click();
    await dialog(page).getByText('Are you sure you want to delete this team?', { exact: true }).waitFor();
    await dialog(page).getByText('It has 1 member, who would be left without a team.').waitFor();
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
    await dialog(page).waitFor({ state: 'hidden' });
    await row(page, 'Short-lived').getByRole('button', { name: 'Delete' }).click();
    await dialog(page).getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Team deleted', { exact: true }).waitFor();
    await row(page, 'Short-lived').waitFor({ state: 'detached' });
    await until(page, `document.activeElement.textContent === 'Existing Teams'`);
  });

  test('a refused deletion shows the reason in the second line of the toast', async () => {
    const team = await makeTeam(screens.test, 'Owners of files');
    const { visitor } = await signedInAs(screens.test, { role: 3, team });
    const page = await open();
    await row(page, 'Owners of files').getByRole('button', { name: 'Delete' }).click();
    await dialog(page).getByText('It has 1 member, who would be left without a team.').waitFor();
    await upload(visitor, 1, { name: 'a.txt' }, { name: 'b.txt' });
    await dialog(page).getByRole('button', { name: 'Delete' }).click();
    await page
      .getByRole('alert')
      .filter({ hasText: 'Delete failed' })
      .getByText(/still owns 2 files/)
      .waitFor();
    await row(page, 'Owners of files').waitFor();

    await row(page, 'Owners of files').getByRole('button', { name: 'Delete' }).click();
    await dialog(page).getByText('It owns 2 files. A team that owns files cannot be deleted.').waitFor();
    await dialog(page).getByRole('button', { name: 'Delete' }).waitFor({ state: 'detached' });
    await page.getByRole('dialog', { name: 'Delete "Owners of files"?' }).waitFor();
    await page.keyboard.press('Escape');

    const crew = await makeTeam(screens.test, 'Owners of a container');
    await makeContainer(screens.test, { team: crew });
    await page.reload();
    await row(page, 'Owners of a container').getByRole('button', { name: 'Delete' }).click();
    await dialog(page).getByText('A team that has containers cannot be deleted.').waitFor();
    await dialog(page).getByRole('button', { name: 'Delete' }).waitFor({ state: 'detached' });
  });

  test('the team that is being edited leaves the form when it is deleted', async () => {
    const page = await open();
    await addOne(page, 'Edited and gone');
    await row(page, 'Edited and gone').getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('button', { name: 'Update Team' }).waitFor();
    await row(page, 'Edited and gone').getByRole('button', { name: 'Delete' }).click();
    await dialog(page).getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Create Team' }).waitFor();
    assert.equal(await page.getByLabel('Name').inputValue(), '');
  });

  test('shows a hint for an empty list, and an error after a failed load', async () => {
    const page = await screens.visit('/healthz');
    await page.route('**/api/teams', (route) => route.fulfill({ json: [] }));
    await page.goto('/teammodule');
    await page.getByText('No teams found.', { exact: true }).waitFor();
    await page.unroute('**/api/teams');
    await page.route('**/api/teams', (route) => route.fulfill({ status: 500, body: '' }));
    await page.reload();
    await page.getByText('Failed to fetch teams', { exact: true }).waitFor();
    await page.unroute('**/api/teams');
    await page.getByRole('button', { name: 'Try again' }).click();
    await row(page, 'General').waitFor();
  });

  test('is for roles 1 and 2', async () => {
    const team = await makeTeam(screens.test);
    const manager = await makeUser(screens.test, { role: 2, team });
    const user = await makeUser(screens.test, { role: 3, team });
    const page = await screens.visit('/teammodule', manager.email);
    await page.getByRole('heading', { name: 'Team Management' }).waitFor();
    const turned = await screens.visit('/teammodule', user.email);
    await turned.waitForURL('**/user');
  });

  test('fits 360 pixels, and the question before a deletion meets WCAG A and AA in light and dark', long, async () => {
    await makeUser(screens.test, { role: 3, team: 1 });
    const page = await open({ viewport: { width: 360, height: 740 } });
    await row(page, 'General').waitFor();
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 360);
    await row(page, 'General').getByRole('button', { name: 'Delete' }).click();
    await dialog(page)
      .getByText(/^It has|^It owns/)
      .waitFor();
    assert.deepEqual(await violationsEverywhere(page, [360], 740), []);
  });

  test('on a phone, the list begins in the first screen, and the form opens with its first field focused', async () => {
    const page = await open({ viewport: { width: 390, height: 844 } });
    const box = await row(page, 'General').boundingBox();
    assert.ok(box && box.y < 360, `the first team begins at ${box?.y} px`);
    const toggle = page.getByRole('button', { name: 'Add New Team' });
    assert.equal(await toggle.getAttribute('aria-expanded'), 'false');
    await toggle.press('Enter');
    await page.locator(':focus').and(page.getByLabel('Name')).waitFor();
    await addOne(page, 'Phone Crew');
    await row(page, 'Phone Crew').getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('button', { name: 'Update Team' }).waitFor();
  });

  test('works with the keyboard alone', async () => {
    // From twelve teams on there is a filter.
    for (let team = 1; team < 12; team += 1) await makeTeam(screens.test, `Crew ${team}`);
    const page = await open();
    await page.getByLabel('Name').focus();
    await page.keyboard.type('By keyboard');
    await page.keyboard.press('Enter');
    await page.getByText('Team created successfully', { exact: true }).waitFor();
    await until(page, emptied);
    await page.getByRole('searchbox', { name: 'Filter teams...' }).fill('by keyboard');
    await page.getByText('1 team found').waitFor({ state: 'attached' });
    await row(page, 'By keyboard').getByRole('button', { name: 'Edit' }).press('Enter');
    await page.getByRole('button', { name: 'Update Team' }).waitFor();
    await page.locator('input:focus').and(page.getByLabel('Name')).waitFor();
    assert.equal(await page.getByLabel('Name').inputValue(), 'By keyboard');
    await row(page, 'By keyboard').getByRole('button', { name: 'Delete' }).press('Enter');
    await dialog(page).waitFor();
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'hidden' });
  });

  test('many teams can be filtered; a filter without matches shows a hint', async () => {
    for (let number = 1; number <= 40; number += 1) await makeTeam(screens.test, `Gang ${number}`);
    const page = await open();
    await row(page, 'Gang 1').waitFor();
    await page.getByRole('searchbox', { name: 'Filter teams...' }).fill('GANG 2');
    await row(page, 'Gang 1').waitFor({ state: 'detached' });
    await page.getByText('11 teams found').waitFor({ state: 'attached' });
    assert.equal(await page.getByRole('main').getByRole('listitem').count(), 11);
    await page.getByRole('searchbox', { name: 'Filter teams...' }).fill('nobody');
    await page.getByText('No teams found.', { exact: true }).waitFor();
  });

  test('an edit of the description leaves the name that another user has given the team meanwhile', async () => {
    const id = await makeTeam(screens.test, 'Old name');
    const page = await open();
    await row(page, 'Old name').getByRole('button', { name: 'Edit' }).click();
    const admin = await asAdmin(screens.test);
    assert.equal((await admin.call(teamsContract.update, { id, name: 'New name', description: '' })).status, 200);
    await page.getByLabel('Description').fill('On the north side.');
    await page.getByRole('button', { name: 'Update Team' }).click();
    await row(page, 'New name').getByText('On the north side.').waitFor();
  });

  test('a team whose answer is lost is listed, and the message says to look for it', async () => {
    const page = await open();
    await row(page, 'General').waitFor();
    await page.route(
      (url) => url.pathname === '/api/teams',
      async (route) => {
        if (route.request().method() !== 'POST') return route.fallback();
        await route.fetch();
        return route.abort();
      },
    );
    await page.getByLabel('Name').fill('Lost answer');
    await page.getByRole('button', { name: 'Create Team' }).click();
    await page.getByText(/look whether this was saved before you try again/).waitFor();
    await row(page, 'Lost answer').waitFor();
    assert.equal(await page.getByLabel('Name').inputValue(), 'Lost answer');
  });

  test('a double click creates one team', async () => {
    const page = await open();
    await page.getByLabel('Name').fill('Clicked twice');
    await page.getByRole('button', { name: 'Create Team' }).dblclick();
    await row(page, 'Clicked twice').first().waitFor();
    await until(page, emptied);
    assert.equal(await row(page, 'Clicked twice').count(), 1);
  });

  test('no page reported an error', () => assert.deepEqual(screens.problems, []));
});
