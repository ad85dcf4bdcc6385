import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page, Route } from 'playwright-core';
import { violationsEverywhere } from '#tests/axe.ts';
import { until, useScreens } from '#tests/browser.ts';
import { enterContainer } from '#tests/containers.ts';
import { long } from '#tests/long.ts';
import { asAdmin, makeFileType, makeTeam, makeUser, signedIn, upload } from '#tests/make.ts';
import type { TestApp } from '#tests/test-app.ts';

async function fillWorld(world: TestApp) {
  const team = await makeTeam(world, 'Imports');
  const mona = await makeUser(world, { role: 2, team, name: 'Mona Manager' });
  const gil = await makeUser(world, { role: 3, team, name: 'Gil Guest' });
  const admin = await asAdmin(world);
  const { id } = await enterContainer(admin, { name: 'QKYU 234623-0 Pine planks', number: 'PO-77' });
  await upload(await signedIn(world, mona.email), await makeFileType(world, 'Invoice'), { name: 'pine-invoice.txt' });
  return { id, mona, gil };
}

const isSwitcher = (path: string) => path.includes('QuickSwitcher');

describe('the quick switcher', () => {
  const screens = useScreens({}, fillWorld);

  const open = async (path = '/files', who?: { email: string }) => {
    const page = await screens.visit(path, who?.email);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByRole('navigation', { name: 'Main menu' }).first().waitFor();
    return page;
  };
  const field = (page: Page) => page.getByRole('combobox', { name: 'Search containers, files, people and screens' });
  const start = async (page: Page, keys = 'Control+k') => {
    await page.keyboard.press(keys);
    await page.getByRole('dialog', { name: 'Go to' }).waitFor();
    await until(page, `document.activeElement.getAttribute('role') === 'combobox'`);
  };
  const option = (page: Page, name: string | RegExp) => page.getByRole('option', { name });
  const selected = (page: Page) => page.locator('[role=option][aria-selected=true]');

  test('opens with Ctrl+K and with / outside of fields, closes with Escape, and its code is loaded at the first press', async () => {
    const page = await open();
    const requested: string[] = [];
    page.on('request', (request) => requested.push(new URL(request.url()).pathname));
    await page.getByRole('searchbox').first().fill('a');
    await page.keyboard.press('/');
    assert.equal(await page.getByRole('searchbox').first().inputValue(), 'a/');
    // A request for the code would be reported before this one.
    await page.evaluate(`fetch('/healthz').then(() => {})`);
    assert.ok(requested.includes('/healthz'));
    assert.deepEqual(requested.filter(isSwitcher), []);
    await page.getByRole('link', { name: 'Upload Files' }).focus();
    await start(page, '/');
    assert.equal(await field(page).inputValue(), '');
    assert.ok(requested.some(isSwitcher));
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await until(page, `document.activeElement.textContent === 'Upload Files'`);
    await start(page);
  });

  test('has what was typed before it was there, which is no shortcut of a row', async () => {
    const page = await open('/files?q=pine');
    const arrived = Promise.withResolvers<Route>();
    await page.route(/QuickSwitcher[^/]*[.]js/, (route) => arrived.resolve(route));
    await page.getByRole('button', { name: 'Preview pine-invoice.txt' }).focus();
    await page.keyboard.press('Control+k');
    const code = await arrived.promise;
    await page.keyboard.type('box 7');
    await code.continue();
    await until(page, `document.activeElement.getAttribute('role') === 'combobox'`);
    await page.keyboard.type('7');
    assert.equal(await field(page).inputValue(), 'box 77');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const checkbox = page.getByRole('checkbox', { name: /pine-invoice/ });
    assert.equal(await checkbox.isChecked(), false);
    await page.keyboard.press('x');
    assert.equal(await checkbox.isChecked(), true);
  });

  test('opens with a button in the bar of a phone, which has the focus again after Escape', async () => {
    const page = await screens.visit('/files', undefined, { viewport: { width: 390, height: 844 } });
    const button = page.getByRole('button', { name: 'Search everything (Ctrl K)' });
    await button.click();
    await until(page, `document.activeElement.getAttribute('role') === 'combobox'`);
    await page.keyboard.type('pine');
    await option(page, /pine-invoice\.txt/).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await until(page, `document.activeElement.getAttribute('aria-label') === 'Search everything (Ctrl K)'`);
  });

  test('? outside of fields lists the keys of each screen', long, async () => {
    const page = await open();
    await page.getByRole('searchbox').first().fill('a');
    await page.keyboard.press('?');
    assert.equal(await page.getByRole('searchbox').first().inputValue(), 'a?');
    await page.getByRole('link', { name: 'Upload Files' }).focus();
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await dialog
      .getByRole('region', { name: 'Table of containers' })
      .getByText('Open the page of the container')
      .waitFor();
    assert.deepEqual(await violationsEverywhere(page, [1440, 390]), []);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await start(page);
  });

  test('goes to a container in any spelling, to a file, a person and a screen by keyboard alone', async () => {
    const page = await open();
    await start(page);
    await page.keyboard.type('qkyu2346230');
    await option(page, /QKYU 234623-0 Pine planks/).waitFor();
    await page.getByRole('status').getByText('1 result').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'QKYU 234623-0 Pine planks', level: 1 }).waitFor();
    assert.equal(new URL(page.url()).pathname, `/container-status/${screens.world.id}`);

    await start(page);
    await page.keyboard.type('pine');
    await option(page, /pine-invoice\.txt/).waitFor();
    await selected(page).getByText('QKYU 234623-0 Pine planks').waitFor();
    await page.getByRole('status').getByText('2 results').waitFor();
    await page.keyboard.press('ArrowDown');
    await selected(page).getByText('pine-invoice.txt').waitFor();
    await page.keyboard.press('ArrowDown');
    await selected(page).getByText('QKYU 234623-0 Pine planks').waitFor();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: /pine-invoice\.txt/ }).waitFor();

    const people = await open('/container-status');
    await start(people);
    await people.keyboard.type('mona man');
    await option(people, /Mona Manager/).click();
    await people.getByRole('heading', { name: 'User Management', level: 1 }).waitFor();
    await people.getByText(screens.world.mona.email).first().waitFor();

    await start(people);
    await people.keyboard.type('audit');
    await option(people, 'Audit Log').waitFor();
    await people.getByRole('status').getByText('1 result').waitFor();
    await people.keyboard.press('Enter');
    await people.getByRole('heading', { name: 'Audit Log', level: 1 }).waitFor();
  });

  test('offers only the entries that the role may open', async () => {
    const page = await open('/files', screens.world.gil);
    const refused: string[] = [];
    page.on('response', (response) => {
      if (response.status() >= 400) refused.push(response.url());
    });
    await start(page);
    await option(page, /Container Status/).waitFor();
    for (const name of [/Audit Log/, /Users List/, /^Dashboard/, /System/])
      assert.equal(await option(page, name).count(), 0, String(name));
    await page.keyboard.type('mona');
    // The count appears when all searches have answered.
    await page.getByRole('status').getByText('1 result').waitFor();
    await option(page, /pine-invoice\.txt/).waitFor();
    assert.equal(await option(page, /Mona Manager/).count(), 0);
    assert.deepEqual(refused, []);
  });

  test('meets WCAG 2.2 AA in light and dark, on a desk and on a phone', long, async () => {
    const page = await open();
    await start(page);
    await page.keyboard.type('pine');
    await option(page, /pine-invoice\.txt/).waitFor();
    assert.deepEqual(await violationsEverywhere(page, [1440, 390]), []);
  });

  test('no page reported an error', () => assert.deepEqual(screens.problems, []));
});
