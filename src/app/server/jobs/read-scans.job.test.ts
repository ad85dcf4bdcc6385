import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countWork } from '#server/database/work.queries.ts';
import { extractStored } from '#tests/extraction.ts';
import { readFixture } from '#tests/fixtures.ts';
import { asAdmin, upload } from '#tests/make.ts';
import { openTestApp } from '#tests/test-app.ts';
import { readScans } from './read-scans.job.ts';

test('scans have their text recognized once', async (t) => {
  const app = await openTestApp({ OCR_LANGUAGES: 'eng' });
  t.after(app.close);
  await upload(await asAdmin(app), 1, { name: 'scan.pdf', bytes: readFixture('scan.pdf') });
  await extractStored(app);
  const job = readScans();
  t.after(() => job.stop?.());
  for (let run = 0; run < 2; run += 1) await job.run(app.ctx, new AbortController().signal);
  const texts = await app.ctx.db.selectFrom('texts').select(['text', 'from_scan']).execute();
  assert.deepEqual(
    texts.map(({ text, from_scan }) => [text, from_scan]),
    [['INVOICE 2026-0042 (scanned copy) 40 bales of raw cotton Total 12,480.00 EUR', 1]],
  );
  assert.deepEqual(await countWork(app.ctx.db, 'recognition'), 0);
});
