import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { containersContract } from '#features/containers/core/containers.contract.ts';
import { partiesContract } from '#features/containers/parties/parties.contract.ts';
import { containerWorkContract } from '#features/containers/work/container-work.contract.ts';
import { violationsEverywhere } from '#tests/axe.ts';
import { stylesOf, until, useScreens } from '#tests/browser.ts';
import { changeStatus, dayFromNow, enterContainer, insertContainers } from '#tests/containers.ts';
import { long } from '#tests/long.ts';
import { asAdmin, makeTeam, makeUser } from '#tests/make.ts';
import { profileOf } from '#tests/signed-in.ts';
import { adminPassword } from '#tests/test-app.ts';
import type { TestApp } from '#tests/test-app.ts';

const screenPath = '/container-status';

/** Four containers, of which one is late, one is due in five days and one has a supplier, a vessel and an ETA. */
async function fillWorld(world: TestApp) {
  const admin = await asAdmin(world);
  const team = await makeTeam(world, 'Harbour');
  const guest = await makeUser(world, { role: 3, team, name: 'Gil Guest' });
  const supplier = (await admin.call(partiesContract.add, { name: 'Öresund Textiles' })).body;
  await enterContainer(admin, { name: 'Late one', number: 'PO-1', pfi: dayFromNow(-12) });
  await enterContainer(admin, { name: 'Soon one', number: 'PO-2', pfi: dayFromNow(5) });
  const sailing = await admin.call(containersContract.create, {
    name: 'Sailing one',
    container_no: 'PO-3',
    expected_date: dayFromNow(60),
    ex_factory_date: dayFromNow(20),
    supplier_id: supplier.id,
    vessel: 'Ever Given',
    pod: 'DEHAM',
    eta: '2031-03-05',
  });
  assert.equal(sailing.status, 201, sailing.raw.body);
  const received = await enterContainer(admin, { name: 'Received one', number: 'PO-4', pfi: dayFromNow(-3) });
  await changeStatus(admin, received.id, 'Received');
  return { admin, guest, sailing: sailing.body, supplier };
}

const grid = (page: Page) => page.getByRole('grid', { name: 'Containers' });
const names = (page: Page) => grid(page).getByRole('rowheader').allTextContents();
const heading = (page: Page, name: string) => grid(page).getByRole('columnheader', { name, exact: true });
const headings = (page: Page) => grid(page).getByRole('columnheader').allTextContents();

/** Waits until the rows in sight have exactly these names. */
async function shows(page: Page, ...expected: string[]): Promise<void> {
  const text = JSON.stringify(JSON.stringify(expected));
  const rows = `[...document.querySelectorAll('[role=grid] tbody th')].map((one) => one.textContent)`;
  await until(page, `JSON.stringify(${rows}) === ${text}`).catch(() => undefined);
  assert.deepEqual(await names(page), expected);
}

async function chooseTable(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Table', exact: true }).click();
  await grid(page).waitFor();
  return grid(page);
}

/** Presses Tab from the heading of the page to the list. Returns the middle of each control that has the focus on the way. */
async function controlsAboveList(page: Page) {
  await page.getByRole('heading', { level: 1 }).focus();
  const controls: { name: string; x: number; y: number }[] = [];
  for (;;) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(`(() => {
      const one = document.activeElement;
      if (one.closest('main [role=list], main [role=grid]')) return null;
      const { left, top, width, height } = one.getBoundingClientRect();
      const name = one.labels?.[0]?.textContent ?? one.ariaLabel ?? one.textContent;
      return { name: name.trim(), x: left + width / 2, y: top + height / 2 };
    })()`);
    if (focused === null) return controls;
    controls.push(focused as (typeof controls)[number]);
  }
}

