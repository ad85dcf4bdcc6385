import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { containerFilesContract } from '#features/container-files/container-files.contract.ts';
import { filesContract } from '#features/files/core/files.contract.ts';
import { violationsEverywhere } from '#tests/axe.ts';
import { until, useScreens } from '#tests/browser.ts';
import { cardOf, enterContainer } from '#tests/containers.ts';
import { extractStored } from '#tests/extraction.ts';
import { long } from '#tests/long.ts';
import { asAdmin, makeFileType, makeTeam, makeUser, signedIn, upload } from '#tests/make.ts';
import type { TestApp } from '#tests/test-app.ts';

async function fillWorld(world: TestApp) {
  const team = await makeTeam(world, 'Imports');
  const mona = { ...(await makeUser(world, { role: 2, team, name: 'Mona Manager' })), team };
  const lists = await makeFileType(world, 'Packing List');
  const monas = await signedIn(world, mona.email);
  await upload(monas, lists, ...['1', '2', '3'].map((number) => ({ name: `Packing list ${number}.txt` })));
  return { admin: await asAdmin(world), mona };
}

/** Drops text files of these names on the page. */
const drop = (page: Page, ...names: string[]) =>
  page.evaluate(`{
    const dataTransfer = new DataTransfer();
    for (const name of ${JSON.stringify(names)}) dataTransfer.items.add(new File(['text of ' + name], name));
    for (const type of ['dragover', 'drop'])
      window.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
  }`);

