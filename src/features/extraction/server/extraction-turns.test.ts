import assert from 'node:assert/strict';
import { test } from 'node:test';
import { extractionOrder, extractStored } from '#tests/extraction.ts';
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
