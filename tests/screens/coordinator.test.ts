import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { containersContract } from '#features/containers/core/containers.contract.ts';
import type { Container } from '#features/containers/core/containers.contract.ts';
import { partiesContract } from '#features/containers/parties/parties.contract.ts';
import { containerWorkContract } from '#features/containers/work/container-work.contract.ts';
import { formatCalendarDate } from '#shared/format.ts';
import { until, useScreens } from '#tests/browser.ts';
import { cardOf, changeStatus, dayFromNow, enterContainer, insertContainers } from '#tests/containers.ts';
import { sendMails, useMailServer } from '#tests/mail-server.ts';
import { asAdmin, makeTeam, makeUser, signedIn, upload } from '#tests/make.ts';
import type { TestApp } from '#tests/test-app.ts';

/** Enough containers for a figure of the report. Each was delayed once, and two of them were received late. */
async function fillReport(admin: TestAdmin) {
  for (const dueIn of [3, 3, 3, -2, -2]) {
    const { id } = await enterContainer(admin, { name: `Arrived ${dueIn}`, pfi: dayFromNow(dueIn) });
    await admin.call(containersContract.changeStatus, {
      id,
      status: 'Delayed',
      delay_reason: 'Letter of credit not opened',
      delay_category: 'payment',
    });
    await changeStatus(admin, id, 'Received');
  }
}

type TestAdmin = Awaited<ReturnType<typeof asAdmin>>;

/** Containers of a company whose coordinator has used a spreadsheet so far. */
async function fillWorld(world: TestApp) {
  const admin = await asAdmin(world);
  const imports = await makeTeam(world, 'Imports');
  const exports = await makeTeam(world, 'Exports');
  const mei = await makeUser(world, { role: 2, team: imports, name: 'Mei-Ling Chen' });
  const stranger = await makeUser(world, { role: 3, team: exports, name: 'Otto Export' });
  await enterContainer(admin, { name: 'QKYU 234623-0 Red wine', number: 'PO-2701-00413', pfi: dayFromNow(-3) });
  await enterContainer(admin, { name: 'NQYU 390616-0 Oak chairs', number: 'PO-2', pfi: dayFromNow(-9) });
  await enterContainer(admin, { name: 'ZZNU 158199-3 Frames', number: 'PO-3', pfi: dayFromNow(5) });
  const aboard: Container[] = [];
  for (const number of [1, 2, 3]) {
    const answer = await admin.call(containersContract.create, {
      name: `Aboard ${number}`,
      container_no: `PO-1${number}`,
      expected_date: dayFromNow(40 + number),
      ex_factory_date: dayFromNow(10),
      vessel: 'Aurora Strait',
      team_id: imports,
    });
    assert.equal(answer.status, 201, answer.raw.body);
    aboard.push(answer.body);
  }
  await insertContainers(
    world,
    Array.from({ length: 40 }, (_, index) => ({ name: `Treads ${index}`, number: `PO-40${index}` })),
  );
  await fillReport(admin);
  return { admin, mei, stranger, aboard };
}

