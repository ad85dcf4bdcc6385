import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { filesContract } from '#features/files/core/files.contract.ts';
import { asAdmin, upload } from '#tests/make.ts';
import { useTestApp } from '#tests/test-app.ts';
import type { Visitor } from '#tests/visitor.ts';

const names = ['Packing_List.pdf', 'packing - list 2.pdf', 'Packinglist.pdf', 'Draft-Invoice.v2.docx', 'Café Ltd.txt'];

const cases: [search: string, found: string[]][] = [
  ['packing list', ['Packing_List.pdf', 'packing - list 2.pdf']],
  ['packing.list', ['Packing_List.pdf', 'packing - list 2.pdf']],
  ['PACKING-LIST_2', ['packing - list 2.pdf']],
  ['list.pdf', ['Packing_List.pdf', 'Packinglist.pdf']],
  ['packinglist', ['Packinglist.pdf']],
  ['"draft invoice"', ['Draft-Invoice.v2.docx']],
  ['v2 docx', ['Draft-Invoice.v2.docx']],
  ['cafe ltd', ['Café Ltd.txt']],
  ['-packing', ['Café Ltd.txt', 'Draft-Invoice.v2.docx']],
  ['-"packing list" -draft', ['Café Ltd.txt', 'Packinglist.pdf']],
  ['\u0301', []],
];

describe('a search of file names', () => {
  const app = useTestApp();
  let admin!: Visitor;
  before(async () => {
    admin = await asAdmin(app);
    await upload(admin, 1, ...names.map((name) => ({ name })));
  });
  for (const [search, found] of cases)
    test(`finds by ${JSON.stringify(search)}: ${found.join(', ') || 'nothing'}`, async () => {
      const { body } = await admin.call(filesContract.overview, { search, sort: 'filename' });
      const listed = body.groups.flatMap(({ files }) => files.map(({ filename }) => filename));
      assert.deepEqual(listed.toSorted(), found.toSorted());
      assert.equal(body.matching, found.length);
    });
});
