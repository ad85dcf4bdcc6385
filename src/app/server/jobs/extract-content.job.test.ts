import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asAdmin, blobKeyOf, upload } from '#tests/make.ts';
import { openTestApp } from '#tests/test-app.ts';
import { extractContent } from './extract-content.job.ts';

test('stored files have their text extracted once', async (t) => {
  const app = await openTestApp();
  t.after(app.close);
  const [file] = await upload(await asAdmin(app), 1, { name: 'note.txt', bytes: 'the crane at dusk' });
  const job = extractContent();
  t.after(() => job.stop?.());
  for (let run = 0; run < 2; run += 1) await job.run(app.ctx, new AbortController().signal);
  const texts = await app.ctx.db.selectFrom('texts').select(['blob_key', 'text']).execute();
  assert.deepEqual(
    texts.map(({ blob_key, text }) => [blob_key, text]),
    [[await blobKeyOf(app, file?.id ?? 0), 'the crane at dusk']],
  );
});
