import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { bulkContract } from '#features/containers/bulk/container-bulk.contract.ts';
import { containersContract } from '#features/containers/core/containers.contract.ts';
import type { Container } from '#features/containers/core/containers.contract.ts';
import { partiesContract } from '#features/containers/parties/parties.contract.ts';
import { formatCalendarDate } from '#shared/format.ts';
import { violationsEverywhere } from '#tests/axe.ts';
import { hold, until, useScreens } from '#tests/browser.ts';
import { changeStatus, dayFromNow, enterContainer } from '#tests/containers.ts';
import { long } from '#tests/long.ts';
import { asAdmin, makeTeam, makeUser } from '#tests/make.ts';

describe('changes of many containers', () => {
  const screens = useScreens({}, async (world) => {
    const admin = await asAdmin(world);
    const team = await makeTeam(world, 'Harbour');
    const guest = await makeUser(world, { role: 3, team, name: 'Gil Guest' });
    await admin.call(partiesContract.add, { name: 'Öresund Textiles' });
    return { admin, guest };
  });

  /** Three containers whose names begin with this word, due in 10, 20 and 30 days. */
  const enterThree = async (word: string): Promise<Container[]> => {
    const entered: Container[] = [];
    for (const number of [1, 2, 3]) {
      const dates = { pfi: dayFromNow(10 * number), exFactory: dayFromNow(-10) };
      entered.push(await enterContainer(screens.world.admin, { name: `${word} ${number}`, ...dates }));
    }
    return entered;
  };
  const find = async (id: number) => (await screens.world.admin.call(containersContract.find, { id })).body;
  const table = async (search: string, email?: string) => {
    const page = await screens.visit(`/container-status?search=${search}`, email);
    await page.getByRole('button', { name: 'Table', exact: true }).click();
    await page.getByRole('grid').getByRole('rowheader').first().waitFor();
    return page;
  };
  const tick = async (page: Page, ...names: string[]) => {
    for (const name of names) await page.getByRole('checkbox', { name: `Select ${name}` }).check();
  };
  const change = async (page: Page) => {
    await page.getByRole('region', { name: 'Selected containers' }).getByRole('button', { name: 'Change...' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Preview' }).waitFor();
    return dialog;
  };

  test(
    'a selected container that was deleted meanwhile is left out of the preview and of the change',
    long,
    async () => {
      const [first, second] = await enterThree('Partly');
      const page = await table('Partly');
      await tick(page, 'Partly 1', 'Partly 2');
      assert.equal((await screens.world.admin.call(containersContract.remove, { id: Number(first?.id) })).status, 204);
      const dialog = await change(page);
      await dialog.getByRole('textbox', { name: 'Vessel' }).fill('Ever Calm');
      await dialog.getByRole('button', { name: 'Preview' }).click();
      await dialog.getByText('1 container will change.').waitFor();
      await dialog.getByRole('button', { name: 'Change 1 container' }).click();
      await page.getByRole('status').getByText('1 container changed').waitFor();
      assert.equal((await find(Number(second?.id))).vessel, 'Ever Calm');
    },
  );

  test(
    'a preview that arrives after the form was changed is not shown, and the shown one is what is made',
    long,
    async () => {
      const [first] = await enterThree('Slow');
      const page = await table('Slow');
      await tick(page, 'Slow 1');
      const dialog = await change(page);
      await dialog.getByLabel('Days').fill('7');
      const calls = '**/api/containers/bulk';
      const answer = await hold(page, calls);
      const asked = page.waitForResponse(calls);
      await dialog.getByRole('button', { name: 'Preview' }).click();
      await dialog.locator('button[data-loading]').waitFor();
      await dialog.getByLabel('Days').fill('70');
      answer();
      await (await asked).finished();
      // The next frame would show the preview.
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
      assert.equal(await dialog.getByLabel('Days').inputValue(), '70');
      await dialog.getByRole('button', { name: 'Preview' }).click();
      await dialog.getByText(formatCalendarDate(dayFromNow(80))).waitFor();
      await dialog.getByRole('button', { name: 'Change 1 container' }).click();
      await page.getByRole('status').getByText('1 container changed').waitFor();
      assert.equal((await find(Number(first?.id))).pfi_date, dayFromNow(80));
    },
  );

  test('dates of selected containers move by days, after a preview, and are undone from the toast', async () => {
    const [first, second, third] = await enterThree('Moved');
    assert.ok(first && second && third);
    const page = await table('Moved');
    await tick(page, 'Moved 1', 'Moved 2');
    await page.getByText('2 containers selected').waitFor();
    const dialog = await change(page);
    await dialog.getByRole('button', { name: 'Preview' }).click();
    await dialog.getByRole('alert').getByText('Choose at least one change.').waitFor();
    const reason = dialog.getByLabel('Reason for all (optional)');
    const [field, foot] = [
      await reason.boundingBox(),
      await dialog.getByRole('button', { name: 'Preview' }).boundingBox(),
    ];
    assert.ok(field && foot && field.y + field.height < foot.y, 'the reason is in sight without scrolling');
    await dialog.getByLabel('Days').fill('7');
    await dialog.getByRole('textbox', { name: 'Vessel' }).fill('Ever Given');
    await reason.fill('The vessel rolled');
    await dialog.getByRole('button', { name: 'Preview' }).click();
    await dialog.getByText('2 containers will change.').waitFor();
    await dialog.getByText('Reason for all: The vessel rolled').waitFor();
    const planned = dialog.getByRole('list', { name: 'Planned changes' });
    const [from, to] = [dayFromNow(10), dayFromNow(17)].map(formatCalendarDate);
    const row = planned.getByRole('listitem').filter({ hasText: 'Moved 1' });
    await row.getByText(`PFI Date${from}${to}`).waitFor();
    await row.getByText('VesselemptyEver Given').waitFor();
    assert.equal((await find(first.id)).pfi_date, dayFromNow(10), 'a preview changes nothing');

    await dialog.getByRole('button', { name: 'Change 2 containers' }).click();
    await page.getByRole('status').getByText('2 containers changed').waitFor();
    await page.getByRole('grid').getByText('Ever Given').first().waitFor();
    const changed = await find(second.id);
    assert.deepEqual([changed.pfi_date, changed.vessel], [dayFromNow(27), 'Ever Given']);
    assert.equal((await find(third.id)).pfi_date, dayFromNow(30));
    const { events } = (await screens.world.admin.call(containersContract.history, { id: second.id })).body;
    assert.ok(events.some((event) => event.what === 'pfi_date' && event.reason === 'The vessel rolled'));

    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('status').getByText('2 containers restored').waitFor();
    assert.equal((await find(first.id)).pfi_date, dayFromNow(10));
    assert.equal((await find(second.id)).vessel, undefined);
  });

  test('a change whose answer is lost is made once, and can be undone after another press of the button', async () => {
    const [first] = await enterThree('Lost');
    assert.ok(first);
    const page = await table('Lost');
    await tick(page, 'Lost 1');
    const dialog = await change(page);
    await dialog.getByLabel('Days').fill('7');
    await dialog.getByRole('button', { name: 'Preview' }).click();
    const apply = dialog.getByRole('button', { name: 'Change 1 container' });
    await apply.waitFor();
    const calls = '**/api/containers/bulk';
    await page.route(calls, async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    });
    await apply.click();
    await dialog.getByRole('alert').getByText('A change that was made is not repeated.').waitFor();
    await page.unroute(calls);
    await apply.click();
    await page.getByRole('status').getByText('1 container changed').waitFor();
    assert.equal((await find(first.id)).pfi_date, dayFromNow(17));
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('status').getByText('1 container restored').waitFor();
    assert.equal((await find(first.id)).pfi_date, dayFromNow(10));
  });

  test('an undo whose answer is lost is not called failed, and its bar closes at the next press', async () => {
    const [first] = await enterThree('Unsure');
    assert.ok(first);
    const page = await table('Unsure');
    await tick(page, 'Unsure 1');
    const dialog = await change(page);
    await dialog.getByLabel('Days').fill('7');
    await dialog.getByRole('button', { name: 'Preview' }).click();
    await dialog.getByRole('button', { name: 'Change 1 container' }).click();
    const done = page.getByRole('region', { name: '1 container changed' });
    const calls = '**/api/containers/bulk/*/undo';
    await page.route(calls, async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    });
    await done.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('alert').getByText('The undo was not confirmed').waitFor();
    await page.unroute(calls);
    await done.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('alert').getByText('This change was undone before.').waitFor();
    await done.waitFor({ state: 'hidden' });
    await page.getByRole('grid').and(page.locator(':focus')).waitFor();
    assert.equal((await find(first.id)).pfi_date, dayFromNow(10));
  });

  test('all that is filtered are marked Received and get a supplier; after a reload it can still be undone', async () => {
    const three = await enterThree('Filtered');
    const other = (await enterThree('Other'))[0];
    assert.ok(other);
    const page = await table('Filtered');
    await tick(page, 'Filtered 1');
    await page.getByRole('button', { name: 'Select all 3' }).click();
    await page.getByText('All 3 filtered containers selected').waitFor();
    const dialog = await change(page);
    await dialog.getByRole('combobox', { name: 'Supplier' }).fill('oresund');
    await page.getByRole('option', { name: 'Öresund Textiles' }).click();
    await dialog.getByLabel('Carrier').first().fill('Nordlinie');
    await dialog.getByLabel('Status').selectOption('Mark Received');
    await dialog.getByRole('button', { name: 'Preview' }).click();
    await dialog.getByRole('button', { name: 'Change 3 containers' }).click();
    await page.getByRole('region', { name: '3 containers changed' }).waitFor();
    for (const { id } of three) {
      const { status_name, supplier_name, carrier_name } = await find(id);
      assert.deepEqual([status_name, supplier_name, carrier_name], ['Received', 'Öresund Textiles', 'Nordlinie']);
    }
    assert.equal((await find(other.id)).status_name, 'Not Received');

    await page.reload();
    const done = page.getByRole('region', { name: '3 containers changed' });
    await done.getByText(/^Can be undone for \d+ minutes$/).waitFor();
    await done.getByRole('button', { name: 'Undo' }).click();
    await done.waitFor({ state: 'hidden' });
    await until(page, "document.querySelectorAll('[role=grid] [data-row]').length === 3");
    assert.equal((await find(three[0]?.id ?? 0)).status_name, 'Not Received');
  });

  test('a container that is removed from all that are filtered stays as it is', long, async () => {
    const [first, second, third] = await enterThree('Excepted');
    assert.ok(first && second && third);
    const page = await table('Excepted');
    await page.getByRole('checkbox', { name: 'Select all that are filtered' }).check();
    await page.getByText('All 3 filtered containers selected').waitFor();
    await page.getByRole('checkbox', { name: 'Select Excepted 2' }).uncheck();
    await page.getByText('2 containers selected').waitFor();
    // A container that matches later belongs to the selection.
    const fourth = await enterContainer(screens.world.admin, { name: 'Excepted 4', pfi: dayFromNow(40) });
    const dialog = await change(page);
    await dialog.getByRole('textbox', { name: 'Vessel' }).fill('Aurora');
    await dialog.getByRole('button', { name: 'Preview' }).click();
    await dialog.getByRole('button', { name: 'Change 3 containers' }).click();
    await page.getByRole('region', { name: '3 containers changed' }).waitFor();
    const vessels = [first, second, third, fourth].map(async ({ id }) => (await find(id)).vessel);
    assert.deepEqual(await Promise.all(vessels), ['Aurora', undefined, 'Aurora', 'Aurora']);
  });

  test('once all rows are removed from those that are filtered, a container that matches later is not selected', async () => {
    await enterThree('Emptied');
    const page = await table('Emptied');
    await page.getByRole('checkbox', { name: 'Select all that are filtered' }).check();
    for (const number of [1, 2, 3]) await page.getByRole('checkbox', { name: `Select Emptied ${number}` }).uncheck();
    await page.getByRole('region', { name: 'Selected containers' }).waitFor({ state: 'hidden' });
    await enterContainer(screens.world.admin, { name: 'Emptied 4', pfi: dayFromNow(40) });
    const fourth = page.getByRole('checkbox', { name: 'Select Emptied 4' });
    await fourth.waitFor();
    assert.equal(await fourth.isChecked(), false);
  });

  test('a change after the preview refuses the bulk change, and a failed undo can be tried again', long, async () => {
    const [first] = await enterThree('Previewed');
    assert.ok(first);
    const page = await table('Previewed');
    await tick(page, 'Previewed 1', 'Previewed 2');
    const dialog = await change(page);
    await dialog.getByRole('textbox', { name: 'Vessel' }).fill('Ever Given');
    await dialog.getByRole('button', { name: 'Preview' }).click();
    await dialog.getByText('2 containers will change.').waitFor();
    await screens.world.admin.call(bulkContract.change, { ids: [first.id], set: { vessel: 'Aurora' } });
    await dialog.getByRole('button', { name: 'Change 2 containers' }).click();
    await dialog
      .getByRole('alert')
      .getByText(/have changed since the preview/)
      .waitFor();
    assert.equal((await find(first.id)).vessel, 'Aurora');
    await dialog.getByRole('button', { name: 'Back' }).click();
    await dialog.getByRole('button', { name: 'Preview' }).click();
    await dialog.getByText('VesselAuroraEver Given').waitFor();
    await dialog.getByRole('button', { name: 'Change 2 containers' }).click();
    const done = page.getByRole('region', { name: '2 containers changed' });
    await done.waitFor();

    await page.route('**/api/containers/bulk/*/undo', (route) => route.abort(), { times: 1 });
    await done.getByRole('button', { name: 'Undo' }).click();
    await page.getByText(/The answer of the server was lost/).waitFor();
    await done.getByRole('button', { name: 'Undo' }).click();
    await done.waitFor({ state: 'hidden' });
    assert.equal((await find(first.id)).vessel, 'Aurora');
  });

  test('a container that cannot reach the status refuses the change for all, in the dialog', long, async () => {
    const [first, second] = await enterThree('Refused');
    assert.ok(first && second);
    await changeStatus(screens.world.admin, first.id, 'Received');
    const page = await table('Refused');
    await tick(page, 'Refused 1', 'Refused 2');
    const dialog = await change(page);
    await dialog.getByLabel('Status').selectOption('Mark Departed');
    await dialog.getByRole('button', { name: 'Preview' }).click();
    await dialog
      .getByRole('alert')
      .getByText(/Refused 2 .* is Not Received and cannot be marked Departed/)
      .waitFor();
    await dialog.getByLabel('Status').selectOption('Leave as it is');
    await dialog.getByLabel('How').selectOption('to a day');
    await dialog.getByLabel('Day', { exact: true }).fill('2033-04-05');
    await dialog.getByRole('button', { name: 'Preview' }).click();
    await dialog.getByText('2 containers will change.').waitFor();
    await dialog.getByRole('button', { name: 'Back' }).click();
    await dialog.getByLabel('Day', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    assert.equal((await find(first.id)).status_name, 'Received');
  });

  test('shift and a click select a range, and fields are emptied', long, async () => {
    const three = await enterThree('Range');
    const page = await table('Range');
    await tick(page, 'Range 1');
    await page.getByRole('checkbox', { name: 'Select Range 3' }).click({ modifiers: ['Shift'] });
    await page.getByText('3 containers selected').waitFor();
    let dialog = await change(page);
    await dialog.getByRole('textbox', { name: 'Voyage' }).fill('012W');
    await dialog.getByRole('button', { name: 'Preview' }).click();
    await dialog.getByRole('button', { name: 'Change 3 containers' }).click();
    await page.getByRole('region', { name: '3 containers changed' }).waitFor();
    assert.equal((await find(three[1]?.id ?? 0)).voyage, '012W');
    await tick(page, 'Range 2');
    dialog = await change(page);
    await dialog.getByRole('checkbox', { name: 'Voyage' }).check();
    await dialog.getByRole('button', { name: 'Preview' }).click();
    await dialog.getByText('Voyage012Wempty').waitFor();
    await dialog.getByRole('button', { name: 'Change 1 container' }).click();
    await page.getByRole('region', { name: '1 container changed' }).waitFor();
    assert.equal((await find(three[1]?.id ?? 0)).voyage, undefined);
    assert.equal((await find(three[2]?.id ?? 0)).voyage, '012W');
  });

  test('other filters end the selection', async () => {
    await enterThree('Ended');
    const page = await table('Ended');
    await tick(page, 'Ended 1');
    await page.getByText('1 container selected').waitFor();
    await page.getByPlaceholder('Search containers by name or number...').fill('Ended 2');
    await page.getByText('1 container selected').waitFor({ state: 'hidden' });
  });

  test('the bar, the dialog and the preview are accessible', long, async () => {
    await enterThree('Seen');
    const page = await table('Seen');
    await tick(page, 'Seen 1');
    assert.deepEqual(await violationsEverywhere(page, [1440, 390], 1800), []);
    const dialog = await change(page);
    await dialog.getByLabel('Days').fill('-1');
    assert.deepEqual(await violationsEverywhere(page, [1440, 390]), []);
    await dialog.getByRole('button', { name: 'Preview' }).click();
    await dialog.getByText('1 container will change.').waitFor();
    assert.deepEqual(await violationsEverywhere(page, [1440, 390]), []);
  });

  test('role 3 has no bar and no checkbox, and no page had an error', async () => {
    await enterThree('Guest');
    const page = await table('Guest', screens.world.guest.email);
    assert.equal(await page.getByRole('checkbox').count(), 0);
    assert.deepEqual(screens.problems, []);
  });
});
