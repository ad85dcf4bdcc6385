import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  ariaSortOf,
  filesView,
  asQuery,
  extensionsDiffer,
  moreToShow,
  nameLabel,
  headingsOf,
  orderAfterClick,
  typeLabel,
  uploadDateLabel,
  withoutFilters,
} from './files-view.rules.ts';
import type { PageView } from './files-view.rules.ts';

const everything: PageView = {
  grouping: 'team',
  sort: 'size',
  order: 'asc',
  uploadDate: 'month',
  teamId: 3,
  fileTypeId: 4,
  uploaderId: 5,
  month: '2026-02',
  folder: 'Incoming/2026',
  containerId: 7,
  waiting: 'yes',
  textOrder: 'relevance',
  search: 'bill of lading & más',
};

describe('the address of the files page', () => {
  test('an untouched page groups by file type, newest first, and has a clean address', () => {
    assert.deepEqual(filesView.read(new URLSearchParams()), filesView.initial);
    assert.equal(filesView.initial.grouping, 'file_type');
    assert.equal(filesView.initial.sort, 'uploaded_at');
    assert.equal(filesView.write(filesView.initial).toString(), '');
  });

  test('a view survives being written to the address and read from it', () => {
    assert.deepEqual(filesView.read(new URLSearchParams(filesView.write(everything).toString())), everything);
  });

  test('the address holds only values that differ from the initial view', () => {
    assert.equal(filesView.write({ ...filesView.initial, teamId: 3 }).toString(), 'team=3');
    assert.equal(filesView.write({ ...filesView.initial, search: ' ' }).toString(), 'q=+');
  });

  test('invalid values in the address are ignored', () => {
    const nonsense = [
      'by=color',
      'sort=',
      'order=up',
      'date=decade',
      'team=-1',
      'team=1.5',
      'team=0',
      'team=99999999999',
      'type=abc',
      'x=y',
    ];
    for (const address of nonsense) assert.deepEqual(filesView.read(new URLSearchParams(address)), filesView.initial);
  });

  test('a search is cut at the longest one that the call accepts', () => {
    assert.equal(filesView.read(new URLSearchParams({ q: 'x'.repeat(999) })).search.length, 255);
  });
});

describe('filters', () => {
  test('the badge counts each filter', () => {
    assert.equal(filesView.activeFilters(filesView.initial), 0);
    assert.equal(filesView.activeFilters(everything), 8);
    assert.equal(filesView.activeFilters({ ...filesView.initial, uploadDate: 'today' }), 1);
  });

  test('a search narrows the list without counting as a filter; spaces and sorting narrow nothing', () => {
    assert.equal(filesView.activeFilters({ ...filesView.initial, search: 'x' }), 0);
    assert.equal(filesView.isNarrowed({ ...filesView.initial, search: 'x' }), true);
    assert.equal(filesView.isNarrowed({ ...filesView.initial, search: '  ' }), false);
    assert.equal(filesView.isNarrowed({ ...filesView.initial, sort: 'size', grouping: 'team' }), false);
    assert.equal(filesView.isNarrowed({ ...filesView.initial, fileTypeId: 1 }), true);
  });

  test('clearing keeps grouping and order', () => {
    assert.deepEqual(withoutFilters(everything), {
      ...filesView.initial,
      grouping: 'team',
      sort: 'size',
      order: 'asc',
      textOrder: 'relevance',
    });
  });

  test('a view becomes the query of the contract', () => {
    const now = new Date(2026, 10, 20, 9);
    assert.deepEqual(asQuery({ ...everything, search: ' x ' }, now), {
      group_by: 'team',
      sort: 'size',
      order: 'asc',
      team_id: 3,
      file_type_id: 4,
      uploaded_since: new Date(2026, 9, 20, 9).toISOString(),
      uploaded_before: '2026-03-01T00:00:00.000Z',
      user_id: 5,
      waiting: 'yes',
      folder: 'Incoming/2026',
      container_id: 7,
      search: 'x',
    });
    assert.equal(asQuery(filesView.initial, now).search, undefined);
    assert.equal(asQuery(filesView.initial, now).uploaded_since, undefined);
    const { uploaded_since, uploaded_before } = asQuery({ ...filesView.initial, month: '2025-12' }, now);
    assert.deepEqual([uploaded_since, uploaded_before], ['2025-12-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z']);
    for (const month of ['2026-13', '2026-00', '26-01'])
      assert.equal(filesView.read(new URLSearchParams({ month })).month, undefined);
  });
});