describe('the table of containers', () => {
  const screens = useScreens({}, fillWorld);
  const visit = async (path = screenPath, email?: string) => {
    const page = await screens.visit(path, email);
    await chooseTable(page);
    return page;
  };

  test('cards come first; the switch is kept, with one line for each container, the latest first', async () => {
    const page = await screens.visit(screenPath);
    await page.getByRole('list', { name: 'Containers' }).waitFor();
    await chooseTable(page);
    await shows(page, 'Late one', 'Soon one', 'Sailing one', 'Received one');
    const late = grid(page).getByRole('gridcell', { name: '12 days late' });
    assert.equal(await late.locator('[data-tone]').getAttribute('data-tone'), 'danger');
    await grid(page).getByRole('gridcell', { name: 'in 5 days' }).waitFor();
    assert.equal(await heading(page, 'Late').getAttribute('aria-sort'), 'descending');
    await page.reload();
    await shows(page, 'Late one', 'Soon one', 'Sailing one', 'Received one');
    assert.equal(await page.getByRole('button', { name: 'Table', exact: true }).getAttribute('aria-pressed'), 'true');
  });

  test('the switch is kept for the next sign-in of the same person', long, async () => {
    const admin = await asAdmin(screens.test);
    await admin.call(containerWorkContract.chooseLayout, { layout: 'cards' });
    // Its own session: signing out ends it.
    const page = await screens.open(screenPath, await profileOf(screens.test, 'admin@example.com'));
    await page.setViewportSize({ width: 1440, height: 900 });
    const first = page.getByRole('list', { name: 'Containers' }).getByRole('listitem').first();
    await first.waitFor();
    assert.ok(((await first.boundingBox())?.y ?? 900) < 300, 'the first card begins above 300 px');
    await chooseTable(page);
    await page.getByRole('button', { name: 'Logout' }).first().click();
    await page.getByLabel('Email Address').fill('admin@example.com');
    await page.getByLabel('Password', { exact: true }).fill(adminPassword);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.waitForURL('**/dashboard');
    await page.goto(screenPath);
    await grid(page).waitFor();
    assert.equal(await page.evaluate('localStorage.length'), 0);
  });

  test('a heading sorts up, down and late first again, in the address', async () => {
    const page = await visit();
    const name = heading(page, 'Container Name').getByRole('button');
    await name.click();
    await shows(page, 'Late one', 'Received one', 'Sailing one', 'Soon one');
    assert.equal(new URL(page.url()).search, '?sort=name');
    await name.click();
    await shows(page, 'Soon one', 'Sailing one', 'Received one', 'Late one');
    assert.equal(await heading(page, 'Container Name').getAttribute('aria-sort'), 'descending');
    assert.equal(await page.getByLabel('Sort By').inputValue(), 'name');
    await page.reload();
    await shows(page, 'Soon one', 'Sailing one', 'Received one', 'Late one');
    await heading(page, 'Container Name').getByRole('button').click();
    await shows(page, 'Late one', 'Soon one', 'Sailing one', 'Received one');
    assert.equal(new URL(page.url()).search, '');
  });

  test('columns are chosen and moved, and kept', long, async () => {
    const page = await visit();
    await page.getByRole('button', { name: 'Columns' }).click();
    const menu = page.getByRole('dialog', { name: 'Columns' });
    await menu.getByRole('checkbox', { name: 'Status' }).uncheck();
    await menu.getByRole('checkbox', { name: 'Goods' }).check();
    await menu.getByRole('button', { name: 'Move Late up' }).click();
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'hidden' });
    const expected = ['', 'Container Name', 'Late', 'Order Number', 'PFI Date'];
    assert.deepEqual((await headings(page)).slice(0, 5), expected);
    assert.equal((await headings(page)).at(-1), 'Goods');
    await page.reload();
    await grid(page).waitFor();
    assert.deepEqual((await headings(page)).slice(0, 5), expected);
    await page.getByRole('button', { name: 'Columns' }).click();
    await menu.getByRole('button', { name: 'Default columns' }).click();
    await heading(page, 'Status').waitFor();
  });

  test('keys move between the rows, select one and open it', async () => {
    const page = await visit();
    await shows(page, 'Late one', 'Soon one', 'Sailing one', 'Received one');
    await grid(page).focus();
    for (const key of ['ArrowDown', 'End', 'ArrowUp', 'x']) await page.keyboard.press(key);
    const row = grid(page).getByRole('row', { name: 'Sailing one' });
    assert.equal(await row.getAttribute('aria-selected'), 'true');
    assert.equal(await grid(page).getAttribute('aria-activedescendant'), await row.getAttribute('id'));
    await page.keyboard.press('Space');
    assert.equal(await row.getAttribute('aria-selected'), 'false');
    await page.keyboard.press('Enter');
    await until(page, `location.pathname === '/container-status/${screens.world.sailing.id}'`);
  });

  test('the line under the pointer, and keys, show the history, delay and edit', long, async () => {
    const page = await visit();
    await shows(page, 'Late one', 'Soon one', 'Sailing one', 'Received one');
    const action = (line: string, name: string) =>
      grid(page).getByRole('row', { name: line }).getByRole('button', { name, exact: true });
    const closes = async (title: string) => {
      await page.getByRole('dialog', { name: title }).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await until(page, `document.activeElement?.getAttribute('role') === 'grid'`);
    };
    await grid(page).getByRole('row', { name: 'Soon one' }).hover();
    await action('Soon one', 'Edit').waitFor();
    assert.equal(await grid(page).getByRole('button', { name: 'Edit', exact: true }).count(), 1);
    await action('Soon one', 'Edit').click();
    assert.equal(await page.getByLabel('Container Name').inputValue(), 'Soon one');
    await closes('Edit Container');
    await action('Soon one', 'Delay PFI').click();
    await closes('Mark as PFI Delayed');
    await action('Soon one', 'History').click();
    await page.getByRole('dialog').getByText('Soon one').first().waitFor();
    await closes('Container history');

    for (const key of ['ArrowDown', 'e']) await page.keyboard.press(key);
    assert.equal(await page.getByLabel('Container Name').inputValue(), 'Sailing one');
    await closes('Edit Container');
    await page.keyboard.press('d');
    await closes('Mark as PFI Delayed');
    await page.keyboard.press('h');
    await closes('Container history');
  });

  test('the table scrolls in its box, and the page is as wide as a phone', async () => {
    const page = await screens.visit(screenPath, undefined, { viewport: { width: 390, height: 844 } });
    await page.getByRole('button', { name: 'Filters', exact: true }).click();
    await chooseTable(page);
    await shows(page, 'Late one', 'Soon one', 'Sailing one', 'Received one');
    const width = (name: string) => page.evaluate(`document.documentElement.${name}`);
    assert.equal(await width('scrollWidth'), await width('clientWidth'));
  });

  test('the name is a link to the page of the container, with the filters', async () => {
    const page = await visit(`${screenPath}?vessel=Ever+Given`);
    await shows(page, 'Sailing one');
    const link = grid(page).getByRole('link', { name: 'Sailing one' });
    assert.equal(await link.getAttribute('href'), `/container-status/${screens.world.sailing.id}?vessel=Ever+Given`);
  });

  test('role 3 reads the table and cannot select rows', async () => {
    const page = await visit(screenPath, screens.world.guest.email);
    await shows(page, 'Late one', 'Soon one', 'Sailing one', 'Received one');
    assert.equal(await grid(page).getByRole('checkbox').count(), 0);
    await grid(page).focus();
    for (const key of ['x', 'e', 'd']) await page.keyboard.press(key);
    assert.equal(await grid(page).getByRole('row', { name: 'Late one' }).getAttribute('aria-selected'), null);
    assert.equal(await page.getByRole('dialog').count(), 0);
    await grid(page).getByRole('row', { name: 'Soon one' }).hover();
    assert.deepEqual(
      await grid(page)
        .getByRole('button', { name: /History|Delay|Edit/ })
        .count(),
      1,
    );
  });

  test('more filters narrow the list, are shown above it as chips and are removed there', long, async () => {
    const page = await visit();
    await page.getByRole('button', { name: 'More filters' }).click();
    const form = page.getByRole('dialog', { name: 'More filters' });
    await form.getByLabel('ETA from').fill('2031-03-01');
    await form.getByLabel('ETA to').fill('2031-02-01');
    await form.getByRole('button', { name: 'Show containers' }).click();
    await form.getByRole('alert').getByText('The first day is after the last day.').waitFor();
    await form.getByLabel('ETA to').fill('2031-03-31');
    await form.getByRole('combobox', { name: 'Supplier' }).fill('oresund');
    await page.getByRole('option', { name: 'Öresund Textiles' }).click();
    await form.getByRole('button', { name: 'Show containers' }).click();
    await shows(page, 'Sailing one');
    const { supplier } = screens.world;
    const search = `?supplier_id=${supplier.id}&eta_from=2031-03-01&eta_to=2031-03-31`;
    assert.equal(new URL(page.url()).search, search);
    await page.reload();
    await shows(page, 'Sailing one');
    const chips = page.getByRole('list', { name: 'Active filters' });
    assert.deepEqual(await chips.getByRole('listitem').allTextContents(), [
      'ETA: Mar 1, 2031 – Mar 31, 2031',
      'Supplier: Öresund Textiles',
    ]);
    await chips.getByRole('button', { name: 'Remove the filter ETA: Mar 1, 2031 – Mar 31, 2031' }).click();
    await chips.getByRole('button', { name: 'Remove the filter Supplier: Öresund Textiles' }).click();
    await shows(page, 'Late one', 'Soon one', 'Sailing one', 'Received one');
    assert.equal(new URL(page.url()).search, '');
  });

  test('ready-made filters show late containers and those due next', async () => {
    const page = await visit(`${screenPath}?preset=late_now`);
    await shows(page, 'Late one');
    await page.getByRole('button', { name: 'More filters' }).click();
    const form = page.getByRole('dialog', { name: 'More filters' });
    await form.getByRole('button', { name: 'Next 7 days' }).click();
    await form.getByRole('button', { name: 'Show containers' }).click();
    await shows(page, 'Soon one');
  });

  test('the current row stays with its container when another one arrives above it', async () => {
    const page = await visit();
    await shows(page, 'Late one', 'Soon one', 'Sailing one', 'Received one');
    await grid(page).focus();
    await page.keyboard.press('ArrowDown');
    const { id } = await enterContainer(screens.world.admin, { name: 'Later one', pfi: dayFromNow(-20) });
    await shows(page, 'Later one', 'Late one', 'Soon one', 'Sailing one', 'Received one');
    await page.keyboard.press('x');
    await page.getByRole('checkbox', { name: 'Select Soon one', checked: true }).waitFor();
    assert.equal((await screens.world.admin.call(containersContract.remove, { id })).status, 204);
  });

  for (const [name, opened] of [
    ['Export', 'menuitem'],
    ['Columns', 'checkbox'],
    ['Views', 'menuitem'],
  ] as const)
    test(`the focus returns to '${name}' when its menu is closed the first time`, async () => {
      const page = await visit();
      const button = page.getByRole('button', { name, exact: true });
      await button.press('Enter');
      await page.getByRole(opened).first().waitFor();
      await until(page, `document.activeElement.closest('[role=menu], [role=dialog]')`);
      await page.keyboard.press('Escape');
      await button.and(page.locator(':focus')).waitFor();
    });

  test('a view keeps filters, order and columns under a name; it is replaced and deleted', async () => {
    const page = await visit(`${screenPath}?vessel=Ever+Given&sort=eta`);
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('checkbox', { name: 'Seal' }).check();
    await page.keyboard.press('Escape');
    await heading(page, 'Seal').waitFor();
    const manage = async () => {
      await page.getByRole('button', { name: 'Views' }).click();
      await page.getByRole('menuitem', { name: 'Save or change views...' }).click();
    };
    await manage();
    const dialog = page.getByRole('dialog', { name: 'Saved views' });
    await dialog.getByRole('button', { name: 'Save view' }).click();
    await dialog.getByText('Enter a name for the view.').waitFor();
    await dialog.getByLabel('Name of the view').fill('Sailing');
    await dialog.getByRole('checkbox', { name: 'Share with all users of this screen' }).check();
    await dialog.getByRole('button', { name: 'Save view' }).click();
    await dialog.waitFor({ state: 'hidden' });

    const guest = await screens.visit(screenPath, screens.world.guest.email);
    await guest.getByRole('button', { name: 'Views' }).click();
    await guest.getByRole('menuitem', { name: 'Sailing' }).click();
    await shows(guest, 'Sailing one');
    assert.equal(new URL(guest.url()).search, '?vessel=Ever+Given&sort=eta');
    await heading(guest, 'Seal').waitFor();
    await guest.getByRole('button', { name: 'Views' }).click();
    await guest.getByRole('menuitem', { name: 'Save or change views...' }).click();
    const ofGuest = guest.getByRole('dialog', { name: 'Saved views' });
    await ofGuest.getByLabel('Name of the view').waitFor();
    assert.equal(await ofGuest.getByRole('checkbox').count(), 0, 'role 3 saves own views only');
    assert.equal(await ofGuest.getByRole('button', { name: 'Delete Sailing' }).count(), 0);

    await page.goto(`${screenPath}?preset=late_now`);
    await shows(page, 'Late one');
    await manage();
    await dialog.getByRole('button', { name: 'Replace Sailing with the current view' }).click();
    await page.getByRole('status').getByText('View replaced').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await page.goto(screenPath);
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('menuitem', { name: 'Sailing' }).click();
    await shows(page, 'Late one');
    await manage();
    await dialog.getByRole('button', { name: 'Delete Sailing' }).click();
    await page.getByRole('dialog', { name: 'Delete "Sailing"?' }).getByRole('button', { name: 'Delete' }).click();
    await dialog.getByRole('button', { name: 'Delete Sailing' }).waitFor({ state: 'hidden' });
  });

  test('exports have the filter and the shown columns', async () => {
    const page = await visit(`${screenPath}?preset=late_now`);
    await shows(page, 'Late one');
    const csvOf = async () => {
      await page.getByRole('button', { name: 'Export' }).click();
      const link = page.getByRole('menuitem', { name: 'CSV', exact: true });
      const href = String(await link.getAttribute('href'));
      // At once: the focus may not be in the menu yet.
      await page.keyboard.press('Escape');
      await link.waitFor({ state: 'hidden' });
      const answer = await page.request.get(href);
      assert.equal(answer.status(), 200);
      return (await answer.text()).replace('\u{FEFF}', '').trim().split(/\r?\n/);
    };
    const [head, ...rows] = await csvOf();
    assert.ok(head?.startsWith('"ID","Container Name","Order Number","Status","Days late","PFI Date"'), String(head));
    assert.equal(rows.length, 1);
    assert.match(String(rows[0]), /"Late one","PO-1","Delayed","?12"?,/);
    await page.getByRole('button', { name: 'Export' }).click();
    for (const name of ['Excel (XLSX)', 'Delay logs as CSV', 'Delay logs as Excel']) {
      const download = page.waitForEvent('download');
      await page.getByRole('menuitem', { name, exact: true }).click();
      assert.match((await download).suggestedFilename(), /\.(csv|xlsx)$/);
      await page.getByRole('button', { name: 'Export' }).click();
    }
  });

  test('the table and its dialogs are accessible', long, async () => {
    const page = await visit(`${screenPath}?preset=late_now`);
    await shows(page, 'Late one');
    assert.deepEqual(await violationsEverywhere(page, [1440, 390]), []);
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('dialog', { name: 'Columns' }).waitFor();
    assert.deepEqual(await violationsEverywhere(page, [1440, 390]), []);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'More filters' }).click();
    await page.getByRole('dialog', { name: 'More filters' }).getByLabel('ETA from').waitFor();
    assert.deepEqual(await violationsEverywhere(page, [1440, 390]), []);
  });

  test('the Tab key follows the controls above the list line by line, also with the bar of views on top', async () => {
    for (const [width, first] of [
      [1440, 'Cards'],
      [1024, 'Cards'],
    ] as const) {
      const page = await screens.visit(screenPath, undefined, { viewport: { width, height: 900 } });
      await page.getByText('Late one').first().waitFor();
      const controls = await controlsAboveList(page);
      assert.equal(controls[0]?.name, first);
      for (const name of ['Table', 'Report', 'Add Container', 'Status', 'Sort By'])
        assert.ok(
          controls.some((one) => one.name === name),
          `${width} px: ${name}`,
        );
      for (const [index, { name, x, y }] of controls.entries()) {
        const before = controls[index - 1];
        // Controls of one line differ in height.
        const isAfter = !before || y > before.y + 20 || (x > before.x && y > before.y - 20);
        assert.ok(isAfter, `${width} px: '${name}' is left of or above '${before?.name}'`);
      }
    }
  });

  test('no page had an error', () => assert.deepEqual(screens.problems, []));
});

