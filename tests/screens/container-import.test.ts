import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { containersContract } from '#features/containers/core/containers.contract.ts';
import { violationsEverywhere } from '#tests/axe.ts';
import { until, useScreens } from '#tests/browser.ts';
import { dayFromNow, enterContainer } from '#tests/containers.ts';
import { asAdmin, makeTeam, makeUser } from '#tests/make.ts';

/** Drops a text file on the page, as a person does from the desktop. */
const dropped = `(() => {
  const transfer = new DataTransfer();
  transfer.items.add(new File(['List\\nPO;PFI;Ex-Factory\\nPO-D1;2099-03-03;2099-02-02'], 'dropped.csv'));
  window.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }));
})()`;

/** Pastes rows on the page, outside of a field. */
const pasted = `(() => {
  const clipboardData = new DataTransfer();
  const rows = Array.from({ length: 20 }, (_, at) => 'PO-P' + (at + 1) + '\\t2099-03-03\\t2099-02-02');
  clipboardData.setData('text/plain', ['PO\\tPromised\\tEx-Factory', ...rows, 'PO-P99\\tsoon\\t2099-02-02'].join('\\n'));
  document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
})()`;

describe('import of containers', () => {
  const screens = useScreens({}, async (world) => {
    const admin = await asAdmin(world);
    const guest = await makeUser(world, { role: 3, team: await makeTeam(world, 'Harbour'), name: 'Gil Guest' });
    return { admin, guest };
  });

  // The screen begins with the file that the user did not finish.
  beforeEach(async () => {
    await screens.test.ctx.db.deleteFrom('imports').execute();
  });

  test('reads a dropped file, and another row can be chosen as the headings', async () => {
    const page = await screens.visit('/container-status/import');
    await page.getByRole('link', { name: 'Download a template with every column' }).waitFor();
    await page.evaluate(dropped);
    await page.getByRole('rowheader', { name: 'Ex-Factory' }).waitFor();
    const headings = page.getByLabel('Row with the headings');
    assert.equal(await headings.inputValue(), '2');
    await headings.selectOption('3');
    await page.getByRole('rowheader', { name: '2099-03-03' }).waitFor();
    await headings.selectOption('2');
    await page.getByRole('rowheader', { name: 'Ex-Factory' }).waitFor();
    await page.getByRole('button', { name: 'Review changes' }).click();
    await page.getByRole('row', { name: /^3 New .*PO-D1/ }).waitFor();
  });

  test('shows the changes of pasted rows, imports them and undoes the import', async () => {
    const { admin } = screens.world;
    const known = await enterContainer(admin, { name: 'Rolled box', pfi: dayFromNow(5), exFactory: dayFromNow(1) });
    const page = await screens.visit('/container-status');
    await page.getByRole('link', { name: 'Import', exact: true }).click();
    await page.getByRole('heading', { name: 'Import Containers', level: 1 }).waitFor();
    const entry = page.getByRole('navigation').getByRole('link', { name: 'Container Status', exact: true });
    assert.equal(await entry.first().getAttribute('aria-current'), 'page');
    const cells = [
      ['ID', 'Container Name', 'Order Number', 'PFI Date', 'Ex-Factory', 'Maker'],
      [known.id, known.name, known.container_no, '2099-05-05', known.ex_factory_date, 'Oak Ltd'],
      ['', 'Fresh box', 'PO-F', '2099-06-06', '2099-05-01', 'Oak Ltd'],
      ['', 'Late box', 'PO-L', 'soon', '2099-05-01', 'Oak Ltd'],
    ];
    await page
      .getByLabel('Or paste rows, including the header row')
      .fill(cells.map((row) => row.join('\t')).join('\n'));
    await page.getByRole('button', { name: 'Use pasted rows' }).click();
    await page.getByLabel('Field of Maker').selectOption({ label: 'Supplier' });
    await page.getByRole('button', { name: 'Review changes' }).click();
    await page.getByRole('row', { name: /^2 Changed .*Rolled box.*Supplier: .*Oak Ltd/ }).waitFor();
    await page.getByRole('row', { name: /^3 New .*Fresh box/ }).waitFor();
    await page.getByRole('row', { name: /^4 Can't be imported .*PFI Date: 'soon' cannot be read\./ }).waitFor();
    assert.deepEqual(await violationsEverywhere(page, [360, 1440]), []);
    await page.getByLabel('Reason for the changed dates of 1 container').fill('The vessel rolled');
    await page.getByRole('button', { name: 'Import 2 rows' }).click();
    await page.getByRole('heading', { name: '1 container imported, 1 updated. 1 row was skipped.' }).waitFor();
    await page.getByRole('row', { name: /^4 .*Late box.*PFI Date: 'soon' cannot be read\./ }).waitFor();
    const again = page.getByRole('button', { name: 'Import another spreadsheet' });
    const find = async () => (await admin.call(containersContract.find, { id: known.id })).body;
    assert.deepEqual([(await find()).pfi_date, (await find()).supplier_name], ['2099-05-05', 'Oak Ltd']);
    await page.getByRole('button', { name: 'Undo this import: Pasted rows' }).click();
    const question = page.getByRole('dialog', { name: 'Undo the import "Pasted rows"?' });
    await question.getByRole('button', { name: 'Undo this import' }).click();
    await page.getByText('1 container removed, 1 restored, 0 left as changed since.').waitFor();
    await again.click();
    assert.equal(await page.getByLabel('Or paste rows, including the header row').inputValue(), '');
    assert.equal((await find()).pfi_date, known.pfi_date);
  });

  test('takes rows that are pasted on the page, and shows the result of the review in sight', async () => {
    const page = await screens.visit('/container-status/import');
    await page.getByText('Drop a spreadsheet here, or click to choose one').waitFor();
    await page.evaluate(pasted);
    // The columns of the step take the focus.
    await until(page, `document.activeElement?.textContent === '2. Columns'`);
    await page.getByText('No column is imported as PFI Date. New containers need it', { exact: false }).waitFor();
    await page.getByLabel('Field of Promised').selectOption({ label: 'PFI Date' });
    assert.equal(await page.getByText('No column is imported as').count(), 0);
    await page.getByRole('button', { name: 'Review changes' }).click();
    const sentence = page.getByText("20 new, 1 can't be imported.", { exact: true });
    await sentence.waitFor();
    await until(page, `document.activeElement?.textContent === "20 new, 1 can't be imported."`);
    const { y = 0, height = 0 } = (await sentence.boundingBox()) ?? {};
    assert.ok(y + height < (page.viewportSize()?.height ?? 0), `the sentence is at ${y} px`);
    // Both steps are one line each, and open again.
    await page.getByRole('heading', { name: '1. File: Pasted rows' }).waitFor();
    await page.getByRole('heading', { name: '2. Columns: 3 of 3 are imported' }).waitFor();
    assert.equal(await page.getByLabel('Field of Promised').count(), 0);
    const row = page.getByRole('row', { name: /^2 New / });
    await row.getByRole('button', { expanded: false }).click();
    await page
      .getByRole('cell', { name: /Order Number: PO-P1 .*Ex-Factory Date: Feb 2, 2099/ })
      .last()
      .waitFor();
    const lineHeight = (await row.boundingBox())?.height ?? 0;
    assert.ok(lineHeight < 48, `a row is ${lineHeight} px high`);
    await page.getByRole('button', { name: 'Change columns' }).click();
    await page.getByLabel('Field of Promised').waitFor();
  });

  test('an import whose answer is lost is not called failed, and can be undone', async () => {
    const page = await screens.visit('/container-status/import');
    await page
      .getByLabel('Or paste rows, including the header row')
      .fill('PO\tPFI\tEx-Factory\nPO-U\t2099-03-03\t2099-02-02');
    await page.getByRole('button', { name: 'Use pasted rows' }).click();
    await page.getByRole('button', { name: 'Review changes' }).click();
    const calls = '**/api/containers/imports/*/run';
    await page.route(calls, async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    });
    await page.getByRole('button', { name: 'Import 1 row' }).click();
    await page.getByRole('alert').getByText('The import was not confirmed.').waitFor();
    await page.getByRole('button', { name: 'Undo this import: Pasted rows' }).first().waitFor();
    await page.unroute(calls);
    await page.getByRole('button', { name: 'Import 1 row' }).click();
    await page.getByRole('alert').getByText('The rows of this file were imported before.').waitFor();
  });

  test('shows why a file cannot be read, and accepts another one', async () => {
    const page = await screens.visit('/container-status/import');
    await page.getByLabel('Spreadsheet (XLSX, XLS, ODS or CSV)').waitFor();
    const choose = (name: string, content: string) =>
      page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });
    await choose('plan.csv', '%PDF-1.7');
    await page.getByText('This is not a spreadsheet.').waitFor();
    await choose('plan.csv', 'PO,PFI,Ex-Factory\nPO-1,03/04/2027,04/03/2027');
    await page.getByLabel('Some dates can be read both ways.').selectOption({ label: 'Month first: 03/04 is March 4' });
    await page.getByRole('button', { name: 'Review changes' }).click();
    await page.getByRole('row', { name: /^2 New PO-1 .*PFI Date: Mar 4, 2027/ }).waitFor();
  });

  test('is for administrators and managers', async () => {
    const page = await screens.visit('/container-status/import', screens.world.guest.email);
    await page.getByText('Only administrators and managers can import containers.').waitFor();
    assert.equal(await page.locator('input[type=file]').count(), 0);
  });
});
