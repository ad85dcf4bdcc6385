import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { containerFilesContract } from '#features/container-files/container-files.contract.ts';
import { filesContract } from '#features/files/core/files.contract.ts';
import { versionsContract } from '#features/files/core/versions.contract.ts';
import { countWork } from '#server/database/work.queries.ts';
import { enterContainer } from '#tests/containers.ts';
import { extractStored, readStoredScans } from '#tests/extraction.ts';
import { readFixture } from '#tests/fixtures.ts';
import { asAdmin, upload } from '#tests/make.ts';
import { mixedPdf } from '#tests/pdf-files.ts';
import { openTestApp } from '#tests/test-app.ts';
import type { Visitor } from '#tests/visitor.ts';

const scans = ['weighbridge-ticket.pdf', 'fax-order.pdf', 'fax-order.tif', 'damage-note.jpg'];
const named = (names: readonly string[]) => names.map((name) => ({ name, bytes: readFixture(name) }));

async function find(visitor: Visitor, search: string): Promise<[name: string, foundIn: string][]> {
  const { body } = await visitor.call(filesContract.textSearch, { search });
  return body.files.map(({ filename, found_in }): [string, string] => [filename, found_in]).toSorted();
}

test('the text of scanned pages and pictures is found, and marked as that of a scan', async (t) => {
  const app = await openTestApp({ OCR_LANGUAGES: 'eng' });
  t.after(app.close);
  const admin = await asAdmin(app);
  const files = await upload(admin, 1, ...named([...scans, 'gate-notes.txt', 'bill-of-lading.pdf']));
  await extractStored(app);
  const { body: before } = await admin.call(filesContract.textSearch, { search: 'demurrage' });
  // The PDF with text may have pages without.
  assert.deepEqual([before.files.length, before.waiting], [0, scans.length + 1]);
  await readStoredScans(app);
  assert.deepEqual(await find(admin, 'harbour master'), [['weighbridge-ticket.pdf', 'scan']]);
  assert.deepEqual(await find(admin, '"quarantine shed"'), [['weighbridge-ticket.pdf', 'scan']], 'the second page');
  assert.deepEqual(await find(admin, 'demurrage'), [
    ['fax-order.pdf', 'scan'],
    ['fax-order.tif', 'scan'],
  ]);
  assert.deepEqual(await find(admin, 'Hedwig Brandstetter'), [
    ['fax-order.pdf', 'scan'],
    ['fax-order.tif', 'scan'],
  ]);
  assert.deepEqual(await find(admin, 'compressor housing'), [['damage-note.jpg', 'scan']]);
  assert.deepEqual(await find(admin, 'unload'), [['gate-notes.txt', 'text']]);
  const marked = await Promise.all(
    files.map(async ({ id }) => (await admin.call(versionsContract.details, { id })).body.is_scan),
  );
  assert.deepEqual(marked, [true, true, true, true, false, false]);
});

test('the text of pages that are turned by 90, 180 and 270 degrees is found', async (t) => {
  const app = await openTestApp({ OCR_LANGUAGES: 'eng' });
  t.after(app.close);
  const admin = await asAdmin(app);
  const upright = sharp(readFixture('damage-note.jpg')).rotate();
  const turned = await Promise.all(
    [90, 180, 270].map(async (angle) => ({
      name: `turned ${angle}.png`,
      bytes: await sharp(await upright.clone().png().toBuffer())
        .rotate(angle)
        .png()
        .toBuffer(),
    })),
  );
  await upload(admin, 1, ...turned);
  await extractStored(app);
  await readStoredScans(app);
  const found = turned.map(({ name }): [string, string] => [name, 'scan']).toSorted();
  assert.deepEqual(await find(admin, 'compressor housing'), found);
});