/** Returns the number of pages, which Chromium writes without compression. */
const pagesOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;

describe('the printed list of forty containers', () => {
  const screens = useScreens({}, async (world) => {
    const rows = [...Array(40).keys()].map((index) => ({
      name: `ZZNU 49356${index} Tyre treads`,
      number: `PO-${index}`,
    }));
    await insertContainers(world, rows);
  });

  test('fits on two landscape pages, has the filter on top and no buttons, with cards and with the table', async () => {
    const page = await screens.visit(`${screenPath}?search=tyre&pfi_date_from=2098-06-01`);
    await page.getByRole('list', { name: 'Containers' }).getByRole('listitem').nth(39).waitFor();
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: 'Print' }).waitFor();
    await page.keyboard.press('Escape');
    const print = async () => {
      const pdf = await page.pdf({ preferCSSPageSize: true });
      assert.equal(pagesOf(pdf), 2);
      assert.match(pdf.toString('latin1'), /\/MediaBox \[0 0 841\.\d+ 59[45]\.\d+\]/, 'A4 landscape');
    };
    await print();
    await chooseTable(page);
    await print();
    await page.evaluate("window.dispatchEvent(new Event('beforeprint'))");
    await page.emulateMedia({ media: 'print' });
    const body = page.locator('body');
    assert.equal(await body.getByRole('button').count(), 0);
    assert.equal(await body.getByRole('row').count(), 41);
    assert.deepEqual(await stylesOf(body.locator('section thead'), ['display']), ['table-header-group']);
    await body.getByText('Search: tyre · PFI Date: from Jun 1, 2098').waitFor();
    await body.getByText(/^40 containers · \w{3} \d+, \d{4}/).waitFor();
    await page.emulateMedia({ media: null });
    await page.evaluate("window.dispatchEvent(new Event('afterprint'))");
    await grid(page).waitFor();
    assert.deepEqual(screens.problems, []);
  });

  test('shows the groups of the table', async () => {
    const vessel = { vessel: 'Ever Given' };
    await screens.test.ctx.db.updateTable('containers').set(vessel).where('id', '<=', 2).execute();
    const page = await screens.visit(`${screenPath}?search=tyre&group=vessel`);
    await chooseTable(page);
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: 'Print' }).waitFor();
    await page.keyboard.press('Escape');
    await page.evaluate("window.dispatchEvent(new Event('beforeprint'))");
    await page.emulateMedia({ media: 'print' });
    const groups = page.locator('body').getByRole('rowheader');
    await groups.first().waitFor();
    assert.deepEqual(await groups.allTextContents(), ['Ever Given', 'No vessel']);
  });
});

