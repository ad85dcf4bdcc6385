import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { asAdmin, blobKeyOf, upload } from '#tests/make.ts';
import { openTestApp } from '#tests/test-app.ts';
import { replaceText } from './texts.queries.ts';

test('contents of the same second get different text ids when two servers save their texts at the same time', async (t) => {
  const app = await openTestApp();
  t.after(app.close);
  const { db, config } = app.ctx;
  if (!config.databaseUrl) return t.skip('needs two transactions at the same time');
  const files = await upload(await asAdmin(app), 1, { name: 'one.txt' }, { name: 'other.txt' });
  const [one = '', other = ''] = await Promise.all(files.map(({ id }) => blobKeyOf(app, id)));
  let commit = () => {};
  const mayCommit = new Promise<void>((resolve) => (commit = resolve));
  let markStarted = () => {};
  const hasStarted = new Promise<void>((resolve) => (markStarted = resolve));
  const first = db.transaction().execute(async (tx) => {
    await replaceText(tx, one, { text: 'the crane at dusk' });
    markStarted();
    await mayCommit;
  });
  await hasStarted;
  const second = db.transaction().execute((tx) => replaceText(tx, other, { text: 'the quay at dawn' }));
  // In this time the second transaction waits for the id of the first one, or it has failed.
  await Promise.race([second.catch(() => undefined), sleep(200)]);
  commit();
  await Promise.all([first, second]);
  const texts = await db.selectFrom('texts').select(['id', 'blob_key']).execute();
  assert.deepEqual(new Set(texts.map(({ blob_key }) => blob_key)), new Set([one, other]));
  assert.equal(new Set(texts.map(({ id }) => id)).size, 2);
});
