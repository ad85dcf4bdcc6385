import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { containerImportContract as calls } from '#features/containers/import/container-import.contract.ts';
import { readFixture } from '#tests/fixtures.ts';
import { asAdmin } from '#tests/make.ts';
import { spreadsheetCases } from '#tests/spreadsheet-cases.ts';
import { useTestApp } from '#tests/test-app.ts';

describe('spreadsheets of other programs', () => {
  const app = useTestApp();

  for (const [name, expected] of Object.entries(spreadsheetCases))
    test(`the import of containers reads ${name} as it is meant`, async () => {
      const { charset, hiddenRows = 0, columns = {}, choices = {}, rowsLeft, rows = {} } = expected;
      const admin = await asAdmin(app);
      const read = await admin.call(calls.read, {}, [{ name, bytes: readFixture(`spreadsheets/${name}`) }]);
      assert.equal(read.status, 201, read.raw.body);
      const [sheet] = read.body.sheets;
      assert.equal(read.body.charset, charset ?? read.body.charset);
      assert.equal(sheet?.hidden_rows, hiddenRows);
      const fields = sheet?.columns.map(({ field }) => field) ?? [];
      const found = Object.fromEntries(sheet?.columns.map(({ heading, field }) => [heading, field]) ?? []);
      assert.deepEqual(picked(found, columns), columns);
      const check = await admin.call(calls.check, {
        id: read.body.id,
        sheet: 0,
        columns: fields,
        ...choices,
        limit: 500,
      });
      assert.equal(check.status, 200, check.raw.body);
      const numbers = check.body.rows.map(({ row }) => row);
      assert.deepEqual(numbers, rowsLeft ?? numbers);
      for (const [number, { state, notes = [], values = {} }] of Object.entries(rows)) {
        const row = check.body.rows.find((one) => one.row === Number(number));
        assert.ok(row, `row ${number} is not in the review`);
        const shown = Object.fromEntries(row.changes.map(({ field, to }) => [field, to]));
        assert.deepEqual(picked(shown, values), values, `row ${number}: ${JSON.stringify(row)}`);
        assert.equal(row.state, state ?? row.state, `row ${number}: ${JSON.stringify(row)}`);
        const found = [...row.problems, ...row.warnings];
        for (const note of notes)
          assert.ok(
            found.some((text) => note.test(text)),
            `row ${number}: ${String(note)}: ${found.join(' | ')}`,
          );
      }
    });
});

/** Returns the entries with the keys of `wanted`. One that is missing is null. */
const picked = <Value>(entries: Record<string, Value>, wanted: object): Record<string, Value | null> =>
  Object.fromEntries(Object.keys(wanted).map((key) => [key, entries[key] ?? null]));
