import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { roles } from '#shared/access.ts';
import {
  cleanFileName,
  longestNameBytes,
  mayDeleteFile,
  mayEditFile,
  mayRestoreFile,
  ownDeletionMs,
  unnamedFile,
  uploadedSince,
} from './files.rules.ts';

const bytes = (text: string) => new TextEncoder().encode(text).length;

describe('who may change a file', () => {
  const uploaded_at = '2026-11-20T09:00:00.000Z';
  const someoneElses = { user_id: 7, uploaded_at };
  const after = (ms: number) => new Date(Date.parse(uploaded_at) + ms);

  test('administrators and managers edit and delete every file', () => {
    for (const role_id of [roles.administrator, roles.manager]) {
      assert.equal(mayEditFile({ id: 1, role_id }, someoneElses), true);
      assert.equal(mayDeleteFile({ id: 1, role_id }, someoneElses, after(10 * ownDeletionMs)), true);
    }
  });

  test('a user edits the files they uploaded and no other', () => {
    assert.equal(mayEditFile({ id: 7, role_id: roles.user }, someoneElses), true);
    assert.equal(mayEditFile({ id: 8, role_id: roles.user }, someoneElses), false);
  });

  test('a user deletes an own file for 24 hours, and no other file', () => {
    const may = (id: number, ms: number) => mayDeleteFile({ id, role_id: roles.user }, someoneElses, after(ms));
    assert.deepEqual(
      [may(7, 0), may(7, ownDeletionMs - 1), may(7, ownDeletionMs), may(8, 0)],
      [true, true, false, false],
    );
  });

  test('a user takes back a deletion of an own file by themselves only', () => {
    const may = (id: number, by: number) =>
      mayRestoreFile({ id, role_id: roles.user }, { ...someoneElses, trashed_by: { id: by } });
    assert.deepEqual([may(7, 7), may(7, 1), may(8, 8)], [true, false, false]);
  });
});

describe('the start of an upload-date filter', () => {
  /** Local times, because 'today' is the reader's. */
  const since = (filter: Parameters<typeof uploadedSince>[0], now: Date) => new Date(uploadedSince(filter, now) ?? NaN);
  const now = new Date(2026, 10, 20, 9, 30, 15, 250);

  test('all time has no beginning', () => {
    assert.equal(uploadedSince('all', now), undefined);
  });

  test('today begins at local midnight', () => {
    assert.deepEqual(since('today', now), new Date(2026, 10, 20));
    assert.deepEqual(since('today', new Date(2026, 10, 20)), new Date(2026, 10, 20));
  });

  test('a week is seven times 24 hours', () => {
    assert.equal(now.getTime() - since('week', now).getTime(), 7 * 24 * 60 * 60 * 1000);
  });

  test('a month and a year keep the day and the time', () => {
    assert.deepEqual(since('month', now), new Date(2026, 9, 20, 9, 30, 15, 250));
    assert.deepEqual(since('year', now), new Date(2025, 10, 20, 9, 30, 15, 250));
  });

  test('a month before January is in the year before', () => {
    assert.deepEqual(since('month', new Date(2026, 0, 15, 8)), new Date(2025, 11, 15, 8));
  });

  test('a month before its 29th, 30th or 31st ends with the last day of a shorter month', () => {
    assert.deepEqual(since('month', new Date(2026, 2, 31, 8)), new Date(2026, 1, 28, 8));
    assert.deepEqual(since('month', new Date(2026, 2, 29, 8)), new Date(2026, 1, 28, 8));
    assert.deepEqual(since('month', new Date(2028, 2, 30, 8)), new Date(2028, 1, 29, 8));
    assert.deepEqual(since('month', new Date(2026, 6, 31, 8)), new Date(2026, 5, 30, 8));
  });

  test('a year before 29 February is 28 February', () => {
    assert.deepEqual(since('year', new Date(2028, 1, 29, 8)), new Date(2027, 1, 28, 8));
  });

  test('the given date is not changed', () => {
    const before = now.getTime();
    for (const filter of ['today', 'week', 'month', 'year'] as const) uploadedSince(filter, now);
    assert.equal(now.getTime(), before);
  });
});

