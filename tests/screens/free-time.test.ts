import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { containersContract } from '#features/containers/core/containers.contract.ts';
import { partiesContract } from '#features/containers/parties/parties.contract.ts';
import { containerWorkContract } from '#features/containers/work/container-work.contract.ts';
import { violationsEverywhere } from '#tests/axe.ts';
import { useScreens } from '#tests/browser.ts';
import { cardOf, dayFromNow } from '#tests/containers.ts';
import { asAdmin } from '#tests/make.ts';

describe('free time on the screens', () => {
  const screens = useScreens({}, async (world) => {
    const admin = await asAdmin(world);
    const carrier_id = (await admin.call(partiesContract.add, { name: 'Trident Lines' })).body.id;
    const enter = async (name: string, fields: object) => {
      const dates = { pfi_date: '2099-01-01', ex_factory_date: '2098-12-01' };
      const body = { name, container_no: 'PO-1', carrier_id, ...dates, ...fields };
      const { status, body: made } = await admin.call(containersContract.create, body);
      assert.equal(status, 201);
      return made.id;
    };
    const over = await enter('Over', { last_free_day: dayFromNow(-4) });
    await enter('Empty soon', { empty_return_due: dayFromNow(2), status_id: 2 });
    await enter('Later', { last_free_day: dayFromNow(9) });
    return { admin, over };
  });

  test('show the cost of a carrier, from the number on the dashboard to the page of a container', async () => {
    const page = await screens.visit('/container-status/parties');
    await page.getByRole('button', { name: 'Cost of a day over free time' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Amount').fill('80');
    await dialog.getByLabel('Currency').fill('Euros');
    await dialog.getByLabel('Currency').fill('EU');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Enter the three letters of a currency, such as EUR.').waitFor();
    await dialog.getByLabel('Currency').fill('eur');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('80.00 EUR a day over free time').waitFor();

    await page.goto('/dashboard');
    await page.getByRole('link', { name: 'Free time' }).click();
    await cardOf(page, 'Over').getByText('Free time: 4 days over').waitFor();
    const names = page.getByRole('main').getByRole('heading', { level: 2 });
    assert.deepEqual(await names.allInnerTexts(), ['Over', 'Empty soon']);
    await cardOf(page, 'Empty soon').getByText('Empty return: 2 days left').waitFor();
    assert.deepEqual(await violationsEverywhere(page, [1440, 390]), []);

    await page.getByRole('link', { name: 'Over', exact: true }).click();
    const row = page.getByRole('row', { name: /^Last free day/ });
    await row.getByText('4 days over, 320.00 EUR').waitFor();
  });

  test('is a column of the table as long as the list is narrowed to it', async () => {
    const { admin } = screens.world;
    await admin.call(containerWorkContract.chooseLayout, { layout: 'table' });
    const page = await screens.visit('/container-status');
    const heading = page.getByRole('columnheader', { name: 'Free time' });
    await page.getByRole('columnheader', { name: 'Late' }).waitFor();
    assert.equal(await heading.count(), 0);
    await page.getByRole('button', { name: 'More filters' }).click();
    await page.getByRole('button', { name: 'Free time', exact: true }).click();
    await page.getByRole('button', { name: 'Show containers' }).click();
    await heading.waitFor();
    assert.equal(await heading.getAttribute('aria-sort'), 'ascending');
    await page
      .getByRole('row', { name: /Over/ })
      .getByText(/^4 days over/)
      .waitFor();
    await page
      .getByRole('row', { name: /Empty soon/ })
      .getByText('2 days left', { exact: true })
      .waitFor();
  });
});
