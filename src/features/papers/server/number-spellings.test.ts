import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { containersContract } from '#features/containers/core/containers.contract.ts';
import { filesContract } from '#features/files/core/files.contract.ts';
import { dayFromNow } from '#tests/containers.ts';
import { extractStored } from '#tests/extraction.ts';
import { asAdmin } from '#tests/make.ts';
import { indexAgain, linkedIds, uploadOne } from '#tests/numbered-papers.ts';
import { openTestApp, randomName } from '#tests/test-app.ts';
import type { Visitor } from '#tests/visitor.ts';

const enter = async (visitor: Visitor, numbers: { container_number?: string; bl_number?: string }) => {
  const dates = { expected_date: dayFromNow(40), ex_factory_date: dayFromNow(20) };
  const input = { name: `Chairs ${randomName()}`, container_no: `PO-${randomName()}`, ...dates, ...numbers };
  const answer = await visitor.call(containersContract.create, input);
  assert.equal(answer.status, 201, answer.raw.body);
  return answer.body;
};
const warningsOf = async (visitor: Visitor, id: number) =>
  ((await visitor.call(containersContract.find, { id })).body.warnings ?? []).map(({ code, field }) => [code, field]);

describe('the number of a container in an unusual spelling', () => {
  for (const spelled of ['ZTEU 250163/2', 'ZTEU 250163.2', 'ZTE U 250.163-2', 'zteu 250163 / 2'])
    test(`'${spelled}' is linked with an earlier document, found, and warned about when it is there already`, async (t) => {
      const app = await openTestApp();
      t.after(app.close);
      const admin = await asAdmin(app);
      const file = await uploadOne(admin, 'Invoice ZTEU2501632.txt', 'no number');
      const { id } = await enter(admin, { container_number: spelled });
      assert.deepEqual(await linkedIds(admin, id), [file.id]);
      const later = await uploadOne(admin, 'notes.txt', `Loaded in ${spelled} today`);
      await extractStored(app);
      assert.deepEqual(await linkedIds(admin, id), [later.id, file.id]);
      for (const search of [spelled, 'ZTEU2501632'])
        assert.equal((await admin.call(containersContract.page, { search })).body.found, 1, search);
      const inFiles = (await admin.call(filesContract.overview, { search: spelled })).body;
      assert.equal(inFiles.matching, 1);
      assert.deepEqual(await warningsOf(admin, id), []);
      const second = await enter(admin, { container_number: 'ZTEU2501632' });
      assert.deepEqual(await warningsOf(admin, second.id), [['duplicate_number', 'container_number']]);
      assert.deepEqual(await warningsOf(admin, id), [['duplicate_number', 'container_number']]);
    });

  for (const spelled of ['ABCU 123456/7', 'ZTE U 250.166-8', 'MEDU 868249.3'])
    test(`'${spelled}' gets the hint about its check digit`, async (t) => {
      const app = await openTestApp();
      t.after(app.close);
      const admin = await asAdmin(app);
      const { id } = await enter(admin, { container_number: spelled });
      assert.deepEqual(await warningsOf(admin, id), [['check_digit', 'container_number']]);
    });
});

test('a bill of lading that looks like a container number with a wrong check digit links documents', async (t) => {
  const app = await openTestApp();
  t.after(app.close);
  const admin = await asAdmin(app);
  const before = await uploadOne(admin, 'BL MEDU8682493.txt', 'no number');
  const { id } = await enter(admin, { bl_number: 'MEDU8682493' });
  assert.deepEqual(await linkedIds(admin, id), [before.id]);
  const inText = await uploadOne(admin, 'letter.txt', 'Our B/L MEDU 868249-3 of today');
  await extractStored(app);
  assert.deepEqual(await linkedIds(admin, id), [inText.id, before.id]);
  assert.deepEqual(await warningsOf(admin, id), []);
});

test('numbers that an older version did not read are read again after the upgrade', async (t) => {
  const app = await openTestApp();
  t.after(app.close);
  const admin = await asAdmin(app);
  const invoice = await uploadOne(admin, 'Invoice ZTEU2501632.txt', 'no number');
  const bill = await uploadOne(admin, 'BL MEDU8682493.txt', 'no number');
  const { id } = await enter(admin, { container_number: 'ZTEU 250163/2', bl_number: 'MEDU8682493' });
  const { db } = app.ctx;
  await db.updateTable('containers').set({ number_norm: null }).execute();
  await db.deleteFrom('container_files').execute();
  await db.deleteFrom('container_numbers').execute();
  await db.deleteFrom('file_references').where('value', '=', 'MEDU8682493').execute();
  await indexAgain(app.ctx, '2');
  assert.deepEqual(await linkedIds(admin, id), [bill.id, invoice.id]);
  await enter(admin, { container_number: 'ZTEU2501632' });
  assert.deepEqual(await warningsOf(admin, id), [['duplicate_number', 'container_number']]);
});
