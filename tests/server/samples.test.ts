import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { test } from 'node:test';
import { unzipSync } from 'fflate';
import sharp from 'sharp';
import { filesContract } from '#features/files/core/files.contract.ts';
import type { File } from '#features/files/core/files.contract.ts';
import { versionsContract } from '#features/files/core/versions.contract.ts';
import { previewsContract } from '#features/files/preview/preview.contract.ts';
import { extractStored } from '#tests/extraction.ts';
import { readSamples, sampleNames } from '#tests/fixtures.ts';
import { asAdmin, upload } from '#tests/make.ts';
import { openTestApp } from '#tests/test-app.ts';

const hashOf = (bytes: Buffer | Uint8Array) => createHash('sha256').update(bytes).digest('hex');

type Made = 'page' | 'thumbnail';
type Expected = { is: string; made?: Made | Made[]; fails?: true; words?: string };

const office = 'application/vnd.openxmlformats-officedocument';
const openDocument = 'application/vnd.oasis.opendocument';

/** The media type of every sample document, its derived file, and words of its text. */
const expected: Record<string, Expected> = {
  'announcement.mp3': { is: 'audio/mpeg' },
  'arrival-notice.msg': { is: 'application/vnd.ms-outlook', made: 'page', words: 'berths burchardkai' },
  'bad-script.html': { is: 'text/html; charset=utf-8', made: 'page', words: 'customs office closed' },
  'berth-plan.vsd': { is: 'application/vnd.visio' },
  'berth-training.odp': { is: `${openDocument}.presentation`, made: 'page', words: 'keep clear of the spreader' },
  'berth-training.ppt': { is: 'application/vnd.ms-powerpoint', made: 'page', words: 'film about mooring lines' },
  'berth-training.pptx': { is: `${office}.presentationml.presentation`, made: 'page', words: '安全帽' },
  'bill-of-lading-zh.pdf': { is: 'application/pdf', made: 'thumbnail', words: '宁波舟山港' },
  'bill-of-lading.pdf': { is: 'application/pdf', made: 'thumbnail', words: 'one of which being accomplished' },
  'booking-confirmation.pdf': { is: 'application/pdf', made: 'thumbnail', words: 'readiness is everything' },
  'booking-form.odt': { is: `${openDocument}.text`, made: 'page', words: 'commodity hazardous' },
  'booking-form.pdf': { is: 'application/pdf', made: 'thumbnail', words: 'within one working day' },
  'certificate-ar-letter.odt': { is: `${openDocument}.text`, made: 'page', words: 'بوليصة الشحن' },
  'certificate-ar.pdf': { is: 'application/pdf', made: 'thumbnail', words: 'ميناء جبل علي' },
  'checklist.md': { is: 'text/markdown; charset=utf-8', words: 'hatch covers' },
  'claim-letter-de.rtf': { is: 'application/rtf; charset=utf-8', made: 'page', words: 'achtzehn kartons' },
  'container.svg': { is: 'image/svg+xml; charset=utf-8', made: 'page', words: 'corrugated side wall' },
  'contract-tracked.docx': { is: `${office}.wordprocessingml.document`, made: 'page', words: 'forty five days' },
  'crane.gif': { is: 'image/gif', made: 'thumbnail' },
  'crane.mp4': { is: 'video/mp4' },
  'crane.webm': { is: 'video/webm' },
  'damage-note.jpg': { is: 'image/jpeg', made: 'thumbnail' },
  'damage-report.png': { is: 'image/png', made: 'thumbnail' },
  'damaged.pdf': { is: 'application/pdf', fails: true },
  'delivery-note-de.doc': { is: 'application/msword', made: 'page', words: 'gerichtsstand hamburg' },
  'empty.dat': { is: 'text/plain; charset=utf-8' },
  'fax-order.pdf': { is: 'application/pdf', made: 'thumbnail' },
  'fax-order.tif': { is: 'image/tiff', made: ['thumbnail', 'page'] },
  'fax.tif': { is: 'image/tiff', made: ['thumbnail', 'page'] },
  'freight-rates.ods': { is: `${openDocument}.spreadsheet`, made: 'page', words: 'wahrungszuschlag' },
  'freight-rates.xls': { is: 'application/vnd.ms-excel', made: 'page', words: 'per forty foot container' },
  'freight-rates.xlsx': { is: `${office}.spreadsheetml.sheet`, made: 'page', words: 'per forty foot container' },
  'gate-label.bmp': { is: 'image/bmp' },
  'gate-notes-utf16.txt': { is: 'text/plain; charset=utf-16le', words: 'kaikante vereist' },
  'gate-notes.txt': { is: 'text/plain; charset=utf-8', words: '四号门' },
  'hazard-label.webp': { is: 'image/webp', made: 'thumbnail' },
  'horn.flac': { is: 'audio/flac' },
  'horn.wav': { is: 'audio/wav' },
  'invoice.docx': { is: `${office}.wordprocessingml.document`, made: 'page', words: 'porcelain tea sets' },
  'loading-instructions.odt': { is: `${openDocument}.text`, made: 'page', words: 'frozen shrimp' },
  'loading-report.rtf': { is: 'application/rtf; charset=utf-8', made: 'page', words: 'lashing rods' },
  'manifest.xml': { is: 'application/xml; charset=utf-8', words: 'lighthouse lamps' },
  'packing-list-zh.docx': { is: `${office}.wordprocessingml.document`, made: 'page', words: '竹制托盘' },
  'photo.heic': { is: 'image/heic', made: ['thumbnail', 'page'] },
  'photo-progressive.jpg': { is: 'image/jpeg', made: 'thumbnail' },
  'photo-rotated.jpg': { is: 'image/jpeg', made: 'thumbnail' },
  // Its text is encrypted with a password.
  'protected.pdf': { is: 'application/pdf' },
  'quotation-zh.eml': { is: 'message/rfc822; charset=windows-1252', made: 'page', words: '四十尺集装箱' },
  'scan.pdf': { is: 'application/pdf', made: 'thumbnail' },
  'scan-zh.png': { is: 'image/png', made: 'thumbnail' },
  'shipment-4711.zip': { is: 'application/zip', made: 'page', words: 'nested' },
  'shipment-4712.7z': { is: 'application/x-7z-compressed' },
  'shipping-notice.eml': { is: 'message/rfc822; charset=utf-8', made: 'page', words: 'left the warehouse' },
  'survey-locked-de.pdf': { is: 'application/pdf', made: 'thumbnail', words: 'seewasserschaden' },
  'tarife-de.csv': { is: 'text/csv; charset=windows-1252', words: 'bremerhaven umschlag' },
  'tarifs-fr.msg': { is: 'application/vnd.ms-outlook', made: 'page', words: 'stockage refrigere' },
  'tracking-page.html': { is: 'text/html; charset=utf-8', made: 'page', words: 'where is my container' },
  'tracking.json': { is: 'application/json; charset=utf-8', words: 'discharged from vessel' },
  'unknown.bin': { is: 'application/octet-stream' },
  'volumes-chart.xlsx': { is: `${office}.spreadsheetml.sheet`, made: 'page', words: 'boxes moved' },
  'weighbridge-ticket.pdf': { is: 'application/pdf', made: 'thumbnail' },
  'weights.csv': { is: 'text/csv; charset=utf-8', words: 'verified gross mass' },
  'yard.avif': { is: 'image/avif', made: 'thumbnail' },
};

