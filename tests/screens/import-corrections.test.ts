import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { containersContract } from '#features/containers/core/containers.contract.ts';
import { violationsEverywhere } from '#tests/axe.ts';
import { signInOnScreen, useScreens } from '#tests/browser.ts';
import { dayFromNow } from '#tests/containers.ts';
import { asAdmin, makeTeam, makeUser, password } from '#tests/make.ts';
import { mondaySheet, noDate, numberOf } from '#tests/monday-sheet.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

/** Corrects the value that this complaint names. */
async function correct(page: Page, complaint: string | RegExp, label: string, text: string): Promise<void> {
  await button(page, complaint).click();
  await page.getByLabel(label).fill(text);
  await button(page, 'Apply').click();
}

async function paste(page: Page, rows: readonly (readonly string[])[]): Promise<void> {
  await page.getByLabel('Or paste rows, including the header row').fill(rows.map((row) => row.join('\t')).join('\n'));
  await button(page, 'Use pasted rows').click();
  await button(page, 'Review changes').click();
}

describe('the corrections of an import', () => {
  const screens = useScreens({}, async (world) => {
    const admin = await asAdmin(world);
    const team = await makeTeam(world, 'Harbour');
    const manager = (name: string) => makeUser(world, { role: 2, team, name });
    return {
      admin,
      mei: await manager('Mei Manager'),
      ed: await manager('Ed Editor'),
      dee: await manager('Dee Delayed'),
      other: await manager('Otto Other'),
    };
  });

  test('the spreadsheet of a coordinator is imported as a whole without another program', async () => {
    const { admin } = screens.world;
    const page = await screens.visit('/container-status');
    await page.getByRole('link', { name: 'Import', exact: true }).click();
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'monday.xlsx', mimeType: 'application/octet-stream', buffer: mondaySheet() });
    await page.getByLabel('Field of Our ref').waitFor();
    const guesses: [heading: string, field: string][] = [
      ['Our ref', 'container_no'],
      ['ETA PFI', 'pfi_date'],
      ['ready ex fact.', 'ex_factory_date'],
      ['ETA port', 'eta'],
      ['kgs gross', 'weight_kg'],
    ];
    for (const [heading, field] of guesses)
      assert.equal(await page.getByLabel(`Field of ${heading}`).inputValue(), field, heading);
    await button(page, 'Review changes').click();
    await page.getByText("58 new, 1 duplicate, 2 can't be imported.").waitFor();
    await button(page, 'Use Hamburg (DEHAM)').click();
    await page.getByText("Port of discharge: 'Hambrug' → 'DEHAM', all rows").waitFor();
    await correct(page, /^Another value: PFI Date: 'KW 51'/, 'Value of PFI Date', dayFromNow(90));
    await page.getByText("59 new, 1 duplicate, 1 can't be imported.").waitFor();
    await correct(
      page,
      new RegExp(`^Another value: Ex-Factory Date: '${noDate}'`),
      'Value of Ex-Factory Date',
      dayFromNow(9),
    );
    await page.getByText('60 new, 1 duplicate.').waitFor();
    await button(page, `Use ${numberOf(2).replaceAll(/[ -]/g, '')}`).click();
    await page.getByRole('region', { name: 'Review these values' }).waitFor({ state: 'detached' });
    assert.deepEqual(await violationsEverywhere(page, [360, 1440]), []);
    await button(page, 'Import 60 rows').click();
    await page.getByRole('heading', { name: '60 containers imported. 1 row was skipped.' }).waitFor();
    await page.getByRole('row', { name: /^64 .*The same container as in row 8\./ }).waitFor();
    await page.getByRole('link', { name: 'View 60 containers' }).click();
    await page.getByText('60 containers found').first().waitFor();
    await page.getByText('From one import').first().waitFor();
    const { found } = (await admin.call(containersContract.page, { pol: 'VNHPH', pod: 'DEHAM', sort: 'late' })).body;
    assert.equal(found, 10);
  });

  test('a cell is edited in place, its row is reviewed again, and the edit can be taken back', async () => {
    const page = await screens.visit('/container-status/import', screens.world.ed.email);
    await paste(page, [
      ['PO', 'PFI', 'Ex-Factory', 'Goods'],
      ['PO-E1', '2099-03-03', '2099-02-02', 'Chairs'],
      ['PO-E2', '2099-03-03', '2099-02-02', 'Chairs'],
      ['PO-E3', '', '2099-02-02', 'Chairs'],
    ]);
    await correct(page, 'Enter a value: PFI Date is missing.', 'Value of PFI Date', '30.11.2099');
    await page.getByRole('row', { name: /^4 New .*PFI Date: Nov 30, 2099/ }).waitFor();
    const row = page.getByRole('row', { name: /^3 New / });
    await row.getByRole('button').click();
    await button(page, 'Edit Goods of row 3').click();
    await page.getByLabel('Goods of row 3').fill('Tables');
    await page.keyboard.press('Enter');
    await page.getByRole('row', { name: /^3 New .*Goods: Tables/ }).waitFor();
    await page.getByRole('row', { name: /^2 New .*Goods: Chairs/ }).waitFor();
    await button(page, 'Edit PFI Date of row 3').click();
    await page.getByLabel('PFI Date of row 3').press('ControlOrMeta+a');
    await page.keyboard.type('30.04.2099');
    await page.keyboard.press('Enter');
    await page.getByRole('row', { name: /^3 New .*PFI Date: Apr 30, 2099/ }).waitFor();
    await button(page, "Take back: Goods: 'Chairs' → 'Tables', row 3").click();
    await page.getByRole('row', { name: /^3 New .*Goods: Chairs/ }).waitFor();
    await button(page, 'Choose another file').click();
    await page.getByLabel('Or paste rows, including the header row').waitFor();
  });

  test('the review names the rows that will be delayed, and the choice of another encoding reads the file again', async () => {
    const page = await screens.visit('/container-status/import', screens.world.dee.email);
    await page.locator('input[type=file]').setInputFiles({
      name: 'list.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(
        `PO,PFI,Ex-Factory,Goods\nPO-D1,${dayFromNow(-5)},${dayFromNow(-9)},Tische für Büro\nPO-D2,${dayFromNow(9)},${dayFromNow(5)},Stühle\n`,
        'latin1',
      ),
    });
    await page.getByRole('row', { name: /Tische für Büro, Stühle/ }).waitFor();
    await page.getByLabel('Character encoding').selectOption('macintosh');
    await page.getByRole('row', { name: /Tische f¸r B¸ro, St¸hle/ }).waitFor();
    await page.getByLabel('Character encoding').selectOption('windows-1252');
    await page.getByRole('row', { name: /Tische für Büro, Stühle/ }).waitFor();
    await button(page, 'Review changes').click();
    await page.getByText('1 row will show as Delayed, because the PFI date has passed: 2.').waitFor();
    await page.getByRole('row', { name: /^3 New / }).waitFor();
    await button(page, 'Show these rows').click();
    await page.getByRole('row', { name: /^3 New / }).waitFor({ state: 'detached' });
    await page.getByRole('row', { name: /^2 New / }).waitFor();
  });

  test('choices and corrections are there again after a reload, Back and another sign-in, for their user only', async () => {
    const { mei, other } = screens.world;
    const page = await screens.open('/');
    await signInOnScreen(page, mei.email, password);
    await page.goto('/container-status/import');
    await paste(page, [
      ['PO', 'PFI', 'Ex-Factory', 'Maker'],
      ['PO-K1', 'soon', '2099-02-02', 'Oak Ltd'],
    ]);
    await correct(page, /^Enter a value|^Another value: PFI Date/, 'Value of PFI Date', '2099-03-03');
    const isKept = () => page.getByRole('row', { name: /^2 New .*PFI Date: Mar 3, 2099/ }).waitFor();
    await isKept();
    await page.reload();
    await isKept();
    await page.getByText(/^You have not finished this import of/).waitFor();
    await page.getByRole('link', { name: 'Back to the containers' }).click();
    await page.getByRole('heading', { name: 'Container Status Management' }).waitFor();
    await page.goBack();
    await isKept();
    await button(page, 'Logout').first().click();
    await signInOnScreen(page, other.email, password);
    await page.goto('/container-status/import');
    await page.getByText('Drop a spreadsheet here, or click to choose one').waitFor();
    assert.equal(await page.getByText('PO-K1').count(), 0);
    await button(page, 'Logout').first().click();
    await signInOnScreen(page, mei.email, password);
    await page.goto('/container-status/import');
    await isKept();
    await button(page, 'Start again').click();
    await page.getByText('Drop a spreadsheet here, or click to choose one').waitFor();
    await page.reload();
    await page.getByText('Drop a spreadsheet here, or click to choose one').waitFor();
  });

  test('no page reported an error', () => assert.deepEqual(screens.problems, []));
});
