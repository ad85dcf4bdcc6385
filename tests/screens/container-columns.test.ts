import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { containersContract } from '#features/containers/core/containers.contract.ts';
import { partiesContract } from '#features/containers/parties/parties.contract.ts';
import { containerWorkContract } from '#features/containers/work/container-work.contract.ts';
import { until, useScreens } from '#tests/browser.ts';
import { dayFromNow, insertContainers } from '#tests/containers.ts';
import { asAdmin } from '#tests/make.ts';
import type { TestApp } from '#tests/test-app.ts';

const screenPath = '/container-status';

/** Three containers of a supplier or none, with packages and weights, of which one has a comment. */
async function fillWorld(world: TestApp) {
  const admin = await asAdmin(world);
  const supplier_id = (await admin.call(partiesContract.add, { name: 'Öresund Textiles' })).body.id;
  const dates = { expected_date: dayFromNow(5), ex_factory_date: dayFromNow(2) };
  for (const [name, fields] of Object.entries({
    Apples: { supplier_id, packages: 1200, weight_kg: 8000, eta: '2031-03-03' },
    Bolts: { packages: 4, weight_kg: 81.5, eta: '2031-03-09', remarks: 'Fragile' },
    Cloth: { supplier_id, eta: '2031-03-10' },
  })) {
    const made = await admin.call(containersContract.create, { name, container_no: `PO-${name}`, ...dates, ...fields });
    assert.equal(made.status, 201, made.raw.body);
    const comment = { id: made.body.id, text: `Telex release for ${name}` };
    if (name === 'Cloth') assert.equal((await admin.call(containerWorkContract.comment, comment)).status, 201);
  }
}

const grid = (page: Page) => page.getByRole('grid', { name: 'Containers' });
const heading = (page: Page, name: string) => grid(page).getByRole('columnheader', { name, exact: true });
const headings = async (page: Page) => (await grid(page).getByRole('columnheader').allTextContents()).slice(1);
const widthOf = async (one: Locator) => Math.round((await one.boundingBox())?.width ?? 0);

/** Waits until the lines of the table begin with these texts. */
async function shows(page: Page, ...lines: string[]): Promise<void> {
  const texts = `[...document.querySelectorAll('[role=grid] tbody tr :is(th, td[colspan])')].map((one) => one.innerText)`;
  await until(page, `JSON.stringify(${texts}) === ${JSON.stringify(JSON.stringify(lines))}`).catch(() => undefined);
  assert.deepEqual(await page.evaluate(texts), lines);
}

