import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { containerFilesContract } from '#features/container-files/container-files.contract.ts';
import { containersContract } from '#features/containers/core/containers.contract.ts';
import { partiesContract } from '#features/containers/parties/parties.contract.ts';
import { violationsEverywhere } from '#tests/axe.ts';
import { useScreens } from '#tests/browser.ts';
import { cardOf, changeStatus, enterContainer } from '#tests/containers.ts';
import { long } from '#tests/long.ts';
import { asAdmin, makeFileType, makeTeam, makeUser, upload } from '#tests/make.ts';
import type { TestApp } from '#tests/test-app.ts';

/** A packing list is expected before Received and a bill of lading before Departed. One container has the first. */
async function fillWorld(world: TestApp) {
  const admin = await asAdmin(world);
  const [list, bill] = [await makeFileType(world, 'Packing List'), await makeFileType(world, 'Bill of Lading')];
  await world.ctx.db
    .insertInto('checklist')
    .values([
      { file_type_id: list, stage: 'received', party_id: null },
      { file_type_id: bill, stage: 'departed', party_id: null },
    ])
    .execute();
  await makeFileType(world, 'Fumigation Certificate');
  await admin.call(partiesContract.add, { name: 'Öresund Textiles' });
  const [sofas, lamps] = [
    await enterContainer(admin, { name: 'Sofas' }),
    await enterContainer(admin, { name: 'Lamps' }),
  ];
  const beds = await enterContainer(admin, { name: 'Beds' });
  await changeStatus(admin, beds.id, 'Received');
  const [file] = await upload(admin, list, { name: 'cartons.txt' });
  await admin.call(containerFilesContract.link, { id: lamps.id, file_ids: [file?.id ?? 0] });
  const [letter] = await upload(admin, 1, { name: 'courier.txt' });
  await admin.call(containerFilesContract.link, { id: sofas.id, file_ids: [letter?.id ?? 0] });
  return { sofas, lamps, user: await makeUser(world, { role: 3, team: await makeTeam(world) }) };
}