describe('the stored name of a file', () => {
  test('ordinary names of any script are kept exactly', () => {
    const names = [
      'report.pdf',
      ' leading and trailing ',
      'no extension',
      '.gitignore',
      '..hidden..',
      'archive.tar.gz',
      'Ünïcödé ñandú.txt',
      '契約書(最終版).docx',
      'تقرير الجودة.pdf',
      'עברית.txt',
      '🚢📦👩‍👩‍👧‍👦.png',
      'e\u0301 stays decomposed.txt',
      'zero\u200bwidth\u200djoiner.txt',
      "Robert'); DROP TABLE files;--.sql",
      '<script>alert(1)<／script>.html',
      '${jndi:ldap:}.txt',
      '%2e%2e%2f.txt',
      '%s%n%x.txt',
      'a"b.txt',
      'CON',
      'nul.txt',
      'COM1.log',
      'name:stream.txt',
      '-rf',
      '*?.txt',
      'undefined',
      'null',
      'NaN',
      '__proto__',
      'constructor',
      '１２３.txt',
      'ﬁ ligature.txt',
      '\ufeffbyte order mark.txt',
    ];
    for (const name of names) assert.equal(cleanFileName(name), name);
  });

  test('path parts are removed, forward and backward', () => {
    assert.equal(cleanFileName('../../etc/passwd'), 'passwd');
    assert.equal(cleanFileName('/etc/passwd'), 'passwd');
    assert.equal(cleanFileName('C:\\Users\\me\\report.pdf'), 'report.pdf');
    assert.equal(cleanFileName('..\\..\\boot.ini'), 'boot.ini');
    assert.equal(cleanFileName('a/b\\c.txt'), 'c.txt');
  });

  test('control characters and bidirectional overrides are removed', () => {
    assert.equal(cleanFileName('a\u0000b\r\nc\u007fd\u0085e.txt'), 'abcde.txt');
    assert.equal(cleanFileName('invoice\u202efdp.exe'), 'invoicefdp.exe');
    assert.equal(cleanFileName('\u202a\u202b\u202c\u202d\u202ex\u2066\u2067\u2068\u2069'), 'x');
    assert.equal(cleanFileName('keeps \u200f and \u200e marks'), 'keeps \u200f and \u200e marks');
  });

  test('a removed character does not let a path through', () => {
    assert.equal(cleanFileName('.\u0000./.\u202e./secret'), 'secret');
    assert.equal(cleanFileName('.\u0000.'), unnamedFile);
  });

  test('a name that becomes blank is replaced by Unnamed File', () => {
    for (const name of [
      '',
      ' ',
      '\t\n',
      '/',
      '\\',
      'folder/',
      '.',
      '..',
      '../..',
      '\u202e',
      '\u0000',
      ' \u00a0 \u3000 ',
    ]) {
      assert.equal(cleanFileName(name), unnamedFile);
    }
  });

  test('half a character becomes a replacement character', () => {
    assert.equal(cleanFileName('a\ud83d.txt'), 'a\ufffd.txt');
  });

  test('a name of 255 bytes is kept, one more is cut before the extension', () => {
    const longest = `${'a'.repeat(251)}.pdf`;
    assert.equal(bytes(longest), longestNameBytes);
    assert.equal(cleanFileName(longest), longest);
    assert.equal(cleanFileName(`a${longest}`), longest);
    assert.equal(cleanFileName('b'.repeat(300)), 'b'.repeat(255));
  });

  test('the cut falls between characters, however many bytes and code points they have', () => {
    assert.equal(cleanFileName(`${'契'.repeat(100)}.docx`), `${'契'.repeat(83)}.docx`);
    const family = '👩‍👩‍👧‍👦';
    assert.equal(cleanFileName(`${family.repeat(20)}.png`), `${family.repeat(10)}.png`);
    const accented = cleanFileName(`${'e\u0301'.repeat(200)}.txt`);
    assert.equal(accented, `${'e\u0301'.repeat(83)}.txt`);
  });

  test('one endless character is cut between its code points', () => {
    const zalgo = cleanFileName(`a${'\u0301'.repeat(500)}.txt`);
    assert.ok(bytes(zalgo) <= longestNameBytes);
    assert.ok(zalgo.isWellFormed());
    assert.ok(zalgo.endsWith('.txt'));
  });

  test('an extension too long to be one does not survive the cut', () => {
    const name = `a.${'b'.repeat(300)}`;
    assert.equal(cleanFileName(name), name.slice(0, 255));
    assert.equal(cleanFileName(`.${'c'.repeat(300)}`), `.${'c'.repeat(254)}`);
    assert.equal(cleanFileName(`${'d'.repeat(300)}.`), 'd'.repeat(255));
  });

  test('a clean name is not changed again', () => {
    for (const name of ['../x/y.pdf', `${'🚢'.repeat(200)}.zip`, '\u202ea', '', `a${'\u0301'.repeat(500)}`]) {
      const clean = cleanFileName(name);
      assert.equal(cleanFileName(clean), clean);
      assert.ok(bytes(clean) <= longestNameBytes);
    }
  });
});