const many = 10_000;

describe('the table of ten thousand containers', () => {
  const screens = useScreens({}, async (world) => {
    const rows = [...Array(many).keys()].map((index) => ({ name: `Row ${index}`, number: `PO-${index}` }));
    await insertContainers(world, rows);
  });

  test('has the first page of the cards without loading it again', async () => {
    const page = await screens.visit(screenPath);
    await page.getByRole('list', { name: 'Containers' }).getByRole('listitem').first().waitFor();
    let firstPages = 0;
    const isFirstPage = (url: string) => url.includes('/api/containers/page?') && !url.includes('after=');
    page.on('request', (request) => (firstPages += isFirstPage(request.url()) ? 1 : 0));
    await chooseTable(page);
    await grid(page).getByRole('rowheader', { name: 'Row 0', exact: true }).waitFor();
    assert.equal(firstPages, 0);
  });

  test('renders only the rows in sight, and loads the others on the way to the end', long, async () => {
    const page = await screens.visit(screenPath);
    await chooseTable(page);
    await grid(page).getByRole('rowheader', { name: 'Row 0', exact: true }).waitFor();
    assert.equal(await grid(page).getAttribute('aria-rowcount'), String(many + 1));
    const name = heading(page, 'Container Name');
    const corner = await name.boundingBox();
    await grid(page).focus();
    await page.keyboard.press('End');
    const last = grid(page).getByRole('rowheader', { name: `Row ${many - 1}`, exact: true });
    await last.waitFor();
    await page.evaluate("document.querySelector('[role=grid]').parentElement.scrollBy(400, 0)");
    // Sticky: the heading stays at the top, and the names at the side.
    assert.ok(((await heading(page, 'Order Number').boundingBox())?.x ?? 999) < (corner?.x ?? 0));
    assert.deepEqual(await name.boundingBox(), corner);
    assert.equal((await last.boundingBox())?.x, corner?.x);
    const rendered = await grid(page).getByRole('rowheader').count();
    assert.ok(rendered < 100, `${rendered} rows are rendered`);
    await page.keyboard.press('ArrowUp');
    const active = grid(page).locator(`[data-row='${many - 2}']`);
    assert.equal(await grid(page).getAttribute('aria-activedescendant'), await active.getAttribute('id'));
    await heading(page, 'Container Name').getByRole('button').click();
    await grid(page).getByRole('rowheader', { name: 'Row 0', exact: true }).waitFor();
    await grid(page).focus();
    await page.keyboard.press('PageDown');
    await page.keyboard.press('Home');
    await grid(page).getByRole('rowheader', { name: 'Row 0', exact: true }).waitFor();
    assert.deepEqual(screens.problems, []);
  });
});
