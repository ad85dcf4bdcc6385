import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { containersContract } from '#features/containers/core/containers.contract.ts';
import { partiesContract } from '#features/containers/parties/parties.contract.ts';
import { violationsEverywhere } from '#tests/axe.ts';
import { hold, until, useScreens } from '#tests/browser.ts';
import { cardOf, enterContainer } from '#tests/containers.ts';
import { long } from '#tests/long.ts';
import { asAdmin, makeTeam, makeUser } from '#tests/make.ts';
import type { TestApp } from '#tests/test-app.ts';

const phone = { width: 390, height: 844 };

async function fillWorld(world: TestApp) {
  const team = await makeTeam(world, 'Imports');
  const mona = await makeUser(world, { role: 2, team, name: 'Mona Manager' });
  const admin = await asAdmin(world);
  await admin.call(partiesContract.add, { name: 'Vega Timber Oy' });
  return { admin, mona, team };
}

describe('the optional fields of a container', () => {
  const screens = useScreens({}, fillWorld);

  const open = async (path = '/container-status', options: BrowserContextOptions = {}) => {
    const page = await screens.visit(path, 'admin@example.com', options);
    await page.getByRole('heading', { name: 'Container Status Management', level: 1 }).waitFor();
    return page;
  };
  const dialog = (page: Page) => page.getByRole('dialog');
  const field = (page: Page, label: string) =>
    dialog(page).getByLabel(label, { exact: true }).and(page.locator('input, select'));
  const closed = (page: Page) => dialog(page).waitFor({ state: 'detached' });
  const more = (page: Page) => dialog(page).getByRole('button', { name: /^More details/ });
  const showMore = async (page: Page) => {
    if ((await more(page).getAttribute('aria-expanded')) === 'false') await more(page).click();
    await field(page, 'Bill of lading').waitFor();
  };
  const edit = async (page: Page, name: string) => {
    await cardOf(page, name).getByRole('button', { name: 'Edit', exact: true }).click();
    await showMore(page);
  };
  const save = (page: Page) => dialog(page).getByRole('button', { name: 'Update Container' }).click();
  const stored = async (id: number) => (await screens.world.admin.call(containersContract.find, { id })).body;
  const choose = (page: Page, option: string) => page.getByRole('option', { name: option, exact: true }).click();

  /** Opens the form for a new container, with its required fields filled and the optional ones shown. */
  const beginAdding = async (page: Page, name: string, number: string) => {
    await page.getByRole('button', { name: 'Add Container' }).click();
    await field(page, 'Container Name').fill(name);
    await field(page, 'Order Number').fill(number);
    await field(page, 'PFI Date').fill('2099-11-20');
    await field(page, 'Ex-Factory Date').fill('2099-10-01');
    await showMore(page);
  };

  test('bring in a container that has arrived, with its day and its remarks, which the card and the page show', async () => {
    const page = await open();
    const [name, day] = [`History ${Date.now()}`, '2026-02-03'];
    await beginAdding(page, name, 'PO-HISTORY');
    for (const hint of ['Promised by the proforma invoice', 'Estimated arrival at the port of discharge'])
      await dialog(page).getByText(hint, { exact: true }).waitFor();
    await field(page, 'Status').selectOption('Received');
    await field(page, 'Received on').fill(day);
    await dialog(page).getByLabel('Remarks').fill('Telex <b>release</b>\nasked for');
    await dialog(page).getByRole('button', { name: 'Create Container' }).click();
    await closed(page);
    const card = cardOf(page, name);
    await card.getByText('Received on Feb 3, 2026').waitFor();
    await card.getByText('Remarks Telex <b>release</b> asked for').waitFor();
    await card.getByRole('link', { name }).click();
    await page.getByRole('row', { name: /^Received on/ }).waitFor();
    await page.getByRole('definition').filter({ hasText: 'Telex <b>release</b>' }).waitFor();
    const facts = await page.getByRole('term').allTextContents();
    assert.ok(facts.indexOf('Remarks') > facts.indexOf('Checked by'), 'the remarks are below the short facts');
    await page.getByRole('button', { name: 'Edit' }).first().click();
    await showMore(page);
    assert.equal(await field(page, 'Status').count(), 0);
    const [received, departed] = await Promise.all(
      ['Received on', 'Departed on'].map((day) => field(page, day).boundingBox()),
    );
    assert.ok(received && received.y === departed?.y, 'both days are on one line');
    await field(page, 'Received on').fill('2026-02-01');
    await dialog(page).getByLabel('Reason for the new date (optional)').fill('Was at the gate on Sunday');
    await save(page);
    await closed(page);
    await page.getByText(/Received on moved from .* Was at the gate on Sunday/).waitFor();
  });

  test('the form shows the filled ones at once, and those of a new container behind a heading', async () => {
    const { id, ...made } = await enterContainer(screens.world.admin, { name: 'Filled at once' });
    await screens.world.admin.call(containersContract.update, {
      id,
      name: made.name,
      container_no: made.container_no,
      expected_date: made.pfi_date,
      ex_factory_date: made.ex_factory_date,
      vessel: 'Ever Calm',
    });
    const page = await open('/container-status?search=Filled+at+once');
    await page.getByRole('button', { name: 'Add Container' }).click();
    await field(page, 'Container Name').waitFor();
    assert.equal(await more(page).getAttribute('aria-expanded'), 'false');
    assert.equal(await field(page, 'Vessel').count(), 0);
    await page.keyboard.press('Escape');
    await closed(page);
    await cardOf(page, 'Filled at once').getByRole('button', { name: 'Edit', exact: true }).click();
    await field(page, 'Container Name').waitFor();
    assert.equal(await field(page, 'Vessel').inputValue(), 'Ever Calm');
    assert.equal(await field(page, 'Assignee').getAttribute('placeholder'), 'Nobody');
    // The button is in sight before the long form is scrolled.
    const save = await page.getByRole('button', { name: 'Update Container' }).boundingBox();
    const height = Number(await page.evaluate('innerHeight'));
    assert.ok(save && save.y + save.height <= height, JSON.stringify({ save, height }));
  });

  test('a card has its buttons in one line at 1280 px, and the number in its name is not broken', async () => {
    const name = 'Running shoes NQYU 981775-4';
    await enterContainer(screens.world.admin, { name, number: 'PO-SHOES' });
    const page = await open('/container-status?search=PO-SHOES');
    await page.setViewportSize({ width: 1280, height: 800 });
    const card = cardOf(page, name);
    await card.waitFor();
    const middles = await card
      .getByRole('button', { name: /^(?!.*History \d)/ })
      .filter({ visible: true })
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect()).map(({ top, height }) => top + height / 2));
    const between = Math.max(...middles) - Math.min(...middles);
    assert.ok(between < 4, `${String(middles)} px`);
    assert.equal(await card.getByText('NQYU 981775-4').evaluate((one) => one.getClientRects().length), 1);
  });

  test('a container with a new supplier is added once, also if it is sent again on a slow line', long, async () => {
    const page = await open();
    await beginAdding(page, 'Only one', 'PO-77');
    await field(page, 'Supplier').fill('Slow Sawmill');
    const added = page.waitForResponse((answer) => answer.url().endsWith('/api/parties') && answer.ok());
    const answer = await hold(page, (url) => url.pathname === '/api/parties' && url.search !== '');
    await field(page, 'Container Name').press('Enter');
    await added;
    await field(page, 'Container Name').press('Enter');
    await field(page, 'Order Number').press('Enter');
    answer();
    await closed(page);
    await cardOf(page, 'Only one').waitFor();
    const { found } = (await screens.world.admin.call(containersContract.page, { search: 'Only one', limit: 10 })).body;
    assert.equal(found, 1);
  });

  test('are filled when a container is added: a new supplier, a known port, an assignee and a team', async () => {
    const page = await open();
    await beginAdding(page, 'Pine planks', 'PO-7');
    const texts = {
      'Container number': 'CSQU 305438 3',
      'Bill of lading': 'MAEU-1',
      Booking: 'B-22',
      Supplier: 'Nordic Sawmill AB',
      Vessel: 'Ever Calm',
      Voyage: '044W',
      ETD: '2099-10-03',
      ETA: '2099-11-18',
      'Last free day': '2099-11-25',
      'Empty return': '2099-12-05',
      Goods: 'Planks',
      Packages: '24',
      'Weight (kg)': '18250.5',
      Seal: 'S-1',
    };
    for (const [label, value] of Object.entries(texts)) await field(page, label).fill(value);
    await field(page, 'Customer').fill('vega');
    await choose(page, 'Vega Timber Oy');
    await field(page, 'Port of loading').fill('ningb');
    await choose(page, 'Ningbo (CNNGB)');
    await field(page, 'Port of discharge').fill('dewvn');
    await field(page, 'Assignee').fill('mona');
    await choose(page, 'Mona Manager');
    await field(page, 'Team').selectOption('Imports');
    await dialog(page).getByRole('button', { name: 'Create Container' }).click();
    await closed(page);
    const { body } = await screens.world.admin.call(containersContract.page, { search: 'Pine planks' });
    const [made] = body.containers;
    assert.ok(made);
    const kept = {
      container_number: 'CSQU 305438 3',
      bl_number: 'MAEU-1',
      booking_number: 'B-22',
      supplier_name: 'Nordic Sawmill AB',
      customer_name: 'Vega Timber Oy',
      vessel: 'Ever Calm',
      voyage: '044W',
      pol: 'CNNGB',
      pod: 'DEWVN',
      etd: '2099-10-03',
      eta: '2099-11-18',
      last_free_day: '2099-11-25',
      empty_return_due: '2099-12-05',
      goods: 'Planks',
      packages: 24,
      weight_kg: 18250.5,
      seal: 'S-1',
      assignee_name: 'Mona Manager',
      team_name: 'Imports',
    } as const;
    for (const [name, value] of Object.entries(kept)) assert.equal(made[name as keyof typeof kept], value, name);
  });

  test('an edit sends only the changed ones, empties one, and asks for the reason of a moved date', async () => {
    const { id, ...made } = await enterContainer(screens.world.admin, { name: 'Voyage one' });
    await screens.world.admin.call(containersContract.update, {
      id,
      name: made.name,
      container_no: made.container_no,
      expected_date: made.pfi_date,
      ex_factory_date: made.ex_factory_date,
      vessel: 'Ever Calm',
      seal: 'S-9',
      eta: '2099-09-01',
    });
    const page = await open('/container-status?search=Voyage+one');
    await edit(page, 'Voyage one');
    assert.equal(await field(page, 'Vessel').inputValue(), 'Ever Calm');
    await field(page, 'Seal').fill('');
    await field(page, 'ETA').fill('2099-09-04');
    await dialog(page).getByLabel('Reason for the new date').fill('Rolled');
    const sent = page.waitForRequest((request) => request.method() === 'PUT');
    await save(page);
    const { version, ...body } = JSON.parse((await sent).postData() ?? '') as Record<string, unknown>;
    assert.equal(typeof version, 'number');
    assert.deepEqual(body, {
      name: made.name,
      container_no: made.container_no,
      expected_date: made.pfi_date,
      ex_factory_date: made.ex_factory_date,
      status_id: 1,
      reason: 'Rolled',
      seal: null,
      eta: '2099-09-04',
    });
    await closed(page);
    assert.equal((await stored(id)).vessel, 'Ever Calm');
    assert.equal((await stored(id)).eta_moves, 1);
  });

  test(
    'shows hints about a duplicate number, a wrong check digit and an unusual order of dates, and still saves',
    long,
    async () => {
      await enterContainer(screens.world.admin, { name: 'First with the number', number: 'TCLU 456789 4' });
      const { id } = await enterContainer(screens.world.admin, { name: 'Second with the number' });
      const page = await open('/container-status?search=Second+with+the+number');
      await edit(page, 'Second with the number');
      await field(page, 'Container number').fill('TCLU4567894');
      await dialog(page)
        .getByText(/^Another container has the number TCLU4567894 too\./i)
        .waitFor();
      await field(page, 'Container number').fill('CSQU 305438 4');
      await dialog(page)
        .getByText(/should be 3/)
        .waitFor();
      await field(page, 'ETD').fill('2099-10-03');
      await field(page, 'ETA').fill('2099-10-01');
      await dialog(page).getByText('ETD is after ETA.', { exact: true }).waitFor();
      await save(page);
      await closed(page);
      assert.equal((await stored(id)).eta, '2099-10-01');
    },
  );

  test('a port that is no code gets an error at its field', async () => {
    await enterContainer(screens.world.admin, { name: 'Nowhere bound' });
    const page = await open('/container-status?search=Nowhere+bound');
    await edit(page, 'Nowhere bound');
    await field(page, 'Port of discharge').fill('Atlantis');
    await save(page);
    await dialog(page).getByText('This is not a port code. Write it as DEHAM.').waitFor();
    await until(page, `document.activeElement.name === 'pod'`);
  });

  test('meet WCAG 2.2 AA in light and dark, on a desk and on a phone', long, async () => {
    await enterContainer(screens.world.admin, { name: 'Filled in' });
    const page = await open('/container-status?search=Filled+in');
    await edit(page, 'Filled in');
    await field(page, 'Container number').fill('CSQU 305438 4');
    assert.deepEqual(await violationsEverywhere(page, [1440, phone.width]), []);
  });

  test('no page reported an error', () => assert.deepEqual(screens.problems, []));
});
