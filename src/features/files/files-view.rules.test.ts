import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  activeFilters,
  asQuery,
  extensionsDiffer,
  isNarrowed,
  moreToShow,
  nameLabel,
  readView,
  typeLabel,
  uploadDateLabel,
  wholeView,
  withoutFilters,
  writeView,
} from './files-view.rules.ts';
import type { PageView } from './files-view.rules.ts';

const everything: PageView = {
  grouping: 'team',
  sort: 'size',
  uploadDate: 'month',
  teamId: 3,
  fileTypeId: 4,
  search: 'bill of lading & más',
};

describe('the address of the files page', () => {
  test('an untouched page groups by file type, newest first, and has a clean address', () => {
    assert.deepEqual(readView(new URLSearchParams()), wholeView);
    assert.equal(wholeView.grouping, 'file_type');
    assert.equal(wholeView.sort, 'uploaded_at');
    assert.equal(writeView(wholeView).toString(), '');
  });

  test('what was written is read again', () => {
    assert.deepEqual(readView(new URLSearchParams(writeView(everything).toString())), everything);
  });

  test('only what was chosen is written', () => {
    assert.equal(writeView({ ...wholeView, teamId: 3 }).toString(), 'team=3');
    assert.equal(writeView({ ...wholeView, search: ' ' }).toString(), 'q=+');
  });

  test('nonsense counts as not chosen', () => {
    const nonsense = [
      'by=color',
      'sort=',
      'date=decade',
      'team=-1',
      'team=1.5',
      'team=0',
      'team=99999999999',
      'type=abc',
      'x=y',
    ];
    for (const address of nonsense) assert.deepEqual(readView(new URLSearchParams(address)), wholeView);
  });

  test('a search is cut at what the call takes', () => {
    assert.equal(readView(new URLSearchParams({ q: 'x'.repeat(999) })).search.length, 255);
  });
});

describe('filters', () => {
  test('the badge counts team, file type and upload date', () => {
    assert.equal(activeFilters(wholeView), 0);
    assert.equal(activeFilters(everything), 3);
    assert.equal(activeFilters({ ...wholeView, uploadDate: 'today' }), 1);
  });

  test('a search narrows the list without being a filter; spaces and sorting narrow nothing', () => {
    assert.equal(activeFilters({ ...wholeView, search: 'x' }), 0);
    assert.equal(isNarrowed({ ...wholeView, search: 'x' }), true);
    assert.equal(isNarrowed({ ...wholeView, search: '  ' }), false);
    assert.equal(isNarrowed({ ...wholeView, sort: 'size', grouping: 'team' }), false);
    assert.equal(isNarrowed({ ...wholeView, fileTypeId: 1 }), true);
  });

  test('clearing keeps grouping and order', () => {
    assert.deepEqual(withoutFilters(everything), { ...wholeView, grouping: 'team', sort: 'size' });
  });

  test('the calls are asked in the words of the contract', () => {
    const now = new Date(2026, 10, 20, 9);
    assert.deepEqual(asQuery({ ...everything, search: ' x ' }, now), {
      group_by: 'team',
      sort: 'size',
      team_id: 3,
      file_type_id: 4,
      uploaded_since: new Date(2026, 9, 20, 9).toISOString(),
      search: 'x',
    });
    assert.equal(asQuery(wholeView, now).search, undefined);
    assert.equal(asQuery(wholeView, now).uploaded_since, undefined);
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

  test('a missing name, type or date is said in words', () => {
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
  test('is noticed by the ends of both names', () => {
    assert.deepEqual(extensionsDiffer('report.pdf', 'scan.PNG'), ['.pdf', '.png']);
    assert.equal(extensionsDiffer('report.pdf', 'scan.PDF'), undefined);
    assert.equal(extensionsDiffer('photo.jpg', 'photo.jpeg'), undefined);
    assert.equal(extensionsDiffer('report', 'scan.png'), undefined);
    assert.equal(extensionsDiffer('.gitignore', 'scan.png'), undefined);
    assert.equal(extensionsDiffer('Minutes no. 7 of the board', 'scan.png'), undefined);
  });
});