/** Phrases in scripts, deleted text and encrypted text. A search must not find them. */
const unreadable = ['secret freight rates', 'within sixty days', 'nineteen dollars per tonne'];

test('real documents stay identical, and can be previewed and found', async (t) => {
  const app = await openTestApp();
  t.after(app.close);
  const admin = await asAdmin(app);
  const originals = new Map<string, Buffer>();
  const original = ({ filename }: File) => originals.get(filename) as Buffer;
  const download = async ({ filepath }: File, query = '') =>
    (await admin.send({ method: 'GET', url: `/storage/${filepath}${query}` })).rawPayload;

  assert.deepEqual(Object.keys(expected).toSorted(), sampleNames);
  const sent = [...readSamples(), { name: 'large.bin', bytes: Buffer.alloc(3_000_000, 7) }];
  for (const { name, bytes } of sent) originals.set(name, bytes);
  const files = await upload(admin, 1, ...sent);
  assert.equal(files.length, originals.size);
  for (const file of files) assert.equal(hashOf(await download(file)), hashOf(original(file)), file.filename);

  await extractStored(app);
  for (const { id, filename, filepath } of files.filter((file) => file.filename in expected)) {
    const { is, made, fails, words } = expected[filename] as Expected;
    const derived = made === undefined ? [] : [made].flat();
    const { media_type } = await app.ctx.db
      .selectFrom('files')
      .select('media_type')
      .where('filepath', '=', filepath)
      .executeTakeFirstOrThrow();
    assert.equal(media_type, is, filename);
    assert.deepEqual(
      (await admin.call(previewsContract.state, { id })).body,
      {
        state: fails ? 'failed' : made ? 'made' : 'none',
        has_thumbnail: derived.includes('thumbnail'),
        has_page: derived.includes('page'),
        ...(fails && { reason: 'damaged' }),
      },
      filename,
    );
    for (const kind of derived)
      assert.equal((await admin.send({ method: 'GET', url: `/api/files/${id}/${kind}` })).statusCode, 200);
    if (words === undefined) continue;
    const found = (await admin.call(filesContract.textSearch, { search: words })).body.files;
    assert.ok(
      found.some((hit) => hit.id === id),
      `${filename} is not found by: ${words}`,
    );
  }
  for (const search of unreadable)
    assert.deepEqual((await admin.call(filesContract.textSearch, { search })).body.files, [], search);

  // The camera was held on its side.
  const photo = files.find((file) => file.filename === 'photo-rotated.jpg') as File;
  const thumbnail = await admin.send({ method: 'GET', url: `/api/files/${photo.id}/thumbnail` });
  const { width, height, orientation } = await sharp(thumbnail.rawPayload).metadata();
  assert.deepEqual([width, height, orientation], [192, 256, undefined]);

  for (const [index, file] of files.entries()) {
    const other = files[(index + 1) % files.length] as File;
    const change = { id: file.id, _method: 'PUT' as const };
    const answer = await admin.call(filesContract.update, change, [{ name: 'x', bytes: original(other) }]);
    assert.equal(answer.status, 200, answer.raw.body);
    assert.equal(hashOf(await download(file)), hashOf(original(other)), file.filename);
  }
  for (const file of files) {
    const [version] = (await admin.call(versionsContract.list, { id: file.id })).body;
    assert.equal(hashOf(await download(file, `?version=${version?.id}`)), hashOf(original(file)), file.filename);
    const restored = await admin.call(versionsContract.restore, { id: file.id, version_id: Number(version?.id) });
    assert.equal(restored.status, 200, restored.raw.body);
    assert.equal(hashOf(await download(file)), hashOf(original(file)), file.filename);
  }

  const ids = files.map((file) => file.id).join(',');
  const zip = await admin.send({ method: 'GET', url: `/api/files/zip?ids=${ids}` });
  const unpacked = unzipSync(zip.rawPayload);
  assert.equal(Object.keys(unpacked).length, files.length);
  for (const [name, bytes] of Object.entries(unpacked))
    assert.equal(hashOf(bytes), hashOf(originals.get(basename(name)) as Buffer), name);
});
