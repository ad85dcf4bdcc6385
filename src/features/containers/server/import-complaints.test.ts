import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { containerImportContract as calls } from '#features/containers/container-import.contract.ts';
import { asAdmin } from '#tests/make.ts';
import { useTestApp } from '#tests/test-app.ts';
import type { Visitor } from '#tests/visitor.ts';

describe('the complaints of the check of an import', () => {
  const app = useTestApp();
  let admin!: Visitor;
  beforeEach(async () => {
    admin = await asAdmin(app);
  });
  const read = async (lines: readonly string[]) => {
    const file = await admin.call(calls.read, {}, [{ name: 'list.csv', bytes: lines.join('\n') }]);
    assert.equal(file.status, 201, file.raw.body);
    const { id, sheets } = file.body;
    return { id, sheet: 0, columns: sheets[0]?.columns.map(({ field }) => field) ?? [] };
  };
  const headings = 'Order No,PFI Date,Ex-Factory,POL,ETA';

  test('a cell that may be empty and cannot be read is left out with a warning, and its row is imported', async () => {
    const choices = await read([
      headings,
      'PO-1,2027-03-04,2027-01-15,Hamburk,KW 51',
      'PO-2,2027-03-04,2027-01-15,Hamburk,2027-03-01',
      'PO-3,KW 51,2027-01-15,Hamburg,2027-03-01',
    ]);
    const { body } = await admin.call(calls.check, choices);
    assert.deepEqual(
      body.rows.map(({ state, problems, warnings }) => [state, problems, warnings.length]),
      [
        ['new', [], 2],
        ['new', [], 1],
        ['wrong', ["PFI Date: 'KW 51' cannot be read."], 0],
      ],
    );
    assert.deepEqual(
      body.complaints.map(({ field, value, kind, code, rows, row }) => [field, value, kind, code, rows, row]),
      [
        ['pfi_date', 'KW 51', 'problem', 'unreadable', 1, 4],
        ['pol', 'Hamburk', 'warning', 'unreadable', 2, 2],
        ['eta', 'KW 51', 'warning', 'unreadable', 1, 2],
      ],
    );
    assert.deepEqual(body.complaints[1]?.proposals[0], { value: 'DEHAM', label: 'Hamburg (DEHAM)' });
    assert.deepEqual(body.rows[0]?.complaints[0]?.proposals, body.complaints[1]?.proposals);
    const run = await admin.call(calls.run, { ...choices, preview: body.preview });
    assert.deepEqual(run.body, { created: 2, updated: 0, left_out: 1, unchanged: 0 });
  });

  test('corrections replace a value in all rows or in one, and fill what is missing', async () => {
    const choices = await read([headings, 'PO-11,,2027-01-15,Hamburk,', 'PO-12,,2027-01-15,Hamburk,tbc']);
    const corrections = [
      { field: 'pol', value: 'Hamburk', to: 'DEHAM' },
      { field: 'pol', value: 'Hamburk', to: '', row: 3 },
      { field: 'pfi_date', value: null, to: '2027-03-04' },
      { field: 'vessel', value: null, to: 'MSC Anna' },
    ] as const;
    const { body } = await admin.call(calls.check, { ...choices, corrections: [...corrections] });
    assert.deepEqual(body.complaints, []);
    assert.deepEqual(
      body.rows.map(({ changes }) =>
        ['pfi_date', 'pol', 'vessel'].map((name) => changes.find(({ field }) => field === name)?.to),
      ),
      [
        ['2027-03-04', 'Hamburg (DEHAM)', 'MSC Anna'],
        ['2027-03-04', undefined, 'MSC Anna'],
      ],
    );
  });

  test('a team that is not found leaves out the row, and a person that is not found only the cell', async () => {
    const choices = await read([
      'Order No,PFI Date,Ex-Factory,Team,Assignee',
      'PO-21,2027-03-04,2027-01-15,Nowhere,',
      'PO-22,2027-03-04,2027-01-15,,Nobody',
    ]);
    const { body } = await admin.call(calls.check, choices);
    assert.deepEqual(
      body.complaints.map(({ kind, code, value }) => [kind, code, value]),
      [
        ['problem', 'no_team', 'Nowhere'],
        ['warning', 'no_person', 'Nobody'],
      ],
    );
    assert.deepEqual(
      body.rows.map(({ state }) => state),
      ['wrong', 'new'],
    );
  });
});