test('after text recognition is switched on, the stored files are read, also for the numbers of containers', async (t) => {
  const app = await openTestApp();
  t.after(app.close);
  const admin = await asAdmin(app);
  const container = await enterContainer(admin, { number: 'KHLU4711026' });
  const linked = async () =>
    (await admin.call(containerFilesContract.files, { id: container.id })).body.files.map(({ filename }) => filename);
  const photo = readFixture('damage-note.jpg');
  const mixed = mixedPdf('Survey of the crane', photo, { width: 1200, height: 800 });
  const stored = named(['weighbridge-ticket.pdf', 'bill-of-lading.pdf']);
  await upload(admin, 1, ...stored, { name: 'survey.pdf', bytes: mixed });
  await extractStored(app);
  await readStoredScans(app);
  const { body } = await admin.call(filesContract.textSearch, { search: 'weighbridge' });
  assert.deepEqual([body.files, body.waiting], [[], 0], 'switched off');
  const before = await linked();
  await readStoredScans(app, ['eng']);
  assert.deepEqual(await find(admin, 'weighbridge'), [['weighbridge-ticket.pdf', 'scan']]);
  assert.deepEqual(await find(admin, 'crane compressor'), [['survey.pdf', 'text']]);
  assert.deepEqual(before.includes('weighbridge-ticket.pdf'), false);
  assert.ok((await linked()).includes('weighbridge-ticket.pdf'));
  await readStoredScans(app, []);
  assert.deepEqual(await find(admin, 'weighbridge'), [['weighbridge-ticket.pdf', 'scan']], 'switched off again');
});

test('the pages without text of a PDF that has text are recognized, and its text stays', async (t) => {
  const app = await openTestApp({ OCR_LANGUAGES: 'eng' });
  t.after(app.close);
  const admin = await asAdmin(app);
  const photo = readFixture('damage-note.jpg');
  const mixed = mixedPdf('Survey of the crane at berth seven', photo, { width: 1200, height: 800 });
  const [file] = await upload(admin, 1, { name: 'survey.pdf', bytes: mixed }, ...named(['bill-of-lading.pdf']));
  const textOf = async (name: string) =>
    (await app.ctx.db
      .selectFrom('texts')
      .innerJoin('files', 'files.blob_key', 'texts.blob_key')
      .select(['texts.id', 'texts.text'])
      .where('filename', '=', name)
      .executeTakeFirst()) ?? { id: 0, text: '' };
  await extractStored(app);
  assert.deepEqual(await find(admin, 'berth seven'), [['survey.pdf', 'text']]);
  assert.deepEqual(await find(admin, 'compressor'), []);
  const untouched = await textOf('bill-of-lading.pdf');
  await readStoredScans(app);
  assert.deepEqual(await find(admin, 'compressor housing'), [['survey.pdf', 'text']]);
  assert.deepEqual(await find(admin, 'berth seven'), [['survey.pdf', 'text']]);
  assert.match((await textOf('survey.pdf')).text, /^Survey of the crane at berth seven .*Compressor housing/);
  assert.equal((await admin.call(versionsContract.details, { id: file?.id ?? 0 })).body.is_scan, false);
  assert.deepEqual(await textOf('bill-of-lading.pdf'), untouched);
  assert.deepEqual(await countWork(app.ctx.db, 'recognition'), 0);
});

test('scans are read after all other documents, and one that cannot be read is given up', async (t) => {
  const app = await openTestApp({ OCR_LANGUAGES: 'eng' });
  t.after(app.close);
  const admin = await asAdmin(app);
  const jpeg = readFixture('damage-note.jpg');
  await upload(admin, 1, { name: 'torn.jpg', bytes: jpeg.subarray(0, 200) }, { name: 'note.jpg', bytes: jpeg });
  await extractStored(app);
  await upload(admin, 1, { name: 'late.txt', bytes: 'later than the scans' });
  await readStoredScans(app);
  assert.deepEqual(await find(admin, 'compressor'), []);
  await extractStored(app);
  await readStoredScans(app);
  assert.deepEqual(await find(admin, 'compressor'), [['note.jpg', 'scan']]);
  app.setNow(new Date(Date.now() + 5 * 60_000));
  await readStoredScans(app);
  assert.deepEqual(await countWork(app.ctx.db, 'recognition'), 0);
});

test('a language whose data is not installed is reported at the start', async () => {
  await assert.rejects(openTestApp({ OCR_LANGUAGES: 'eng+xyz' }), /OCR_LANGUAGES: .*@tesseract\.js-data\/xyz/);
  await assert.rejects(openTestApp({ OCR_LANGUAGES: '../eng' }), /OCR_LANGUAGES: must be codes of languages/);
});