describe('an upload to a container', () => {
  const screens = useScreens({}, fillWorld);
  const linked = async (id: number) =>
    (await screens.world.admin.call(containerFilesContract.files, { id })).body.files.map((file) => [
      file.filename,
      file.file_type_name,
      file.how,
    ]);

  test('a card downloads the dossier of its container', async () => {
    const { admin } = screens.world;
    await enterContainer(admin, { name: 'Filed container' });
    const page = await screens.visit('/container-status?search=Filed%20container');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      cardOf(page, 'Filed container').getByRole('link', { name: 'Download dossier' }).click(),
    ]);
    assert.match(download.suggestedFilename(), /Filed container.*\.zip$/);
  });

  test('dropped files get their types in a dialog, a similar one by proposal, and are linked', long, async () => {
    const { admin, mona } = screens.world;
    const { id } = await enterContainer(admin, { name: 'Dropped container' });
    const page = await screens.visit(`/container-status/${id}`, mona.email);
    await page.getByText('No documents are linked to this container.').waitFor();
    await drop(page, 'Packing list 9.txt', 'zzz.bin');
    const dialog = page.getByRole('dialog', { name: 'Upload documents' });
    await dialog.getByText('Like 3 of 3 similar files').waitFor();
    assert.deepEqual(await violationsEverywhere(page, [1440, 390], 2600), []);
    await dialog.getByRole('button', { name: 'Upload 2 documents' }).click();
    await dialog.getByText('Choose a type for this file.').waitFor();
    await until(page, 'document.activeElement?.getAttribute("aria-label") === "Type of zzz.bin"');
    await dialog.getByLabel('Type of zzz.bin').selectOption('Document');
    await dialog.getByRole('button', { name: 'Upload 2 documents' }).click();
    await page.getByText('2 documents uploaded and linked').waitFor();
    await page.getByRole('link', { name: 'Packing list 9.txt', exact: true }).waitFor();
    await dialog.waitFor({ state: 'hidden' });
    // Files of one upload are one entry of the timeline.
    await page.getByText(/^2 files linked: (zzz\.bin, Packing list 9\.txt|Packing list 9\.txt, zzz\.bin)$/).waitFor();
    assert.equal(await page.getByText(/^File .+ linked$/).count(), 0);
    assert.deepEqual(await linked(id), [
      ['zzz.bin', 'Document', 'hand'],
      ['Packing list 9.txt', 'Packing List', 'hand'],
    ]);
  });

  test('a document whose text is like that of others gets their type with one click', long, async () => {
    const { mona } = screens.world;
    const manager = await signedIn(screens.test, mona.email);
    const { id } = await enterContainer(manager, { name: 'Read container' });
    const type = await makeFileType(screens.test, 'Certificate of Origin');
    const text = 'Certificate of origin. Exporter, consignee, country, description of goods';
    await upload(manager, type, ...[1, 2, 3].map((number) => ({ name: `${number}.txt`, bytes: `${text} ${number}` })));
    await manager.call(filesContract.upload, { file_type_id: 1, container_id: id }, [
      { name: 'scan 7.txt', bytes: text },
    ]);
    await extractStored(screens.test);
    const page = await screens.visit(`/container-status/${id}`, mona.email);
    await page.getByText('Probably Certificate of Origin: the text is like 3 of 3 similar documents').waitFor();
    assert.deepEqual(await violationsEverywhere(page, [1440, 390], 2600), []);
    await page.getByRole('button', { name: 'Set type Certificate of Origin' }).click();
    await page.getByText('Certificate of Origin · Linked by Mona Manager').waitFor();
    await page.getByText('Probably Certificate of Origin').waitFor({ state: 'hidden' });
    assert.deepEqual(await linked(id), [['scan 7.txt', 'Certificate of Origin', 'hand']]);
  });

  test('on a phone, the photo and the comment are at the bottom, and the photo is shown with its type', async () => {
    const { admin, mona } = screens.world;
    const photo = await makeFileType(screens.test, 'Photo');
    const { id } = await enterContainer(admin, { name: 'Photographed container' });
    const user = await makeUser(screens.test, { role: 3, team: mona.team });
    const page = await screens.visit(`/container-status/${id}`, user.email, {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    const taken = page.getByRole('button', { name: 'Take a photo' });
    const comment = page.getByRole('button', { name: 'Write a comment' });
    for (const button of [taken, comment]) {
      const box = await button.boundingBox();
      assert.ok(box && box.y > 600 && box.y + box.height <= 844, JSON.stringify(box));
    }
    const chooser = page.waitForEvent('filechooser');
    await taken.click();
    const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    await (await chooser).setFiles({ name: 'image.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(pixel, 'base64') });
    const dialog = page.getByRole('dialog', { name: 'Upload documents' });
    const row = dialog.getByRole('listitem').filter({ hasText: /^Photo \d{4}-/ });
    await row.getByText('A photo').waitFor();
    await until(page, 'document.querySelector("[role=dialog] li img")?.naturalWidth === 1');
    await dialog.getByRole('button', { name: 'Upload 1 document' }).click();
    await dialog.waitFor({ state: 'hidden' });
    assert.deepEqual(
      (await linked(id)).map(([, type]) => type),
      ['Photo'],
    );
    await comment.click();
    await page
      .locator(':focus')
      .and(page.getByLabel('Comment', { exact: true }))
      .waitFor();
    await screens.test.ctx.db.deleteFrom('file_types').where('id', '=', photo).execute();
  });

  test('in the drawer, Escape closes only the dialog of the upload', async () => {
    const { admin, mona } = screens.world;
    const { id } = await enterContainer(admin, { name: 'Drawer container' });
    const page = await screens.visit(`/container-status?container=${id}`, mona.email);
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Upload documents' }).click();
    await (await chooser).setFiles({ name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('note') });
    const dialog = page.getByRole('dialog', { name: 'Upload documents' });
    await dialog.getByText('note.txt').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('dialog', { name: 'Container history' }).waitFor();
    assert.deepEqual(await linked(id), []);
  });

  test('the upload screen links the files to the container of its address', long, async () => {
    const { admin, mona } = screens.world;
    const { id } = await enterContainer(admin, { name: 'Address container' });
    const page = await screens.visit(`/uploadPage?container=${id}`, mona.email);
    await page.getByText('Address container').waitFor();
    await page.getByRole('radio', { name: 'Document' }).check();
    await page
      .getByLabel('Select Files')
      .setInputFiles({ name: 'scan.txt', mimeType: 'text/plain', buffer: Buffer.from('scan') });
    assert.deepEqual(await violationsEverywhere(page, [1440, 390], 2600), []);
    await page.getByRole('button', { name: 'Upload 1 File(s)', exact: true }).click();
    await page.getByText('Files uploaded successfully!').waitFor();
    assert.deepEqual(await linked(id), [['scan.txt', 'Document', 'hand']]);
    await page.getByRole('button', { name: 'Upload without a container' }).click();
    await page.getByRole('combobox', { name: 'For container' }).waitFor();
    await until(page, 'document.activeElement?.role === "combobox" || document.activeElement?.tagName === "INPUT"');
  });

  test('documents of a delay are ticked or uploaded in its dialog, and its entry links to them', long, async () => {
    const { admin, mona } = screens.world;
    const { id } = await enterContainer(admin, { name: 'Evidence container' });
    const file = { name: 'first.txt', bytes: 'first' };
    await admin.call(filesContract.upload, { file_type_id: 1, container_id: id, team_id: mona.team }, [file]);
    const page = await screens.visit(`/container-status/${id}`, mona.email);
    await page.getByRole('button', { name: 'Delay PFI' }).click();
    const dialog = page.getByRole('dialog', { name: 'Mark as PFI Delayed' });
    await dialog.getByLabel('Reason', { exact: true }).fill('Storm');
    await dialog.getByRole('button', { name: 'Attach documents' }).click();
    await dialog.getByRole('checkbox', { name: 'first.txt' }).check();
    assert.deepEqual(await violationsEverywhere(page, [1440, 390], 2600), []);
    await drop(page, 'Packing list late.txt');
    await page.getByText(/^Like \d+ of/).waitFor();
    await page.getByRole('button', { name: 'Upload 1 document' }).click();
    await dialog.getByRole('checkbox', { name: 'Packing list late.txt', checked: true }).waitFor();
    await dialog.getByRole('button', { name: 'Mark as Delayed' }).click();
    const entry = page.getByRole('list', { name: 'Documents of this entry' });
    await entry.getByRole('link', { name: 'first.txt' }).waitFor();
    assert.deepEqual(await entry.getByRole('link').allTextContents(), ['first.txt', 'Packing list late.txt']);

    // The button of a state opens no dialog; documents are added to its entry afterwards.
    await page.getByRole('button', { name: 'Mark Received' }).click();
    await page.getByRole('button', { name: 'Add documents to: Marked Received' }).click();
    const addition = page.getByRole('dialog', { name: 'Add documents to: Marked Received' });
    await addition.getByRole('checkbox', { name: 'first.txt' }).check();
    assert.deepEqual(await violationsEverywhere(page, [1440, 390], 2600), []);
    await addition.getByRole('button', { name: 'Add documents' }).click();
    await entry.nth(1).waitFor();
    assert.deepEqual(await entry.first().getByRole('link').allTextContents(), ['first.txt']);
  });
});
