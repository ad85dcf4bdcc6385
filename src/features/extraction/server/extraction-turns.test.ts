import assert from 'node:assert/strict';
import { test } from 'node:test';
import { extractionOrder, extractStored, scanOrder } from '#tests/extraction.ts';
import { readFixture } from '#tests/fixtures.ts';
import { asAdmin, signedInAs, upload } from '#tests/make.ts';
import { openTestApp } from '#tests/test-app.ts';

const named = (...names: string[]) => names.map((name) => ({ name: `${name}.txt`, bytes: `the text of ${name}` }));

test('uploaders take turns, each with the oldest of their waiting files', async (t) => {
  const app = await openTestApp();
  t.after(app.close);
  const [admin, { visitor: other }, { visitor: third }] = [
    await asAdmin(app),
    await signedInAs(app, { role: 3, team: 1 }),
    await signedInAs(app, { role: 3, team: 1 }),
  ];
  for (const name of ['a1', 'a2', 'a3']) await upload(admin, 1, ...named(name));
  await upload(third, 1, ...named('c1'));
  for (const name of ['b1', 'b2']) await upload(other, 1, ...named(name));
  assert.deepEqual(
    await extractionOrder(app),
    ['a1', 'b1', 'c1', 'a2', 'b2', 'a3'].map((name) => `the text of ${name}`),
  );
});

test('uploaders take turns in the recognition of scans', async (t) => {
  const app = await openTestApp({ OCR_LANGUAGES: 'eng' });
  t.after(app.close);
  const [admin, { visitor: other }] = [await asAdmin(app), await signedInAs(app, { role: 3, team: 1 })];
  // Torn pictures of different sizes: none of them can be read, which ends quickly.
  const bytes = readFixture('damage-note.jpg');
  for (const size of [201, 202, 203]) await upload(admin, 1, { name: 'a.jpg', bytes: bytes.subarray(0, size) });
  for (const size of [301, 302]) await upload(other, 1, { name: 'b.jpg', bytes: bytes.subarray(0, size) });
  await extractStored(app);
  assert.deepEqual(await scanOrder(app), [201, 301, 202, 302, 203]);
});

test('a content that failed is not tried again at once, and then after all others', async (t) => {
  const app = await openTestApp();
  t.after(app.close);
  const [admin, { visitor: other }] = [await asAdmin(app), await signedInAs(app, { role: 3, team: 1 })];
  await upload(admin, 1, ...named('slow'));
  await extractStored(app, { endsItsWorker: true });
  assert.deepEqual(await extractionOrder(app), []);
  app.setNow(new Date(Date.now() + 5 * 60_000));
  for (const name of ['note', 'list']) await upload(other, 1, ...named(name));
  assert.deepEqual(
    await extractionOrder(app),
    ['note', 'list', 'slow'].map((name) => `the text of ${name}`),
  );
});
