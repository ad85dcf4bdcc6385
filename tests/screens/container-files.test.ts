import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { containerFilesContract } from '#features/container-files/container-files.contract.ts';
import { violationsEverywhere } from '#tests/axe.ts';
import { useScreens } from '#tests/browser.ts';
import { cardOf, enterContainer } from '#tests/containers.ts';
import { long } from '#tests/long.ts';
import { asAdmin, makeTeam, makeUser, signedIn, upload } from '#tests/make.ts';
import type { TestApp } from '#tests/test-app.ts';

async function fillWorld(world: TestApp) {
  const team = await makeTeam(world, 'Imports');
  const mona = await makeUser(world, { role: 2, team, name: 'Mona Manager' });
  const otto = await makeUser(world, { role: 3, team: await makeTeam(world, 'Yard'), name: 'Otto Outsider' });
  return { admin: await asAdmin(world), monas: await signedIn(world, mona.email), mona, otto };
}

describe('documents of a container', () => {
  const screens = useScreens({}, fillWorld);

  test('a document is linked and unlinked on the page of the container, and the toast takes it back', async () => {
    const { admin, monas, mona } = screens.world;
    const { id } = await enterContainer(admin, { name: 'Linking container' });
    await upload(monas, 1, { name: 'Arrival notice.txt' });
    const page = await screens.visit(`/container-status/${id}`, mona.email);
    await page.getByText('No documents are linked to this container.').waitFor();
    await page.getByRole('combobox', { name: 'Link a document' }).fill('Arrival');
    const toast = page.getByText('File Arrival notice.txt linked').waitFor();
    await page.getByRole('option', { name: 'Arrival notice.txt' }).click();
    const row = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'Arrival notice.txt' }) });
    await row.getByText('Linked by Mona Manager').waitFor();
    await row.getByRole('link', { name: 'Download Arrival notice.txt', exact: true }).waitFor();
    await toast;
    assert.deepEqual(await violationsEverywhere(page, [1440, 390], 2600), []);
    await row.getByRole('button', { name: 'Unlink' }).click();
    // The toast stays while the pointer is on it.
    await page.getByRole('button', { name: 'Undo' }).hover();
    await page.getByText('No documents are linked to this container.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await row.getByText('Linked by Mona Manager').waitFor();
    await page.goto(new URL(`/container-status?container=${id}`, page.url()).href);
    await page.getByRole('dialog').getByRole('link', { name: 'Arrival notice.txt', exact: true }).waitFor();
  });

  test(
    'the documents of a container are searched on the files page, and another container can be chosen',
    long,
    async () => {
      const { admin, monas, mona } = screens.world;
      const number = 'PO-8822-00519';
      const { id } = await enterContainer(admin, { name: 'Searched container', number });
      await enterContainer(admin, { name: 'Empty container' });
      const files = await upload(
        monas,
        1,
        { name: 'Weight note.txt' },
        { name: 'Stuffing plan.txt' },
        { name: 'Other.txt' },
      );
      await monas.call(containerFilesContract.link, { id, file_ids: files.slice(0, 2).map((file) => file.id) });
      const page = await screens.visit(`/container-status/${id}`, mona.email);
      await page.getByRole('link', { name: 'Find in documents' }).click();
      await page.getByText('2 files found').waitFor();
      await page.getByRole('button', { name: 'Remove the filter Searched container' }).waitFor();
      assert.deepEqual(await violationsEverywhere(page, [1440, 390], 2600), []);
      await page.getByRole('searchbox', { name: 'Search files, teams, or users...' }).fill('stuffing');
      await page.getByText('1 file found', { exact: true }).waitFor();
      await page.getByRole('button', { name: /^Filters/ }).click();
      await page.getByRole('button', { name: 'Any container' }).click();
      await page.getByRole('combobox', { name: 'Documents of Container' }).fill('Empty');
      await page.getByRole('option', { name: /^Empty container/ }).click();
      await page.getByText('0 files found', { exact: true }).waitFor();
    },
  );

  test('a file is linked to a container in its details, and its name leads to the container', async () => {
    const { admin, monas, mona } = screens.world;
    const { id } = await enterContainer(admin, { name: 'Chip container' });
    await upload(monas, 1, { name: 'Packing list.txt' });
    const page = await screens.visit('/files?search=Packing', mona.email);
    await page.getByRole('button', { name: 'Details' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Link to container...' }).fill('Chip');
    await page.getByRole('option', { name: /^Chip container/ }).click();
    await dialog.getByRole('link', { name: 'Chip container' }).click();
    await page.waitForURL(new RegExp(`/container-status/${id}$`));
    await page.getByRole('heading', { name: 'Chip container', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Packing list.txt', exact: true }).waitFor();
  });

  test('a link by number says where the number was found, on both sides, and can be removed', long, async () => {
    const { admin, monas, mona } = screens.world;
    const { id } = await enterContainer(admin, { name: 'Numbered container', number: 'PO-7711-00413' });
    const [file] = await upload(monas, 1, { name: 'po 7711 00413 invoice.txt' });
    const page = await screens.visit(`/files?preview=${file?.id}`, mona.email);
    await page.getByRole('dialog').getByRole('button', { name: 'Containers' }).click();
    const chip = page.getByRole('listitem').filter({ hasText: 'Numbered container' });
    await chip.getByText('Found in the name: PO771100413').waitFor();
    assert.deepEqual(await violationsEverywhere(page, [1440, 390], 2600), []);
    await chip.getByRole('link', { name: 'Numbered container' }).click();
    await page.waitForURL(new RegExp(`/container-status/${id}$`));
    await page.getByText('Found in the name: PO771100413').waitFor();
    await page.goto(new URL('/container-status?q=7711', page.url()).href);
    await cardOf(page, 'Numbered container').getByRole('link', { name: 'Documents' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Unlink' }).click();
    await page.getByText('No documents are linked to this container.').waitFor();
  });

  test('unmatched documents are counted on both dashboards, which open the filtered list', long, async () => {
    const { admin, monas, mona, otto } = screens.world;
    await enterContainer(admin, {});
    await upload(monas, 1, { name: 'QKYU 234623-0 list.txt' }, { name: 'Another.txt' });
    for (const path of ['/dashboard', '/user']) {
      const page = await screens.visit(path, mona.email);
      const link = page.getByRole('link', { name: 'Unmatched documents' });
      await page.locator('[data-tone]').filter({ has: link }).getByText('1', { exact: true }).waitFor();
      if (path === '/dashboard') assert.deepEqual(await violationsEverywhere(page, [1440, 390], 2600), []);
      await link.click();
      await page.getByText('Showing 1 of').waitFor();
      await page.getByText('QKYU 234623-0 list.txt').waitFor();
      assert.equal(await page.getByText('Another.txt').count(), 0);
    }
    const page = await screens.visit('/user', otto.email);
    await page.getByRole('link', { name: 'Late now' }).waitFor();
    assert.equal(await page.getByRole('link', { name: 'Unmatched documents' }).count(), 0);
    await enterContainer(admin, { name: 'QKYU 234623-0' });
    const after = await screens.visit('/dashboard', mona.email);
    await after.getByRole('link', { name: 'Late now' }).waitFor();
    assert.equal(await after.getByRole('link', { name: 'Unmatched documents' }).count(), 0);
  });

  test('the page of a container shows neither files that the reader may not see nor their number', async () => {
    const { admin, monas, otto } = screens.world;
    const { id } = await enterContainer(admin, { name: 'Secret papers' });
    const files = await upload(monas, 1, { name: 'one.txt' }, { name: 'two.txt' });
    await admin.call(containerFilesContract.link, { id, file_ids: files.map((file) => file.id) });
    const page = await screens.visit(`/container-status/${id}`, otto.email);
    await page.getByText('No documents are linked to this container.').waitFor();
    await page.getByText('Created').first().waitFor();
    assert.equal(await page.getByText(/one\.txt|linked$|may not see/).count(), 0);
  });
});
