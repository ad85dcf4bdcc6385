import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { containerImportContract as calls } from '#features/containers/import/container-import.contract.ts';
import { partiesContract } from '#features/containers/parties/parties.contract.ts';
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

  test('a word for no value is named where a value is missing, and is corrected in all of its rows', async () => {
    const choices = await read([
      headings,
      'PO-15,2027-03-04,tba,,tba',
      'PO-16,2027-03-04,tba,,',
      'PO-17,2027-03-04,#N/A,,',
      'PO-18,2027-03-04,,,',
    ]);
    const { body } = await admin.call(calls.check, choices);
    assert.deepEqual(
      body.complaints.map(({ value, text, rows }) => [value, text, rows]),
      [
        ['tba', "Ex-Factory Date is missing: the file has 'tba'.", 2],
        [null, 'Ex-Factory Date is missing.', 2],
      ],
    );
    const corrections = [{ field: 'ex_factory_date' as const, value: 'tba', to: '15.01.2027' }];
    const { rows } = (await admin.call(calls.check, { ...choices, corrections })).body;
    assert.deepEqual(
      rows.map(({ state, changes }) => [state, changes.find(({ field }) => field === 'ex_factory_date')?.to]),
      [
        ['new', '2027-01-15'],
        ['new', '2027-01-15'],
        ['wrong', undefined],
        ['wrong', undefined],
      ],
    );
  });

  test('a wrong check digit has the right number as a proposal', async () => {
    const choices = await read(['Container No,PO,PFI Date,Ex-Factory', 'EGHU 818181-7,PO-19,2027-03-04,2027-01-15']);
    const [wrong] = (await admin.call(calls.check, choices)).body.complaints;
    assert.deepEqual(
      [wrong?.code, wrong?.proposals],
      ['check_digit', [{ value: 'EGHU8181818', label: 'EGHU8181818' }]],
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

  test('several orders of one container are records of their own, and the same list changes nothing', async () => {
    const lines = (eta: string) => [
      'Container No,PO,Description,PFI Date,Ex-Factory,ETA',
      ...['71', '72', '73'].map((order) => `TGHU7654321,${order},Goods ${order},2027-03-04,2027-01-15,${eta}`),
    ];
    const first = await read(lines(''));
    const planned = (await admin.call(calls.check, first)).body;
    assert.equal(planned.counts.new, 3);
    const [about] = planned.complaints.filter(({ code }) => code === 'repeated_number');
    assert.match(about?.text ?? '', /TGHU7654321 is in 3 rows of the file, with different orders/);
    assert.equal(about?.rows, 3);
    assert.equal((await admin.call(calls.run, first)).body.created, 3);
    assert.equal((await admin.call(calls.check, await read(lines('')))).body.counts.same, 3);
    assert.equal((await admin.call(calls.check, await read(lines('2027-02-02')))).body.counts.changed, 3);
    const fourth = await read([lines('')[0] ?? '', 'TGHU7654321,74,Goods 74,2027-03-04,2027-01-15,']);
    const added = (await admin.call(calls.check, fourth)).body;
    assert.deepEqual(
      [added.counts.new, added.complaints.map(({ code }) => code)],
      [1, ['check_digit', 'repeated_number']],
    );
    // The list of a carrier has no order numbers.
    const carrier = await read(['Container No,ETA', 'TGHU7654321,2027-02-02']);
    const [several] = (await admin.call(calls.check, carrier)).body.complaints;
    assert.equal(several?.code, 'several_there');
    assert.match(several?.text ?? '', /: 71 · .*, 72 · .*, 73 · .*Choose one/);
    const corrections = [{ field: 'id', value: null, to: several?.proposals[1]?.value ?? '', row: 2 }] as const;
    const chosen = (await admin.call(calls.check, { ...carrier, corrections: [...corrections] })).body.rows[0];
    assert.deepEqual([chosen?.state, chosen?.label.includes('72')], ['changed', true]);
  });

  test('a new party that is like a known one is proposed, and stays new if the user confirms its name', async () => {
    const known = 'Hai Phong Footwear Co., Ltd.';
    assert.equal((await admin.call(partiesContract.add, { name: known })).status, 200);
    const list = (name: string, order: string) =>
      read(['Order No,PFI Date,Ex-Factory,Supplier', `${order},2027-03-04,2027-01-15,${name}`]);
    const choices = await list('HAIPHONG FOOTWEAR', 'PO-31');
    const { body } = await admin.call(calls.check, choices);
    assert.deepEqual(
      body.complaints.map(({ code, field, value, proposals }) => [code, field, value, proposals]),
      [['similar_party', 'supplier_name', 'HAIPHONG FOOTWEAR', [{ value: known, label: known }]]],
    );
    const supplierWith = async (to: string) => {
      const corrections = [{ field: 'supplier_name' as const, value: 'HAIPHONG FOOTWEAR', to }];
      const answer = (await admin.call(calls.check, { ...choices, corrections })).body;
      assert.deepEqual(answer.complaints, []);
      return answer.rows[0]?.changes.find(({ field }) => field === 'supplier_id')?.to;
    };
    assert.deepEqual(
      [await supplierWith(known), await supplierWith('HAIPHONG FOOTWEAR')],
      [known, 'HAIPHONG FOOTWEAR'],
    );
    assert.deepEqual((await admin.call(calls.check, await list('Nordic Oak', 'PO-32'))).body.complaints, []);
  });
});
