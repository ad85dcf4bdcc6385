import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { containersContract } from '#features/containers/core/containers.contract.ts';
import { containerImportContract as calls } from '#features/containers/import/container-import.contract.ts';
import { asAdmin, makeTeam, signedInAs } from '#tests/make.ts';
import { useTestApp } from '#tests/test-app.ts';
import type { Visitor } from '#tests/visitor.ts';
import { textInZip } from '#tests/zip.ts';

describe('an import that is not finished', () => {
  const app = useTestApp();
  let admin!: Visitor;
  beforeEach(async () => {
    admin = await asAdmin(app);
  });
  const linesOf = (prefix: string) => [
    'Order No,PFI Date,Ex-Factory,Goods',
    `${prefix}-1,2027-03-04,2027-01-15,Chairs`,
    `${prefix}-2,KW 51,2027-01-15,=SUM(A1)`,
    `${prefix}-1,2027-03-04,2027-01-15,Chairs`,
  ];
  const read = async (prefix: string, name = 'list.csv') => {
    const { status, body, raw } = await admin.call(calls.read, {}, [{ name, bytes: linesOf(prefix).join('\n') }]);
    assert.equal(status, 201, raw.body);
    const columns = body.sheets[0]?.columns.map(({ field }) => field) ?? [];
    return { file: body, choices: { id: body.id, sheet: 0, columns } };
  };
  const corrections = [{ field: 'pfi_date', value: 'KW 51', to: '2027-03-05', row: 3 }] as const;
  const unfinished = async (visitor: Visitor) => {
    const { status, body, raw } = await visitor.call(calls.unfinished, {});
    assert.equal(status, 200, raw.body);
    return body.unfinished;
  };

  test('is kept with its choices for the user who read the file, until it is imported or discarded', async () => {
    const { file, choices } = await read('PA');
    const { visitor: other } = await signedInAs(app, { role: 2, team: await makeTeam(app) });
    assert.deepEqual([(await unfinished(admin))?.file, (await unfinished(admin))?.draft], [file, null]);
    const draft = { ...choices, corrections: [...corrections], reason: 'New plan', is_reviewed: true };
    assert.equal((await admin.call(calls.saveDraft, draft)).status, 204);
    const kept = (await unfinished(await asAdmin(app)))?.draft;
    assert.deepEqual(kept, {
      sheet: 0,
      columns: choices.columns,
      day_first: true,
      existing: 'update',
      hidden_rows: 'keep',
      totals: 'omit',
      corrections,
      reason: 'New plan',
      is_reviewed: true,
    });
    assert.equal(await unfinished(other), null);
    assert.equal((await other.call(calls.saveDraft, draft)).failure.code, 'import.not_found');
    assert.equal((await other.call(calls.discard, { id: file.id })).status, 204);
    assert.equal((await unfinished(admin))?.file.id, file.id);

    await admin.call(calls.headings, { id: file.id, sheet: 0, heading_row: 2 });
    assert.equal((await unfinished(admin))?.file.sheets[0]?.columns[0]?.heading, 'PA-1');
    await admin.call(calls.headings, { id: file.id, sheet: 0, heading_row: 1 });

    assert.equal((await admin.call(calls.run, draft)).status, 200);
    assert.equal(await unfinished(admin), null);
    assert.equal((await admin.call(calls.saveDraft, draft)).failure.code, 'import.not_found');
    const next = await read('PA', 'next.csv');
    assert.equal((await unfinished(admin))?.file.name, 'next.csv');
    assert.equal((await admin.call(calls.discard, { id: next.file.id })).status, 204);
    assert.equal(await unfinished(admin), null);
    assert.equal((await admin.call(calls.check, next.choices)).failure.code, 'import.not_found');
  });

  test('has a workbook of the rows that it does not import, with the reasons, before and after the run', async () => {
    const { choices } = await read('PB');
    await admin.call(calls.saveDraft, choices);
    const workbook = async () => {
      const { raw } = await admin.call(calls.leftOutXlsx, { id: choices.id });
      return textInZip(raw.rawPayload, 'xl/worksheets/sheet1.xml');
    };
    const rowsOf = (sheet: string) =>
      [...sheet.matchAll(/<row .*?<\/row>/g)].map(([row]) =>
        [...row.matchAll(/<(?:t|v)[^>]*>(.*?)</g)].map(([, text]) => text),
      );
    const expected = [
      ['Row', 'Reason', 'Order No', 'PFI Date', 'Ex-Factory', 'Goods'],
      ['3', 'PFI Date: &apos;KW 51&apos; cannot be read.', 'PB-2', 'KW 51', '2027-01-15', '=SUM(A1)'],
      ['4', 'The same container as in row 2.', 'PB-1', '2027-03-04', '2027-01-15', 'Chairs'],
    ];
    const before = await workbook();
    assert.deepEqual(
      rowsOf(before).map((row) => row.map((text) => text?.replaceAll("'", '&apos;'))),
      expected,
    );
    assert.ok(!before.includes('<f>'));
    assert.deepEqual((await admin.call(calls.run, choices)).body, {
      created: 1,
      updated: 0,
      left_out: 2,
      unchanged: 0,
    });
    assert.equal(await workbook(), before);
    const { body } = await admin.call(calls.leftOut, { id: choices.id });
    assert.deepEqual(
      body.rows.map(({ row, reasons }) => [row, reasons]),
      [
        [3, ["PFI Date: 'KW 51' cannot be read."]],
        [4, ['The same container as in row 2.']],
      ],
    );
    assert.equal(body.next, null);
    const [listed] = (await admin.call(calls.list, {})).body;
    assert.deepEqual([listed?.id, listed?.has_left_out], [choices.id, true]);
    const { visitor: other } = await signedInAs(app, { role: 2, team: await makeTeam(app) });
    assert.equal((await other.call(calls.leftOut, { id: choices.id })).failure.code, 'import.not_found');
    assert.equal((await other.call(calls.leftOutXlsx, { id: choices.id })).failure.code, 'import.not_found');
  });

  test('the list of containers is narrowed to those that an import created or changed', async () => {
    const { choices } = await read('PC');
    await admin.call(calls.run, choices);
    const byImport = async (import_id: number) =>
      (await admin.call(containersContract.page, { import_id: String(import_id), sort: 'late' })).body.containers.map(
        ({ container_no }) => container_no,
      );
    assert.deepEqual(await byImport(choices.id), ['PC-1']);
    assert.deepEqual(await byImport(choices.id + 1), []);
    const later = await admin.call(calls.read, {}, [{ name: 'b.csv', bytes: 'Order No,Goods\nPC-1,Tables' }]);
    const columns = later.body.sheets[0]?.columns.map(({ field }) => field) ?? [];
    await admin.call(calls.run, { id: later.body.id, sheet: 0, columns });
    assert.deepEqual([await byImport(choices.id), await byImport(later.body.id)], [[], ['PC-1']]);
  });
});
