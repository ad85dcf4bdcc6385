import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { until, useScreens } from '#tests/browser.ts';
import { asAdmin, makeFileType, makeTeam, makeUser, upload } from '#tests/make.ts';

describe('the file types screen', () => {
  const screens = useScreens();

  const open = (options: BrowserContextOptions = {}) => screens.visit('/file-type', undefined, options);
  const row = (page: Page, name: string) =>
    page.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) });
  const dialog = (page: Page) => page.getByRole('dialog');
  const create = (page: Page) => page.getByRole('button', { name: 'Create', exact: true });
  const addOne = async (page: Page, name: string, description = '') => {
    await page.getByLabel('Name').fill(name);
    await page.getByLabel('Description').fill(description);
    await create(page).click();
    await row(page, name).waitFor();
    // The form is emptied once all lists are fetched again.
    await until(page, "document.querySelector('form input').value === ''");
  };

  test('shows the number of files of each type', async () => {
    const type = await makeFileType(screens.test, 'Counted type');
    await upload(await asAdmin(screens.test), type, { name: 'a.txt' }, { name: 'b.txt' });
    const page = await open();
    await row(page, 'Counted type').getByText('2 files', { exact: true }).waitFor();
  });

  test('has a form with a required name and a description, and a table with the count of file types', async () => {
    const page = await open();
    await page.getByRole('heading', { name: 'Add New File Type' }).waitFor();
    assert.match(await page.title(), /File Type Management/);
    assert.notEqual(await page.getByLabel('Name').getAttribute('required'), null);
    assert.equal(await page.getByLabel('Description').getAttribute('required'), null);
    await page.getByRole('heading', { name: /^Existing File Types \(\d+\)$/ }).waitFor();
    for (const name of ['Name', 'Description', 'Actions']) {
      await page.getByRole('columnheader', { name, exact: true }).waitFor();
    }
    await row(page, 'Document').getByRole('button', { name: 'Edit' }).waitFor();
    await row(page, 'Document').getByRole('button', { name: 'Delete' }).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Cancel' }).count(), 0);
  });

  test('creates a file type, reports it, empties the form and counts it', async () => {
    const page = await open();
    await row(page, 'Document').waitFor();
    const before = await page.getByRole('table').getByRole('rowheader').count();
    const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/file-type'));
    // The toast closes by itself.
    const toast = page.getByText('File type created successfully', { exact: true }).waitFor();
    await addOne(page, 'Invoice', 'What a customer owes');
    const body = (await sent).postDataJSON() as object;
    assert.deepEqual(body, { name: 'Invoice', description: 'What a customer owes', id: null });
    await toast;
    await row(page, 'Invoice').getByRole('cell', { name: 'What a customer owes' }).waitFor();
    await page.getByRole('heading', { name: `Existing File Types (${before + 1})`, exact: true }).waitFor();
    assert.equal(await page.getByLabel('Name').inputValue(), '');
    assert.equal(await page.getByLabel('Description').inputValue(), '');
  });

  test('switches to Edit File Type, with Update and Cancel', async () => {
    const page = await open();
    await addOne(page, 'Packing list', 'What is in the box');
    await row(page, 'Packing list').getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('heading', { name: 'Edit File Type' }).waitFor();
    assert.equal(await page.getByLabel('Name').inputValue(), 'Packing list');
    assert.equal(await page.getByLabel('Description').inputValue(), 'What is in the box');
    assert.equal(await create(page).count(), 0);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('heading', { name: 'Add New File Type' }).waitFor();
    assert.equal(await page.getByLabel('Name').inputValue(), '');

    await row(page, 'Packing list').getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Name').fill('Packing slip');
    const sent = page.waitForRequest((request) => request.method() === 'PUT');
    await page.getByRole('button', { name: 'Update', exact: true }).click();
    const { id, ...body } = (await sent).postDataJSON() as Record<string, unknown>;
    assert.deepEqual([typeof id, body], ['number', { name: 'Packing slip', description: 'What is in the box' }]);
    await page.getByText('File type updated successfully', { exact: true }).waitFor();
    await row(page, 'Packing slip').waitFor();
    await page.getByRole('heading', { name: 'Add New File Type' }).waitFor();
    assert.equal(await row(page, 'Packing list').count(), 0);
  });

  test('shows an error at the field', async () => {
    const page = await open();
    await page.getByLabel('Name').fill('   ');
    await create(page).click();
    await page.getByText('Give the file type a name.').waitFor();
    await page.route('**/api/file-type', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 422, json: { message: 'Taken.', errors: { name: ['Somebody has that name.'] } } })
        : route.continue(),
    );
    await page.getByLabel('Name').fill('Anything');
    await create(page).click();
    await page.getByRole('alert').filter({ hasText: 'Failed to save file type' }).getByText('Taken.').waitFor();
    await page.getByText('Somebody has that name.').waitFor();
    assert.equal(await page.getByLabel('Name').inputValue(), 'Anything');
  });

  test('asks before it deletes, with the number of files of the type, and reports the result', async () => {
    const id = await makeFileType(screens.test, 'Manifest');
    await upload(
      await asAdmin(screens.test),
      id,
      ...Array.from({ length: 12 }, (_, index) => ({ name: `${index}.txt` })),
    );
    const page = await open();
    await row(page, 'Manifest').getByRole('button', { name: 'Delete' }).click();
    await dialog(page).getByText('Are you sure you want to delete this file type?', { exact: true }).waitFor();
    await dialog(page)
      .getByText(/12 files use this type/)
      .waitFor();
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
    await row(page, 'Manifest').getByRole('button', { name: 'Delete' }).click();
    await dialog(page).getByRole('button', { name: 'Delete' }).click();
    await page.getByText('File type deleted', { exact: true }).waitFor();
    await row(page, 'Manifest').waitFor({ state: 'detached' });
  });

  test('reports a failed deletion', async () => {
    await makeFileType(screens.test, 'Sticky');
    const page = await open();
    await row(page, 'Sticky').waitFor();
    await page.route('**/api/file-type/*', (route) =>
      route.request().method() === 'DELETE'
        ? route.fulfill({ status: 409, json: { message: 'Not today.' } })
        : route.continue(),
    );
    await row(page, 'Sticky').getByRole('button', { name: 'Delete' }).click();
    await dialog(page).getByText('No files use this type.').waitFor();
    await dialog(page).getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('alert').filter({ hasText: 'Delete failed' }).getByText('Not today.').waitFor();
    await row(page, 'Sticky').waitFor();
  });

  test('shows a hint for an empty list, and an error after a failed load', async () => {
    const page = await screens.visit('/healthz');
    await page.route('**/api/file-type', (route) => route.fulfill({ json: [] }));
    await page.goto('/file-type');
    await page.getByText('No file types created yet.', { exact: true }).waitFor();
    await page.getByRole('heading', { name: 'Existing File Types (0)', exact: true }).waitFor();
    await page.unroute('**/api/file-type');
    await page.route('**/api/file-type', (route) => route.fulfill({ status: 500, body: '' }));
    await page.reload();
    await page.getByText('Failed to fetch file type', { exact: true }).waitFor();
    await page.getByRole('heading', { name: 'Existing File Types', exact: true }).waitFor();
    await page.unroute('**/api/file-type');
    await page.getByRole('button', { name: 'Try again' }).click();
    await row(page, 'Document').waitFor();
  });

  test('a long table can be filtered', async () => {
    for (let number = 1; number <= 20; number += 1) await makeFileType(screens.test, `Form ${number}`);
    const page = await open();
    await page.getByRole('searchbox', { name: 'Filter file types...' }).fill('form 2');
    await row(page, 'Document').waitFor({ state: 'detached' });
    await row(page, 'Form 20').waitFor();
    await page.getByRole('searchbox', { name: 'Filter file types...' }).fill('nothing like it');
    await page.getByText('No file type matches the filter.').waitFor();
  });

  test('is for roles 1 and 2', async () => {
    const team = await makeTeam(screens.test);
    const manager = await makeUser(screens.test, { role: 2, team });
    const user = await makeUser(screens.test, { role: 3, team });
    const page = await screens.visit('/file-type', manager.email);
    await page.getByRole('heading', { name: 'Add New File Type' }).waitFor();
    const turned = await screens.visit('/file-type', user.email);
    await turned.waitForURL('**/user');
  });

  test('fits 360 pixels', async () => {
    const page = await open({ viewport: { width: 360, height: 740 } });
    await row(page, 'Document').waitFor();
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 360);
  });

  test('no page reported an error', () => assert.deepEqual(screens.problems, []));
});
