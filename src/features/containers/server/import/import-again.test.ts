import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { containersContract } from '#features/containers/core/containers.contract.ts';
import { containerImportContract as calls } from '#features/containers/import/container-import.contract.ts';
import { asAdmin } from '#tests/make.ts';
import { numberOf } from '#tests/monday-sheet.ts';
import { useTestApp } from '#tests/test-app.ts';
import type { Visitor } from '#tests/visitor.ts';

const headings = 'Order Number,Container Number,PFI Date,Ex-Factory Date,Status,Departed on,Remarks';

describe('a sheet that is imported again', () => {
  const app = useTestApp();
  let admin!: Visitor;
  beforeEach(async () => {
    app.setNow(new Date('2026-06-15T12:00:00'));
    admin = await asAdmin(app);
  });
  const make = async (container_number: string, container_no: string, expected_date: string, status_id: 1 | 3) => {
    const fields = { container_no, expected_date, status_id, container_number };
    const made = await admin.call(containersContract.create, {
      name: 'Chairs',
      ex_factory_date: '2026-02-01',
      ...fields,
    });
    assert.equal(made.status, 201, made.raw.body);
    return made.body.id;
  };
  const read = async (lines: readonly string[]) => {
    const { body } = await admin.call(calls.read, {}, [{ name: 'list.csv', bytes: [headings, ...lines].join('\n') }]);
    return { id: body.id, sheet: 0, columns: body.sheets[0]?.columns.map(({ field }) => field) ?? [] };
  };
  const rowsOf = async (lines: readonly string[]) =>
    (await admin.call(calls.check, await read(lines))).body.rows.map(({ state, container_id }) => ({
      state,
      id: container_id,
    }));
  const meantBy = async (line: string) => (await rowsOf([line]))[0]?.id;

  test('changes nothing in containers that have departed or arrived, with and without container numbers', async () => {
    const lines = [
      `PO-1,${numberOf(1)},2026-03-01,2026-02-01,Departed,2026-03-05,`,
      'PO-2,,2026-03-01,2026-02-01,Departed,,',
      `PO-3,${numberOf(2)},2026-03-01,2026-02-01,Received,,`,
      `PO-4,${numberOf(2)},2026-04-01,2026-02-01,Departed,,`,
    ];
    const first = await admin.call(calls.run, await read(lines));
    assert.deepEqual(first.body, { created: 4, updated: 0, left_out: 0, unchanged: 0 });
    assert.deepEqual(
      (await rowsOf(lines)).map(({ state }) => state),
      ['same', 'same', 'same', 'same'],
    );
    const corrected = await admin.call(calls.run, await read(lines.with(0, `${lines[0]}By night`)));
    assert.deepEqual(corrected.body, { created: 0, updated: 1, left_out: 3, unchanged: 3 });
  });

  const cases: [title: string, row: (number: string) => string, isDeparted: boolean][] = [
    ['has departed with the same order number', (no) => `PO-5,${no},2026-03-01,2026-02-01,Departed,,`, true],
    ['has arrived with a later PFI date', (no) => `PO-5,${no},2026-03-09,2026-02-01,Received,,`, true],
    ['has departed by its days', (no) => `po-5,${no},2026-03-09,2026-02-01,,2026-03-10,`, true],
    ['has departed without an order number', (no) => `,${no},2026-03-01,2026-02-01,Departed,,`, true],
    ['has no status, but the same PFI date', (no) => `PO-5,${no},2026-03-01,2026-02-01,,,`, true],
    ['has no status and no PFI date', (no) => `PO-5,${no},,2026-02-01,,,`, true],
    ['has an earlier PFI date', (no) => `PO-5,${no},2026-02-20,2026-02-01,,,`, true],
    ['has a later PFI date', (no) => `PO-5,${no},2026-09-01,2026-08-01,,,`, false],
    ['has another order number', (no) => `PO-6,${no},2026-03-01,2026-02-01,,,`, false],
    ['has departed with another order number', (no) => `PO-6,${no},2026-03-01,2026-02-01,Departed,,`, false],
    ['has another container number', () => `PO-5,${numberOf(30)},2026-03-01,2026-02-01,Departed,,`, false],
  ];
  for (const [index, [title, row, isDeparted]] of cases.entries())
    test(`a row of an import that ${title} ${isDeparted ? 'means the departed container' : 'is a new trip'}`, async () => {
      const number = numberOf(10 + index);
      const id = await make(number, 'PO-5', '2026-03-01', 3);
      assert.equal(await meantBy(row(number)), isDeparted ? id : null);
    });

  test('changes the departed container of an order, and not the next trip with the same container number', async () => {
    const number = numberOf(40);
    const past = `PO-7,${number},2026-03-01,2026-02-01,Departed,,`;
    const departed = await make(number, 'PO-7', '2026-03-01', 3);
    const next = await make(number, 'PO-8', '2026-09-01', 1);
    assert.equal(await meantBy(past), departed);
    assert.equal(await meantBy(`PO-8,${number},2026-09-02,2026-08-01,,,`), next);
    assert.equal(await meantBy(`,${number},2026-09-02,2026-08-01,Received,,`), next);
    const sameOrder = await make(number, 'PO-7', '2026-10-01', 1);
    assert.equal(await meantBy(past), departed);
    assert.equal(await meantBy(`PO-7,${number},2026-10-03,2026-08-01,Received,,`), sameOrder);
    assert.equal(await meantBy(`PO-7,${number},2026-12-01,2026-08-01,,,`), sameOrder);
  });
});