describe('the checklist of papers', () => {
  const screens = useScreens({}, fillWorld);

  test('is set on the file types screen', long, async () => {
    const page = await screens.visit('/file-type');
    const card = page.getByRole('region', { name: 'Checklist of containers' });
    const lines = card.getByRole('list', { name: 'Checklist of containers' }).getByRole('listitem');
    await lines.nth(1).waitFor();
    await card.getByRole('button', { name: 'Add to the checklist' }).click();
    await card.getByText('Choose a file type.').waitFor();
    await card.getByRole('combobox', { name: 'File type' }).click();
    await page.getByRole('option', { name: 'Fumigation Certificate' }).click();
    await card.getByLabel('Expected').selectOption('Before Departed');
    await card.getByRole('combobox', { name: 'For' }).fill('oresund');
    await page.getByRole('option', { name: 'Öresund Textiles' }).click();
    await card.getByRole('button', { name: 'Add to the checklist' }).click();
    await page.getByText('Added to the checklist', { exact: true }).waitFor();
    const added = lines.filter({ hasText: 'Fumigation Certificate' });
    await added.getByText('Before Departed').waitFor();
    await added.getByText('Öresund Textiles').waitFor();
    assert.deepEqual(await violationsEverywhere(page, [1440, 390]), []);
    await added.getByRole('button', { name: 'Remove' }).click();
    // The toast stays while the pointer is on it.
    await page.getByRole('button', { name: 'Undo' }).hover();
    await page.getByText('Removed from the checklist', { exact: true }).waitFor();
    await added.waitFor({ state: 'detached' });
    assert.equal(await lines.count(), 2);
    await page.getByRole('button', { name: 'Undo' }).click();
    await added.getByText('Öresund Textiles').waitFor();
  });

  test('shows the papers on the card and on the page of a container', long, async () => {
    const { lamps, user } = screens.world;
    const page = await screens.visit('/container-status', user.email);
    await cardOf(page, 'Lamps').getByRole('link', { name: '1 of 2 expected documents linked' }).waitFor();
    await cardOf(page, 'Sofas').getByText('0/2', { exact: true }).waitFor();
    await page.goto('/container-status?preset=papers_missing');
    await page.getByRole('button', { name: 'Remove the filter Missing documents' }).waitFor();
    await cardOf(page, 'Sofas').waitFor();
    assert.equal(await cardOf(page, 'Lamps').count(), 0);
    await page.goto(`/container-status/${lamps.id}`);
    const papers = page.getByRole('group', { name: 'Expected documents' });
    const items = async (stage: string) =>
      papers.getByRole('list', { name: stage }).getByRole('listitem').allInnerTexts();
    await papers.getByText('1 of 2 expected documents linked').waitFor();
    assert.deepEqual(
      (await Promise.all(['Before Received', 'Before Departed'].map(items))).map(([text]) => text?.split('\n')),
      [
        ['Packing List', 'Linked'],
        ['Bill of Lading', 'Missing'],
      ],
    );
    assert.deepEqual(await violationsEverywhere(page, [1440, 390]), []);
  });

  test('asks for a reason before a status change without papers, and makes it', async () => {
    const { sofas } = screens.world;
    const page = await screens.visit(`/container-status/${sofas.id}`);
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Mark Received' }).click();
    await dialog.getByRole('listitem').getByText('Packing List').waitFor();
    assert.equal(await dialog.getByText('Bill of Lading').count(), 0);
    assert.deepEqual(await violationsEverywhere(page, [1440, 390]), []);
    // Another user was faster. The dialog closes, and the next attempt asks again.
    const changed = { status: 409, json: { message: 'Bo has changed it.', code: 'container.changed' } };
    await page.route('**/status', (route) => route.fulfill(changed), { times: 1 });
    await dialog.getByRole('button', { name: 'Mark Received' }).click();
    await page.getByRole('alert').filter({ hasText: 'Bo has changed it.' }).waitFor();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Mark Received' }).click();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Mark Received' }).click();
    await dialog.getByLabel('Reason (optional)').fill('The originals come by courier');
    await dialog.getByRole('button', { name: 'Attach documents' }).click();
    await dialog.getByRole('checkbox', { name: 'courier.txt' }).check();
    await dialog.getByRole('button', { name: 'Mark Received' }).click();
    await page.getByText('Container updated successfully!', { exact: true }).waitFor();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('Marked Received: Documents missing: Packing List. The originals come by courier').waitFor();
    await page
      .getByRole('list', { name: 'Documents of this entry' })
      .getByRole('link', { name: 'courier.txt' })
      .waitFor();
    await page.getByRole('button', { name: 'Mark Departed' }).waitFor();
    const { body } = await (await asAdmin(screens.test)).call(containersContract.find, { id: sofas.id });
    assert.equal(body.status_name, 'Received');
  });

  test('opens no dialog if the papers of the step are there', async () => {
    const page = await screens.visit(`/container-status/${screens.world.lamps.id}`);
    await page.getByRole('button', { name: 'Mark Received' }).click();
    await page.getByText('Container updated successfully!', { exact: true }).waitFor();
    assert.equal(await page.getByRole('dialog').count(), 0);
  });

  test('is counted in the preview of a bulk change and shown in a column of the table', long, async () => {
    const page = await screens.visit('/container-status?search=Beds');
    await page.getByRole('button', { name: 'Table', exact: true }).click();
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('checkbox', { name: 'Documents', exact: true }).check();
    await page.keyboard.press('Escape');
    await page.getByRole('row').filter({ hasText: 'Beds' }).getByText('0/2', { exact: true }).waitFor();
    await page.getByRole('checkbox', { name: 'Select all that are filtered' }).check();
    await page.getByRole('button', { name: 'Change...' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Status').selectOption('Mark Departed');
    await dialog.getByRole('button', { name: 'Preview' }).click();
    await dialog.getByText('1 of these containers has expected documents missing.', { exact: false }).waitFor();
  });

  test('no page reported an error', () => assert.deepEqual(screens.problems, []));
});