describe('the columns, the groups and the totals of the table', () => {
  const screens = useScreens({}, fillWorld);
  const visit = async (path = screenPath, width = 1440) => {
    const page = await screens.visit(path, undefined, { viewport: { width, height: 900 } });
    await page.getByRole('button', { name: 'Table', exact: true }).click();
    await grid(page).getByRole('rowheader').first().waitFor();
    return page;
  };

  test('a column is dragged to another place and is still there after a reload', async () => {
    const page = await visit();
    assert.deepEqual((await headings(page)).slice(0, 4), ['Container Name', 'Order Number', 'Status', 'Late']);
    await heading(page, 'Late').dragTo(heading(page, 'Order Number'));
    const moved = ['Container Name', 'Late', 'Order Number', 'Status'];
    assert.deepEqual((await headings(page)).slice(0, 4), moved);
    await heading(page, 'Status').dragTo(heading(page, 'Container Name'));
    assert.deepEqual((await headings(page)).slice(0, 4), moved, 'the name stays first');
    await page.reload();
    await heading(page, 'Late').waitFor();
    assert.deepEqual((await headings(page)).slice(0, 4), moved);
  });

  test('the edge of a heading changes the width of its column, which a double click restores', async () => {
    const page = await visit();
    const before = await widthOf(heading(page, 'Order Number'));
    const box = await heading(page, 'Order Number').boundingBox();
    assert.ok(box);
    const [x, y] = [box.x + box.width - 3, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 60, y, { steps: 3 });
    assert.equal(await widthOf(heading(page, 'Order Number')), before + 60);
    await page.mouse.up();
    await page.reload();
    await heading(page, 'Order Number').waitFor();
    assert.equal(await widthOf(heading(page, 'Order Number')), before + 60);
    assert.equal((await headings(page))[1], 'Order Number', 'the column was not dragged');
    await page.mouse.dblclick(x + 60, y);
    await until(page, `document.querySelector('thead [data-column=container_no]').offsetWidth === ${before}`);
  });

  test('keys go to a cell, move its column and change its width', async () => {
    const page = await visit();
    await grid(page).focus();
    for (const key of ['ArrowDown', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key);
    const cell = grid(page).getByRole('row', { name: 'Bolts' }).getByRole('gridcell', { name: 'PO-Bolts' });
    assert.equal(await grid(page).getAttribute('aria-activedescendant'), await cell.getAttribute('id'));
    await page.keyboard.press('Alt+ArrowRight');
    await until(page, `document.querySelectorAll('[role=grid] thead th')[3].innerText === 'Order Number'`);
    assert.equal(await grid(page).getAttribute('aria-activedescendant'), await cell.getAttribute('id'));
    const before = await widthOf(heading(page, 'Order Number'));
    await page.keyboard.press('Alt+Shift+ArrowRight');
    await until(page, `document.querySelector('thead [data-column=container_no]').offsetWidth > ${before}`);
    for (let step = 0; step < 12; step += 1) await page.keyboard.press('ArrowRight');
    const last = grid(page).getByRole('row', { name: 'Bolts' }).getByRole('gridcell', { name: 'Fragile' });
    assert.equal(await grid(page).getAttribute('aria-activedescendant'), await last.getAttribute('id'));
    const [frame, end] = [await grid(page).locator('..').boundingBox(), await last.boundingBox()];
    assert.ok(frame && end && end.x + end.width <= frame.x + frame.width, 'the current cell is in sight');
  });

  test('the latest comment is a column', async () => {
    const page = await visit();
    await page.getByRole('button', { name: 'Columns', exact: true }).click();
    await page.getByRole('checkbox', { name: 'Latest comment' }).check();
    await page.keyboard.press('Escape');
    await grid(page).getByRole('gridcell', { name: 'Telex release for Cloth' }).waitFor();
    assert.equal(await grid(page).getByRole('gridcell', { name: 'Fragile' }).count(), 1);
  });

  test('the foot has the totals of all that is filtered, and of the selection', async () => {
    const page = await visit();
    await page.getByText('3 containers · 1,204 packages · 8,081.5 kg', { exact: true }).waitFor();
    await page.getByRole('checkbox', { name: 'Select Bolts' }).check();
    await page.getByText('Selected: 1 container · 4 packages · 81.5 kg').waitFor();
    await page.getByRole('checkbox', { name: 'Select all that are filtered' }).check();
    await page.getByRole('checkbox', { name: 'Select Bolts' }).uncheck();
    await page.getByText('Selected: 2 containers · 1,200 packages · 8,000 kg').waitFor();
    await page.getByRole('searchbox').fill('Bolts');
    await page.getByText('1 container · 4 packages · 81.5 kg', { exact: true }).waitFor();
  });

  test('containers are grouped by supplier or by week with their numbers, in the address', async () => {
    const page = await visit(`${screenPath}?sort=name`);
    await page.getByRole('button', { name: 'Columns', exact: true }).click();
    await page.getByLabel('Group by').selectOption('Supplier');
    await page.keyboard.press('Escape');
    await shows(page, 'Öresund Textiles\n2 containers', 'Apples', 'Cloth', 'No supplier\n1 container', 'Bolts');
    assert.equal(new URL(page.url()).search, '?sort=name&group=supplier');
    await grid(page).focus();
    for (const key of ['ArrowDown', 'ArrowDown', 'x']) await page.keyboard.press(key);
    await page.getByRole('checkbox', { name: 'Select Bolts', checked: true }).waitFor();
    await page.goto(`${screenPath}?group=week`);
    await shows(
      page,
      'ETA Mar 3, 2031 – Mar 9, 2031\n2 containers',
      'Apples',
      'Bolts',
      'ETA Mar 10, 2031 – Mar 16, 2031\n1 container',
      'Cloth',
    );
  });

  test('the saved view that is on is marked in the menu of views until a filter is changed', async () => {
    const page = await visit(`${screenPath}?search=cloth`);
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('menuitem', { name: 'Save or change views...' }).click();
    await page.getByLabel('Name of the view').fill('Cloth only');
    await page.getByRole('button', { name: 'Save view' }).click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.reload();
    const item = page.getByRole('menuitem', { name: 'Cloth only' });
    for (const [search, isOn] of [
      ['cloth', 'true'],
      ['cloth bolts', 'false'],
    ] as const) {
      await page.getByRole('searchbox').fill(search);
      await page.getByRole('button', { name: 'Views' }).click();
      await item.and(page.locator(`[aria-current=${isOn}]`)).waitFor();
      await page.keyboard.press('Escape');
      await item.waitFor({ state: 'hidden' });
    }
  });

  test('no page had an error', () => assert.deepEqual(screens.problems, []));
});

describe('the box of the table', () => {
  const screens = useScreens({}, (world) =>
    insertContainers(
      world,
      Array.from({ length: 60 }, (_, index) => ({ name: `Row ${index}`, number: `PO-${index}` })),
    ),
  );

  test('has the edges of the bar above it at every width, ends with the window and shades columns that go on', async () => {
    for (const width of [390, 768, 1024, 1360, 1440, 1920, 2560]) {
      const page = await screens.visit(screenPath, undefined, { viewport: { width, height: 900 } });
      if (width < 768) await page.getByRole('button', { name: 'Filters', exact: true }).click();
      await page.getByRole('button', { name: 'Table', exact: true }).click();
      await grid(page).getByRole('rowheader').first().waitFor();
      const frame = grid(page).locator('xpath=../..');
      const edges = await page.evaluate(`[document.querySelector('[role=grid]').parentElement.parentElement,
        document.querySelector('main input[type=search]').closest('[class*=toolbar]')]
        .map((one) => one.getBoundingClientRect()).map(({ left, right }) => left + ' ' + right)`);
      assert.equal(new Set(edges as string[]).size, 1, `${width} px: ${String(edges)}`);
      if (width >= 1024) {
        const box = await frame.boundingBox();
        const rest = 900 - (box?.y ?? 0) - (box?.height ?? 0);
        assert.ok(rest >= 8 && rest < 60, `${width} px: ${rest} px below the table`);
        assert.equal(await page.evaluate('document.documentElement.scrollHeight <= innerHeight + 2'), true);
      }
      const shade = `Number(getComputedStyle(document.querySelector('[role=grid]').parentElement.parentElement, '::after').opacity)`;
      assert.equal(await page.evaluate(shade), 1, `${width} px`);
      await page.evaluate("document.querySelector('[role=grid]').parentElement.scrollLeft = 9999");
      await until(page, `${shade} === 0`);
      await screens.closePages();
    }
    assert.deepEqual(screens.problems, []);
  });
});
