import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asAdmin, replaceContent, upload } from '#tests/make.ts';
import { openTestApp } from '#tests/test-app.ts';
import { retypeStored } from './retype.service.ts';

test('the media types of files and versions from before an upgrade are detected again, once', async (t) => {
  const app = await openTestApp();
  t.after(app.close);
  const { db } = app.ctx;
  const admin = await asAdmin(app);
  const tiff = Buffer.alloc(5000);
  tiff.write('II*\0');
  const [cars, , scan] = await upload(
    admin,
    1,
    { name: 'cars.csv', bytes: 'BMW;X5\n' },
    { name: 'empty.bin', bytes: '' },
    { name: 'scan.tif', bytes: tiff },
  );
  await replaceContent(admin, cars?.id ?? 0, 'Volvo;V60\n');
  const typesIn = async (table: 'files' | 'file_versions') =>
    (await db.selectFrom(table).select('media_type').orderBy('id').execute()).map((row) => row.media_type);
  const asBefore = async () => {
    await db.updateTable('file_versions').set({ media_type: 'image/bmp' }).execute();
    await db
      .updateTable('files')
      .set({ media_type: 'application/octet-stream' })
      .where('id', '=', scan?.id ?? 0)
      .execute();
  };
  await asBefore();
  await retypeStored(app.ctx, new AbortController().signal);
  assert.deepEqual(await typesIn('files'), ['text/csv; charset=utf-8', 'text/plain; charset=utf-8', 'image/tiff']);
  assert.deepEqual(await typesIn('file_versions'), ['text/csv; charset=utf-8']);
  await asBefore();
  await retypeStored(app.ctx, new AbortController().signal);
  assert.deepEqual(await typesIn('file_versions'), ['image/bmp'], 'not a second time');
});
