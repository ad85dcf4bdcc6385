import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { optionalFields } from '../core/container-fields.rules.ts';
import { exportColumns } from './container-export.contract.ts';
import {
  ariaSortOf,
  columnsOf,
  daysLate,
  fitColumns,
  movedBy,
  movedTo,
  nextOrder,
  nameColumn,
  rowsInSight,
  tableColumns,
} from './container-table.rules.ts';
import { lateText } from './container-table.texts.ts';

const late = columnsOf(['days_late'])[0] ?? nameColumn;
const eta = columnsOf(['eta'])[0] ?? nameColumn;

test('every column of the table can be exported, and is offered once', () => {
  const ids = tableColumns.map(({ id }) => id);
  assert.deepEqual(
    ids.filter((id) => !exportColumns.includes(id)),
    [],
  );
  assert.equal(new Set(ids).size, ids.length);
});

test('every optional field is a column of the table', () => {
  const ids: string[] = tableColumns.map(({ id }) => id);
  const columnOf = (field: string) => field.replace(/_id$/, '_name');
  assert.deepEqual(
    optionalFields.filter((field) => !ids.includes(columnOf(field))),
    [],
  );
});

test('stored columns keep their order, unknown ones are left out, and none means the default ones', () => {
  assert.deepEqual(
    columnsOf(['eta', 'gone', 'vessel', 'eta', 'name']).map(({ id }) => id),
    ['eta', 'vessel'],
  );
  assert.deepEqual(columnsOf([]), columnsOf(['gone']));
  assert.equal(columnsOf([])[0]?.id, 'container_no');
});

test('a column moves by one position and stays inside the list', () => {
  assert.deepEqual(movedBy(['a', 'b', 'c'], 'b', -1), ['b', 'a', 'c']);
  assert.deepEqual(movedBy(['a', 'b', 'c'], 'b', 1), ['a', 'c', 'b']);
  assert.deepEqual(movedBy(['a', 'b'], 'a', -1), ['a', 'b']);
  assert.deepEqual(movedBy(['a', 'b'], 'x', 1), ['a', 'b']);
});

test('a dragged column takes the place of another one', () => {
  assert.deepEqual(movedTo(['a', 'b', 'c'], 'a', 2), ['b', 'c', 'a']);
  assert.deepEqual(movedTo(['a', 'b', 'c'], 'c', 0), ['c', 'a', 'b']);
  assert.deepEqual(movedTo(['a', 'b', 'c'], 'c', -1), ['a', 'b', 'c']);
});

test('clicks on a heading sort up, down, and late first again', () => {
  const first = nextOrder('eta', { sort: 'late', order: undefined });
  const second = nextOrder('eta', first);
  assert.equal(ariaSortOf(eta, first), 'ascending');
  assert.equal(ariaSortOf(eta, second), 'descending');
  assert.deepEqual(nextOrder('eta', second), { sort: 'late', order: undefined });
  assert.equal(ariaSortOf(eta, { sort: 'late', order: undefined }), undefined);
});

test('late first is the order of most days first', () => {
  assert.equal(ariaSortOf(late, { sort: 'late', order: undefined }), 'descending');
  assert.equal(ariaSortOf(late, nextOrder('late', { sort: 'late', order: undefined })), 'ascending');
});

test('late days are counted for containers that are not received', () => {
  const days = (status_id: number, pfi_date: string) => daysLate({ status_id, pfi_date }, '2026-03-01');
  assert.deepEqual([days(1, '2026-02-27'), days(1, '2026-03-01'), days(1, '2026-03-04')], [2, 0, -3]);
  assert.equal(days(2, '2026-02-27'), undefined);
  assert.deepEqual([2, 1, 0, -1].map(lateText), ['2 days late', '1 day late', 'due today', 'in 1 day']);
});

test('the rows in sight are a part of a long list', () => {
  const sight = (top: number, rows = 10_000) => rowsInSight({ top, height: 720, rowHeight: 36, rows });
  assert.deepEqual(sight(0), { from: 0, to: 45 });
  assert.deepEqual(sight(36 * 5_005), { from: 4_985, to: 5_045 });
  assert.deepEqual(sight(36 * 9_990), { from: 9_975, to: 10_000 });
  assert.deepEqual(sight(0, 3), { from: 0, to: 3 });
});

const idsOf = (columns: { id: string }[]) => columns.map(({ id }) => id);

describe('the columns on paper', () => {
  test('the usual ones fit in nearly the usual size, and in that size without remarks', () => {
    const { fitting, left, scale } = fitColumns([nameColumn, ...columnsOf([])]);
    assert.deepEqual([fitting.length, left], [13, []]);
    assert.ok(scale > 0.9, String(scale));
    assert.equal(fitColumns(fitting.filter(({ id }) => id !== 'remarks')).scale, 1);
  });

  test('more of them get smaller letters', () => {
    const more = ['container_number', 'bl_number', 'customer_name', 'carrier_name'];
    const { left, scale } = fitColumns([nameColumn, ...columnsOf([...idsOf(columnsOf([])), ...more])]);
    assert.deepEqual(left, []);
    assert.ok(scale < 0.9 && scale > 0.6, String(scale));
  });

  test('the last ones are left out if the letters would be too small', () => {
    const all = [nameColumn, ...tableColumns];
    const { fitting, left, scale } = fitColumns(all);
    assert.deepEqual(idsOf([...fitting, ...left]), idsOf(all));
    assert.ok(left.length > 5 && scale >= 0.6, `${left.length} columns left out, ${scale}`);
  });
});
