import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { cellsContract } from '#features/containers/cells/container-cells.contract.ts';
import { containersContract } from '#features/containers/core/containers.contract.ts';
import type { Container } from '#features/containers/core/containers.contract.ts';
import { partiesContract } from '#features/containers/parties/parties.contract.ts';
import { violationsEverywhere } from '#tests/axe.ts';
import { hold, until, useScreens } from '#tests/browser.ts';
import { containersOf } from '#tests/containers.ts';
import { asAdmin, makeTeam, makeUser } from '#tests/make.ts';
import type { TestApp } from '#tests/test-app.ts';

const cellCalls = '**/api/containers/cells';

async function fillWorld(world: TestApp) {
  const admin = await asAdmin(world);
  await admin.call(partiesContract.add, { name: 'Öresund Textiles' });
  const team = await makeTeam(world, 'Harbour');
  const ben = await makeUser(world, { role: 2, team, name: 'Ben Second' });
  const guest = await makeUser(world, { role: 3, team, name: 'Gil Guest' });
  return { admin, ben, guest };
}

describe('the cells of the table of containers', () => {
  const screens = useScreens({}, fillWorld);
  const grid = (page: Page) => page.getByRole('grid', { name: 'Containers' });
  const cell = (page: Page, name: string, column: string) =>
    grid(page).getByRole('row', { name }).locator(`[data-column="${column}"]`);
  let made = 0;

  /** Containers of a voyage of their own, and the page of the table with only these, by name. */
  const openTable = async (count: number, { more = {}, email }: { more?: object; email?: string } = {}) => {
    const { admin } = screens.world;
    made += 1;
    const voyage = `V${made}`;
    const { details } = containersOf(screens.test, () => admin);
    const containers: Container[] = [];
    for (let index = 0; index < count; index += 1) {
      const name = `Row ${voyage} ${String(index).padStart(2, '0')}`;
      containers.push((await admin.call(containersContract.create, { ...details(), name, voyage, ...more })).body);
    }
    const permissions = { permissions: ['clipboard-read', 'clipboard-write'] };
    const page = await screens.visit(`/container-status?search=${voyage}&sort=name`, email, permissions);
    await page.getByRole('button', { name: 'Table', exact: true }).click();
    await grid(page).waitFor();
    return { page, containers };
  };
  const press = async (page: Page, ...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  /** Leads the keyboard from the first row to the cell of a column in it. */
  const enter = async (page: Page, heading: string) => {
    const headings = await grid(page).locator('thead [data-column]').allTextContents();
    const index = headings.indexOf(heading);
    assert.ok(index > 0, `${heading} is a column`);
    await grid(page).focus();
    await press(page, 'Escape', 'Escape', 'Home', ...Array.from({ length: index + 1 }, () => 'ArrowRight'));
  };
  const stored = async ({ id }: Pick<Container, 'id'>) =>
    (await screens.world.admin.call(containersContract.find, { id })).body;
  /** The suggestions follow the typed letters after a pause. */
  const isOnlyOption = (page: Page, name: string) =>
    until(
      page,
      `/^${name}/.test([...document.querySelectorAll('[role=option]')].map((one) => one.textContent).join())`,
    );
  const isSaved = (page: Page) => until(page, `!document.querySelector('[data-unsaved], [data-cell-editor]')`);

  test('twelve cells are edited by keyboard alone: text, dates, a supplier and an assignee', async () => {
    const { page, containers } = await openTable(4);
    await enter(page, 'Vessel');
    for (const name of ['Freya', 'Aurora', 'Ever Given', 'Hansa']) {
      await page.keyboard.type(name);
      await press(page, 'Enter');
    }
    await enter(page, 'ETA');
    for (let day = 11; day < 15; day += 1) {
      await press(page, 'Enter');
      await page.keyboard.type(`03${day}2031`);
      await press(page, 'Enter');
    }
    await enter(page, 'Supplier');
    await page.keyboard.type('New Mills');
    await press(page, 'Enter');
    await page.keyboard.type('oresund');
    await isOnlyOption(page, 'Öresund Textiles');
    await press(page, 'ArrowDown', 'Enter');
    await enter(page, 'Assignee');
    for (const name of ['Ben', 'Gil']) {
      await page.keyboard.type(name);
      await isOnlyOption(page, name);
      await press(page, 'ArrowDown', 'Enter');
    }
    await isSaved(page);
    const now = await Promise.all(containers.map(stored));
    assert.deepEqual(
      now.map(({ vessel, eta, supplier_name, assignee_name }) => [vessel, eta, supplier_name, assignee_name]),
      [
        ['Freya', '2031-03-11', 'New Mills', 'Ben Second'],
        ['Aurora', '2031-03-12', 'Öresund Textiles', 'Gil Guest'],
        ['Ever Given', '2031-03-13', undefined, undefined],
        ['Hansa', '2031-03-14', undefined, undefined],
      ],
    );
    await cell(page, String(containers[3]?.name), 'vessel').getByText('Hansa').waitFor();
  });

  test('a pasted block of three columns and ten rows is previewed, made at once and undone', async () => {
    const { page, containers } = await openTable(11);
    const rows = containers.slice(0, 10).map((_, index) => `1${index}.2.31\t2${index} Mar 2031\t"Mill\n${index}"`);
    await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(`${rows.join('\r\n')}\r\n`)})`);
    await enter(page, 'ETD');
    await press(page, 'Control+v');
    const dialog = page.getByRole('dialog', { name: 'Change cells' });
    await dialog.getByText('10 containers will change.').waitFor();
    await press(page, 'Enter');
    await dialog.waitFor({ state: 'hidden' });
    await cell(page, String(containers[9]?.name), 'etd').getByText('Feb 19, 2031').waitFor();
    const [first] = await Promise.all(containers.map(stored));
    assert.deepEqual([first?.etd, first?.eta, first?.supplier_name], ['2031-02-10', '2031-03-20', 'Mill 0']);
    await until(page, `document.activeElement?.getAttribute('role') === 'grid'`);
    await press(page, 'Control+z');
    await page.getByText('10 containers restored').waitFor();
    assert.equal((await stored(containers[9] as Container)).etd, undefined);
  });

  test('a value is filled down over twenty rows by keyboard, and copied for a spreadsheet', async () => {
    const { page, containers } = await openTable(20);
    const first = containers[0] as Container;
    const values = { vessel: '=Freya', remarks: 'One\ntwo' };
    await screens.world.admin.call(cellsContract.change, { rows: [{ id: first.id, version: 1, values }] });
    await cell(page, first.name, 'vessel').getByText('=Freya').waitFor();
    await enter(page, 'Vessel');
    await press(page, ...Array.from({ length: 19 }, () => 'Shift+ArrowDown'), 'Control+d');
    const dialog = page.getByRole('dialog', { name: 'Change cells' });
    await dialog.getByText('19 containers will change.').waitFor();
    await press(page, 'Enter');
    await dialog.waitFor({ state: 'hidden' });
    await page.getByText('19 containers changed').waitFor();
    assert.equal((await stored(containers[19] as Container)).vessel, '=Freya');
    await until(page, `document.activeElement?.getAttribute('role') === 'grid'`);
    await enter(page, 'Vessel');
    await press(page, 'Shift+ArrowDown', 'Shift+ArrowRight', 'Control+c');
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), "'=Freya\t\n'=Freya\t");
  });

  test('Escape leaves a cell as it was, Tab goes on to the next one, and row keys stay with the row', async () => {
    const { page, containers } = await openTable(2, { more: { vessel: 'Freya' } });
    const [one, two] = containers as [Container, Container];
    await enter(page, 'Vessel');
    await page.keyboard.type('Aurora');
    await press(page, 'Escape');
    await cell(page, one.name, 'vessel').getByText('Freya').waitFor();
    await press(page, 'F2', 'End');
    await page.keyboard.type(' II');
    await press(page, 'Tab');
    await page.keyboard.type('DEHAM');
    await press(page, 'Shift+Enter');
    await isSaved(page);
    const now = await stored(one);
    assert.deepEqual([now.vessel, now.pod], ['Freya II', 'DEHAM']);
    await press(page, 'Escape', 'ArrowDown', 'x');
    await page.getByRole('checkbox', { name: `Select ${two.name}`, checked: true }).waitFor();
    await cell(page, two.name, 'vessel').dblclick();
    await page.getByRole('textbox', { name: `Vessel of ${two.name}` }).fill('Hansa');
    await page.getByRole('heading', { level: 1 }).click();
    await isSaved(page);
    assert.equal((await stored(two)).vessel, 'Hansa');
  });

  test('a slow save shows in its cell, and a failed one keeps the value with its reason until it is saved', async () => {
    const { page, containers } = await openTable(2);
    const [one] = containers as [Container];
    const release = await hold(page, cellCalls);
    await enter(page, 'Vessel');
    await page.keyboard.type('Freya');
    await press(page, 'Enter');
    await cell(page, one.name, 'vessel').and(page.locator('[aria-busy=true]')).getByText('Freya').waitFor();
    release();
    await isSaved(page);
    await page.route(cellCalls, (route) => route.abort(), { times: 1 });
    await press(page, 'ArrowUp');
    await page.keyboard.type('Aurora');
    await press(page, 'Enter');
    await page.getByRole('alert').getByText(`Vessel of ${one.name} was not saved`).waitFor();
    await cell(page, one.name, 'vessel').getByText('Aurora').waitFor();
    assert.equal((await stored(one)).vessel, 'Freya');
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    assert.deepEqual(await violationsEverywhere(page, [1440]), []);
    await press(page, 'Enter', 'Enter');
    await isSaved(page);
    assert.equal((await stored(one)).vessel, 'Aurora');
  });

  test('a refused value stays in its cell with the sentence of the form, and is corrected there', async () => {
    const { page, containers } = await openTable(1);
    const [one] = containers as [Container];
    await enter(page, 'Order Number');
    await press(page, 'Delete');
    await page.getByText('Enter the order number.').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await enter(page, 'Order Number');
    await press(page, 'Enter', 'Control+a', 'Backspace', 'Enter');
    await page.getByText('Enter the order number.').waitFor();
    await press(page, 'F2');
    await page.keyboard.type('PO 4711');
    await press(page, 'Enter');
    await isSaved(page);
    assert.equal((await stored(one)).container_no, 'PO 4711');
  });

  test('a second person sees in the cell what the first one did, and chooses', async () => {
    const { page, containers } = await openTable(3, { email: screens.world.ben.email });
    const [one, two] = containers as [Container, Container];
    const { admin } = screens.world;
    for (const [container, button, left] of [
      [one, 'Overwrite', 'Aurora'],
      [two, 'Use the stored value', 'Freya'],
    ] as const) {
      await enter(page, 'Vessel');
      if (container === two) await press(page, 'ArrowDown');
      await page.keyboard.type('Aurora');
      const rows = [{ id: container.id, version: container.version, values: { vessel: 'Freya' } }];
      assert.equal((await admin.call(cellsContract.change, { rows })).status, 200);
      await press(page, 'Enter');
      await page.getByRole('alert').getByText(`Vessel of ${container.name} was not saved`).waitFor();
      await press(page, 'ArrowUp');
      await page.getByText('Vessel is now Freya').waitFor();
      await page.getByText(/^Administrator changed this container/).waitFor();
      await page.getByRole('button', { name: button }).click();
      await isSaved(page);
      await cell(page, container.name, 'vessel').getByText(left).waitFor();
      assert.equal((await stored(container)).vessel, left);
    }
  });

  test('the buttons of a row stand beside its name, and the keys at the foot of the table are not cut', async () => {
    const name = `NQYU 981775-4 ${'Running shoes '.repeat(4).trim()}`;
    const { page } = await openTable(1, { more: { name } });
    await page.setViewportSize({ width: 1280, height: 800 });
    const row = grid(page).getByRole('row', { name });
    await row.hover();
    const text = await row.getByText(name).boundingBox();
    const button = await row.getByRole('button', { name: 'History' }).boundingBox();
    assert.ok(text && button && text.x + text.width <= button.x, JSON.stringify({ text, button }));
    const keys = page.getByText('Enter edits a cell').filter({ visible: true });
    assert.equal(await keys.evaluate((one) => one.scrollWidth - one.clientWidth), 0);
  });

  test('role 3 copies cells and changes none', async () => {
    const { page, containers } = await openTable(1, { email: screens.world.guest.email, more: { vessel: 'Freya' } });
    await enter(page, 'Vessel');
    await press(page, 'Control+c');
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), 'Freya');
    await press(page, 'F2', 'Delete', 'Control+v', 'x');
    await page.keyboard.type('Aurora');
    assert.equal(await page.locator('[data-cell-editor], [role=dialog]').count(), 0);
    assert.equal((await stored(containers[0] as Container)).vessel, 'Freya');
  });

  test('no page had an error', () => assert.deepEqual(screens.problems, []));
});