describe('the Monday of a freight coordinator', () => {
  const server = useMailServer();
  const settings = {
    MAIL_FROM: 'files@example.com',
    PUBLIC_URL: 'http://files.example.com',
    get SMTP_URL() {
      return server.url;
    },
  };
  const screens = useScreens(settings, fillWorld);
  const visit = async (address = '') => {
    // The choice of the table by an earlier test is kept on the server.
    await screens.test.ctx.db.updateTable('users').set({ containers_layout: null }).execute();
    return screens.visit(`/container-status${address}`, screens.world.mei.email);
  };
  const grid = (page: Page) => page.getByRole('grid', { name: 'Containers' });
  const rows = (page: Page) => grid(page).getByRole('rowheader');
  const asTable = async (page: Page) => {
    await page.getByRole('button', { name: 'Table', exact: true }).click();
    await rows(page).first().waitFor();
  };
  const find = async (id: number) => (await screens.world.admin.call(containersContract.find, { id })).body;

  test('late containers, and those due in the next 7 days', async (context) => {
    const page = await visit();
    await asTable(page);
    assert.deepEqual((await rows(page).allTextContents()).slice(0, 2), [
      'NQYU 390616-0 Oak chairs',
      'QKYU 234623-0 Red wine',
    ]);
    await grid(page).getByText('9 days late').waitFor();
    // No person has said that it is late.
    await grid(page).getByText('derived: the PFI date has passed').first().waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'More filters' }).click();
    await page.getByRole('dialog').getByText('Next 7 days', { exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Show containers' }).click();
    const shown = async () => assert.deepEqual(await rows(page).allTextContents(), ['ZZNU 158199-3 Frames']);
    await context.waitFor(shown, { timeout: 60_000 });
  });

  test('a container is found in any spelling', async () => {
    const page = await visit();
    for (const spelling of ['QKYU2346230', 'qkyu 234 623', 'wine red', 'PO 2701 00413']) {
      await page.getByRole('searchbox').fill(spelling);
      await cardOf(page, 'NQYU 390616-0 Oak chairs').waitFor({ state: 'detached' });
      await cardOf(page, 'QKYU 234623-0 Red wine').waitFor();
      await page.getByRole('searchbox').fill('');
      await cardOf(page, 'NQYU 390616-0 Oak chairs').waitFor();
    }
  });

  test('a wrong digit, a duplicate number and an unusual order of dates get hints', async () => {
    const page = await visit();
    await page.getByRole('button', { name: 'Add Container' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Container Name').fill('MSCU 123456-7 Chairs');
    await dialog.getByText(/MSCU ?123456 should be 6/).waitFor();
    await dialog.getByLabel('PFI Date').fill(dayFromNow(10));
    await dialog.getByLabel('Ex-Factory Date').fill(dayFromNow(20));
    await dialog.getByText('Ex-Factory Date is after PFI Date.').waitFor();
    await dialog.getByRole('button', { name: /^More details/ }).click();
    await dialog.getByLabel('Container number', { exact: true }).fill('QKYU2346230');
    await dialog.getByText(/^Another container has the number QKYU2346230 too\./i).waitFor();
  });

  test('the thirty rows that a supplier sent are entered in one step', async () => {
    const { admin } = screens.world;
    const page = await screens.visit('/container-status/import', screens.world.mei.email);
    const day = (offset: number) => dayFromNow(100 + offset);
    const rows = Array.from({ length: 30 }, (_, row) => [`Pasted ${row}`, `PO-30${row}`, day(row), day(-9)]);
    const cells = [['Container Name', 'Order Number', 'PFI Date', 'Ex-Factory'], ...rows];
    await page
      .getByLabel('Or paste rows, including the header row')
      .fill(cells.map((row) => row.join('\t')).join('\n'));
    await page.getByRole('button', { name: 'Use pasted rows' }).click();
    await page.getByRole('button', { name: 'Review changes' }).click();
    await page.getByRole('button', { name: 'Import 30 rows' }).click();
    await page.getByText('30 containers imported.').waitFor();
    const { found, containers } = (await admin.call(containersContract.page, { search: 'Pasted', sort: 'late' })).body;
    assert.deepEqual([found, containers[0]?.name, containers[0]?.pfi_date], [30, 'Pasted 0', day(0)]);
  });

  test('a vessel rolls: all of its containers move by a week, with one reason', async () => {
    const { aboard } = screens.world;
    const page = await visit('?vessel=Aurora+Strait');
    await asTable(page);
    await grid(page).getByRole('checkbox').first().check();
    await page.getByRole('button', { name: 'Change...' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Days').fill('7');
    await dialog.getByLabel('Reason for all (optional)').fill('The vessel rolled');
    await dialog.getByRole('button', { name: 'Preview' }).click();
    await dialog.getByRole('button', { name: 'Change 3 containers' }).click();
    await page.getByRole('status').getByText('3 containers changed').waitFor();
    for (const { id, pfi_date } of aboard) {
      const moved = await find(id);
      assert.equal((Date.parse(moved.pfi_date) - Date.parse(pfi_date)) / 86_400_000, 7);
      const { events } = (await screens.world.admin.call(containersContract.history, { id })).body;
      assert.ok(events.some(({ what, reason }) => what === 'pfi_date' && reason === 'The vessel rolled'));
    }
  });

  test('a delay has its reason, category and new date in one step', async () => {
    const { id, pfi_date } = await enterContainer(screens.world.admin, { name: 'Late cargo', pfi: dayFromNow(30) });
    const page = await visit('?search=Late+cargo');
    await cardOf(page, 'Late cargo').getByRole('button', { name: 'Delay PFI' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').first().fill('Letter of credit not opened, payment is late');
    await dialog.getByLabel('New PFI Date').selectOption({ index: 1 });
    await dialog.getByRole('button', { name: 'Mark as Delayed' }).click();
    await dialog.waitFor({ state: 'detached' });
    const delayed = await find(id);
    assert.ok(delayed.pfi_date > pfi_date);
    const { events } = (await screens.world.admin.call(containersContract.history, { id })).body;
    assert.ok(events.some(({ what, category }) => what === 'delay_pfi' && category === 'payment'));
    await cardOf(page, 'Late cargo').getByText(formatCalendarDate(delayed.pfi_date)).first().waitFor();
    const bell = await screens.visit('/container-status?search=Late+cargo', screens.world.stranger.email);
    await bell.getByRole('button', { name: /^Notifications/ }).click();
    await bell
      .getByText(/Late cargo/)
      .first()
      .waitFor();
  });

  test('the list is exported as a file, and prints one line for each container', async () => {
    const page = await visit('?vessel=Aurora+Strait');
    await asTable(page);
    await page.getByRole('button', { name: 'Export' }).click();
    const link = page.getByRole('menuitem', { name: 'CSV', exact: true });
    const answer = await page.request.get(String(await link.getAttribute('href')));
    const lines = (await answer.text()).trim().split(/\r?\n/);
    assert.equal(lines.length, 4);
    assert.ok(lines.slice(1).every((line) => /"Aboard [123]"/.test(line)));
    await page.goto(new URL('/container-status?search=Treads', page.url()).href);
    await until(page, `document.querySelector('[role=grid]')?.ariaRowCount === '41'`);
    const paper = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    assert.equal(paper.match(/\/Type\s*\/Page\b/g)?.length, 2);
  });

  test('the report says how often containers were late, and why', async () => {
    const page = await visit();
    await page.getByRole('link', { name: 'Report', exact: true }).click();
    const totals = page.getByRole('region', { name: 'The whole period: PFI' });
    await totals.getByText('60%').first().waitFor();
    const reasons = page.getByRole('region', { name: 'Reasons of delays' });
    await reasons.getByRole('row', { name: /^Payment / }).waitFor();
  });

  test('the page of a container has its bill of lading, supplier, vessel, port and assignee', async () => {
    const { admin, mei } = screens.world;
    const supplier = (await admin.call(partiesContract.add, { name: 'Öresund Textiles' })).body;
    const answer = await admin.call(containersContract.create, {
      name: 'Cared for',
      container_no: 'PO-77',
      expected_date: dayFromNow(20),
      ex_factory_date: dayFromNow(10),
      bl_number: 'HLCU-HAM-240912345',
      supplier_id: supplier.id,
      vessel: 'Ever Calm',
      pol: 'CNNGB',
    });
    const { id } = answer.body;
    await upload(await signedIn(screens.test, mei.email), 1, { name: 'hlcuham240912345 original.txt' });
    const page = await screens.visit(`/container-status/${id}`, mei.email);
    await page.getByRole('link', { name: 'hlcuham240912345 original.txt', exact: true }).waitFor();
    await page.getByText('Found in the name: HLCUHAM240912345').waitFor();
    for (const fact of ['Öresund Textiles', 'Ever Calm', 'Ningbo']) await page.getByText(fact).first().waitFor();
    await page.getByRole('combobox', { name: 'Assignee' }).fill('mei');
    await page.getByRole('option', { name: 'Mei-Ling Chen' }).click();
    await page.getByText('Assignee saved').waitFor();
    assert.equal((await find(id)).assignee_id, mei.id);
    const comment = page.getByLabel('Comment', { exact: true });
    await comment.fill('The carrier has confirmed Friday');
    await page.getByRole('button', { name: 'Add comment' }).click();
    await page.getByText('The carrier has confirmed Friday').nth(0).waitFor();
    await page.getByRole('button', { name: 'Follow', exact: true }).click();
    await page.getByRole('button', { name: 'Unfollow' }).waitFor();

    await page.goto('/notifications');
    await page.getByRole('button', { name: 'Notification settings' }).click();
    const followed = page.getByRole('combobox', { name: 'A container that I follow is late or its date moves' });
    await followed.selectOption('Mail at once');
    await page.getByText('Setting saved').waitFor();
    const delay = { id, kind: 'pfi' as const, reason: 'Vessel rolled', new_date: dayFromNow(27) };
    await admin.call(containerWorkContract.delay, delay);
    const { db } = screens.test.ctx;
    // A mail collects the events of five minutes.
    await db.updateTable('work').set({ due_at: screens.test.now().toISOString() }).execute();
    await sendMails(screens.test);
    assert.match(await server.next(), /Subject: Stowage: Cared for \(PO-77\) is late and has a new date/);
  });

  test('on the phone in the yard, low cards begin near the top, and one tap marks a container as received', async () => {
    const { id } = await enterContainer(screens.world.admin, { name: 'In the yard', pfi: dayFromNow(-20) });
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };
    const page = await screens.visit('/container-status', screens.world.mei.email, phone);
    const card = cardOf(page, 'In the yard');
    await card.waitFor();
    // The counts are above the cards.
    const counts = page.getByRole('group', { name: 'Containers by status' });
    await counts.getByRole('button', { name: /^All \d/ }).waitFor();
    const { y = 999, height = 999 } = (await card.boundingBox()) ?? {};
    assert.ok(y < 360 && height <= 140, `${height} px high at ${y} px`);
    await card.getByRole('button', { name: 'Mark Received' }).tap();
    // The card moves down in the list, out of the part that is drawn.
    await page.getByText('Container updated successfully!', { exact: true }).waitFor();
    assert.equal((await find(id)).status_name, 'Received');
  });

  test('a container of a team is seen by that team only', async () => {
    const page = await screens.visit('/container-status', screens.world.stranger.email);
    await cardOf(page, 'QKYU 234623-0 Red wine').waitFor();
    assert.equal(await cardOf(page, 'Aboard 1').count(), 0);
  });

  test('no page reported an error', () => assert.deepEqual(screens.problems, []));
});
