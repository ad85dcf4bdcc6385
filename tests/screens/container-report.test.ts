import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { containersContract } from '#features/containers/core/containers.contract.ts';
import { violationsEverywhere } from '#tests/axe.ts';
import { useScreens } from '#tests/browser.ts';
import { changeStatus, dayFromNow, enterContainer } from '#tests/containers.ts';
import { long } from '#tests/long.ts';
import { asAdmin, makeTeam, makeUser } from '#tests/make.ts';

/**
 * Six containers that are received today: four in time for their first date, five for their last one. Another one was
 * added as Received without a day.
 */
describe('the report of containers', () => {
  const screens = useScreens({}, async (world) => {
    const admin = await asAdmin(world);
    const reader = await makeUser(world, { role: 3, team: await makeTeam(world) });
    for (const [index, dueIn] of [3, 3, 3, 3, -2, -2].entries()) {
      const made = await enterContainer(admin, {
        name: `Box ${index}`,
        pfi: dayFromNow(dueIn),
        exFactory: dayFromNow(-9),
      });
      await changeStatus(admin, made.id, 'Delayed', 'Storm');
      if (index === 5) {
        await world.ctx.db
          .updateTable('containers')
          .set({ pfi_date: dayFromNow(1) })
          .where('id', '=', made.id)
          .execute();
      }
      await changeStatus(admin, made.id, 'Received');
    }
    const undated = { name: 'Undated', container_no: 'PO-UNDATED', status_id: 2 };
    const dates = { expected_date: dayFromNow(-20), ex_factory_date: dayFromNow(-40) };
    assert.equal((await admin.call(containersContract.create, { ...undated, ...dates })).status, 201);
    return { reader };
  });

  const found = (page: Page) => page.getByRole('heading', { level: 2, name: /^Box/ });
  const month = () => new Date().toLocaleDateString('en-US', { month: 'short', year: 'numeric' });

  test('shows rates, and each figure and bar opens its containers', async () => {
    const page = await screens.visit('/container-status', screens.world.reader.email);
    await page.getByRole('link', { name: 'Report', exact: true }).click();
    await page.getByRole('heading', { name: 'Container Report', level: 1 }).waitFor();
    const totals = page.getByRole('region', { name: 'The whole period: PFI' });
    await totals.getByText('66.7%').waitFor();
    await totals.getByText('83.3%').waitFor();
    await page.getByText('The container was received on or before its PFI date').waitFor();
    const few = page.getByRole('region', { name: 'Not enough containers yet' });
    await few.getByText(/^With fewer than 5 containers, a single one would decide the figure/).waitFor();
    assert.deepEqual(await few.getByRole('row').allInnerTexts(), [
      'Promised date\tContainers',
      'Ex-Factory: departed\t0',
      'ETA: arrived\t0',
    ]);
    assert.equal(await page.getByRole('region', { name: /^(ETA|Ex-Factory): on time/ }).count(), 0);
    assert.doesNotMatch(await page.getByRole('main').innerText(), /percentile|median|\bn\b/i);
    const months = page.getByRole('region', { name: 'PFI: on time by month' });
    await months.locator('.recharts-bar-rectangle path').first().click();
    await page.waitForURL(/\/container-status\?outcome=pfi&/);
    await found(page).nth(5).waitFor();
    assert.equal(await found(page).count(), 6);
    await page.goBack();
    await page.getByRole('button', { name: 'Show the table: PFI' }).click();
    const row = months.getByRole('row', { name: new RegExp(`^${month()} 6`) });
    await row.getByRole('link', { name: '2 late' }).click();
    await page
      .getByText(/^PFI late, first date, /)
      .first()
      .waitFor();
    await found(page).nth(1).waitFor();
    assert.equal(await found(page).count(), 2);
    await page.goBack();
    const reasons = page.getByRole('region', { name: 'Reasons of delays' });
    await reasons
      .getByRole('row', { name: /^No category 6 6 / })
      .getByRole('link')
      .click();
    await page.getByText(/^Delay: No category, /).waitFor();
    await found(page).nth(5).waitFor();
    assert.equal(await found(page).count(), 6);
  });

  test('names the containers without a day, and opens them', async () => {
    const page = await screens.visit('/container-status/report');
    await page.getByRole('link', { name: "1 received container without 'Received on'" }).click();
    await page.getByRole('heading', { level: 2, name: 'Undated' }).waitFor();
    assert.equal(await found(page).count(), 0);
  });

  test(
    'keeps its choices in the address, shows a hint for too few containers, and prints its tables',
    long,
    async () => {
      const page = await screens.visit('/container-status/report');
      await page.getByLabel('Grouped by').selectOption('Port of loading');
      await page.getByRole('row', { name: /^No port of loading 6 / }).waitFor();
      assert.match(page.url(), /group=pol/);
      assert.deepEqual(await violationsEverywhere(page, [390, 1440]), []);
      const csv = await page.getByRole('link', { name: 'CSV of all figures' }).getAttribute('href');
      assert.match(csv ?? '', /report\.csv\?from=\d{4}-\d\d&to=\d{4}-\d\d&measure=pfi&group=pol$/);
      await page.emulateMedia({ media: 'print' });
      await page.getByRole('cell', { name: '66.7%: 4 containers on time' }).first().waitFor();
      await page.emulateMedia({ media: null });
      await page.goto('/container-status/report?from=2020-01&to=2020-03');
      await page.getByText('Not enough containers yet').waitFor();
      await page.getByLabel('First month').focus();
      for (const key of ['2', 'ArrowRight', '2', '0', '1', '9']) await page.keyboard.press(key);
      await page.waitForURL(/from=2019-02&to=2020-03/);
      await page.route('**/api/containers/report?*', (route) =>
        route.fulfill({ status: 500, json: { message: 'No' } }),
      );
      await page.goto('/container-status/report?months=3');
      await page.getByText('The report could not be loaded').waitFor();
    },
  );

  test('shows a month of fewer than five containers in a table with a sentence, and no empty chart', async () => {
    const { db } = screens.test.ctx;
    const received = await db
      .selectFrom('containers')
      .select(['id', 'received_on'])
      .where('name', 'like', 'Box%')
      .execute();
    const lastMonth = new Date(Date.UTC(new Date().getFullYear(), new Date().getMonth() - 1, 15)).toISOString();
    const move = (ids: number[], day: string | null) =>
      db.updateTable('containers').set({ received_on: day }).where('id', 'in', ids).execute();
    const moved = received.slice(0, 3);
    await move(
      moved.map(({ id }) => id),
      lastMonth.slice(0, 10),
    );
    const page = await screens.visit('/container-status/report');
    const months = page.getByRole('region', { name: 'PFI: on time by month' });
    await months.getByText(/^No month has at least 5 containers\. With fewer than 5 containers/).waitFor();
    assert.equal(await months.getByRole('img').count(), 0);
    assert.deepEqual(
      (await months.getByRole('row').allInnerTexts()).map((row) => row.replace(/\s+/g, ' ')).slice(1).length,
      2,
    );
    await months.getByRole('row').nth(1).getByRole('link', { name: '3' }).click();
    await found(page).nth(2).waitFor();
    assert.equal(await found(page).count(), 3);
    for (const { id, received_on } of moved) await move([id], received_on);
  });
});
