import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isRunningOut, isTyped, teamsToMoveTo, wordToType } from './keeping.rules.ts';
import { eventSentence } from './keeping.texts.ts';

test('to delete a file for good, its name is typed', () => {
  assert.equal(wordToType({ filename: 'tide.txt' }), 'tide.txt');
  assert.equal(wordToType({ filename: ' Übersicht (final) 2.pdf ' }), 'Übersicht (final) 2.pdf');
});

test('a name that is long, empty or has signs in it that nobody sees is not asked for', () => {
  for (const filename of [`${'x'.repeat(40)}.pdf`, '', '  ', 'a\u200bb.txt', 'a\u200fb.txt', 'a\u00a0b.txt'])
    assert.equal(wordToType({ filename }), 'DELETE', JSON.stringify(filename));
});

test('spaces around and between do not matter, letters and their case do', () => {
  assert.ok(isTyped(' two  words.txt', 'two words.txt'));
  assert.ok(isTyped('u\u0308ber.txt', '\u00fcber.txt'));
  assert.ok(!isTyped('Tide.txt', 'tide.txt'));
  assert.ok(!isTyped('', 'tide.txt'));
  assert.ok(!isTyped('delete', 'DELETE'));
});

test('less than four days left are pointed out', () => {
  assert.deepEqual(
    [0, 3, 4, 30].map((days_left) => isRunningOut({ days_left })),
    [true, true, false, false],
  );
});

test('files are moved to teams whose files one sees; an administrator sees all', () => {
  const teams = [1, 2, 3].map((id) => ({ id, name: `Team ${id}`, description: null }));
  const ids = (role_id: number, team_id: number | null, teams_can_view: number[]) =>
    teamsToMoveTo({ role_id, team_id, teams_can_view }, teams).map(({ id }) => id);
  assert.deepEqual(ids(1, null, []), [1, 2, 3]);
  assert.deepEqual(ids(2, 2, [3]), [2, 3]);
  assert.deepEqual(ids(2, null, []), []);
});

test('what happened to a file is a sentence', () => {
  const event = { user: { id: 1, name: 'Ana Quay' }, old_value: null, new_value: null, happened_at: '' };
  assert.equal(
    eventSentence({ ...event, what: 'renamed', old_value: 'tide.txt', new_value: 'ebb.txt' }),
    'Ana Quay renamed it from tide.txt to ebb.txt',
  );
  assert.equal(
    eventSentence({ ...event, what: 'type_changed', new_value: 'Invoice' }),
    'Ana Quay changed its type to Invoice',
  );
  assert.equal(eventSentence({ ...event, what: 'trashed', user: null }), 'Somebody moved it to the trash');
  assert.equal(eventSentence({ ...event, what: 'version_restored' }), 'Ana Quay restored an earlier version');
});
