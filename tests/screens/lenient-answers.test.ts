import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Route } from 'playwright-core';
import { nobody, signInOnScreen, useScreens } from '#tests/browser.ts';
import { long } from '#tests/long.ts';
import { asAdmin, makeTeam, upload } from '#tests/make.ts';

/** The specification allows answers that this server does not give. A screen shows them nevertheless. */
describe('the screens accept every answer that the specification allows:', () => {
  const screens = useScreens({}, async (app) => {
    await upload(await asAdmin(app), 1, { name: 'ordinary.txt' });
    return { team: await makeTeam(app, 'Quay nine') };
  });
  const open = async (path: string) => screens.visit(path);
  /** Opens a document without scripts, for a test that changes the responses of the first load. */
  const openEmpty = () => screens.visit('/healthz');
  /** Changes the JSON answer of the server on its way. */
  const changed = (change: (body: never) => unknown) => async (route: Route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: change((await response.json()) as never) });
  };

  test('a file without a name', async () => {
    const page = await openEmpty();
    const withoutName = (body: object) => JSON.parse(JSON.stringify(body).replaceAll('"ordinary.txt"', 'null'));
    await page.route('**/api/files/overview?*', changed(withoutName));
    await page.goto('/files');
    await page.getByText('Unnamed File', { exact: true }).first().waitFor();
    await page.getByRole('button', { name: 'Edit' }).first().click();
    assert.equal(await page.getByRole('dialog').getByRole('textbox').inputValue(), '');
  });

  test('a user instead of { user } at sign-in', long, async () => {
    const page = await screens.visit('/', nobody);
    await page.route(
      '**/api/login',
      changed((body: { user: object }) => body.user),
    );
    await signInOnScreen(page);
  });

  test('field errors without a message', async () => {
    const page = await open('/teammodule');
    await page.route('**/api/teams', async (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 422, json: { errors: { name: ['That name is taken by a ship.'] } } })
        : route.continue(),
    );
    await page.getByLabel('Name').fill('Night shift');
    await page.getByRole('button', { name: 'Create Team' }).click();
    await page.getByText('That name is taken by a ship.').first().waitFor();
  });

  test('the list of file types cannot be loaded on the upload page', async () => {
    const page = await openEmpty();
    await page.route('**/api/file-type', (route) => route.fulfill({ status: 403, json: {} }));
    await page.goto('/uploadPage');
    await page.getByText('Failed to fetch file type', { exact: true }).first().waitFor();
  });

  test('a changed team is sent with its id in the body', async () => {
    const page = await open('/teammodule');
    const { team } = screens.world;
    const sent = page.waitForRequest((request) => request.method() === 'PUT');
    await page.getByRole('listitem').getByRole('button', { name: /^Edit/ }).first().click();
    await page.getByRole('button', { name: 'Update Team' }).click();
    const request = await sent;
    const { id } = request.postDataJSON() as { id: number };
    assert.ok(team > 0 && request.url().endsWith(`/api/teams/${id}`));
  });
});