describe('show more', () => {
  test('five at a time, fewer at the end, nothing after it', () => {
    assert.deepEqual(moreToShow(17, 5), { more: 5, remaining: 12 });
    assert.deepEqual(moreToShow(10, 5), { more: 5, remaining: 5 });
    assert.deepEqual(moreToShow(6, 5), { more: 1, remaining: 1 });
    assert.equal(moreToShow(5, 5), undefined);
    assert.equal(moreToShow(0, 0), undefined);
  });
});

describe('a file row', () => {
  const types = [{ id: 2, name: 'Invoice', description: null }];

  test('a missing name, type or date has a label', () => {
    assert.equal(nameLabel({ filename: '' }), 'Unnamed File');
    assert.equal(nameLabel({ filename: ' ' }), 'Unnamed File');
    assert.equal(nameLabel({ filename: ' a ' }), ' a ');
    assert.equal(typeLabel(null, types), 'No Type Selected');
    assert.equal(typeLabel(9, types), 'Unknown (ID: 9)');
    assert.equal(typeLabel(2, types), 'Invoice');
    assert.equal(uploadDateLabel(null), 'Unknown Date');
    assert.equal(uploadDateLabel(''), 'Unknown Date');
    assert.equal(uploadDateLabel('soon'), 'Unknown Date');
    assert.equal(uploadDateLabel(new Date(2026, 10, 20, 12).toISOString()), 'Nov 20, 2026');
  });
});

describe('a replacement of another kind', () => {
  test('is detected by the extensions of both names', () => {
    assert.deepEqual(extensionsDiffer('report.pdf', 'scan.PNG'), ['.pdf', '.png']);
    assert.equal(extensionsDiffer('report.pdf', 'scan.PDF'), undefined);
    assert.equal(extensionsDiffer('photo.jpg', 'photo.jpeg'), undefined);
    assert.equal(extensionsDiffer('report', 'scan.png'), undefined);
    assert.equal(extensionsDiffer('.gitignore', 'scan.png'), undefined);
    assert.equal(extensionsDiffer('Minutes no. 7 of the board', 'scan.png'), undefined);
  });
});

describe('the headings of the columns', () => {
  test('a click sorts by the column, the next one reverses the order, and dates and sizes begin descending', () => {
    const first = orderAfterClick('size', filesView.initial);
    assert.deepEqual(first, { sort: 'size', order: undefined });
    const second = orderAfterClick('size', first);
    assert.deepEqual(second, { sort: 'size', order: 'asc' });
    assert.deepEqual(orderAfterClick('size', second), first);
    assert.deepEqual(orderAfterClick('filename', { sort: 'filename', order: undefined }).order, 'desc');
  });

  test('only the heading of the current order shows its direction', () => {
    const [name] = headingsOf('file_type');
    assert.ok(name);
    assert.equal(ariaSortOf(name, { sort: 'filename', order: undefined }), 'ascending');
    assert.equal(ariaSortOf(name, { sort: 'filename', order: 'desc' }), 'descending');
    assert.equal(ariaSortOf(name, filesView.initial), undefined);
  });

  test('a group by team has no column of teams, and a group by type does not sort by type', () => {
    const sorting = (grouping: 'team' | 'file_type') =>
      headingsOf(grouping).map(({ column, sort }) => `${column} ${sort ?? ''}`.trim());
    assert.deepEqual(sorting('team'), ['name filename', 'type file_type', 'uploader', 'date uploaded_at', 'size size']);
    assert.deepEqual(sorting('file_type'), [
      'name filename',
      'type',
      'uploader',
      'team team',
      'date uploaded_at',
      'size size',
    ]);
  });
});
