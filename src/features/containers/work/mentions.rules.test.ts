import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstWord, insertMention, mentionBeing, mentionedIds, personNamed, typedMentions } from './mentions.rules.ts';

test('a name is being typed after an @ at the start of a word', () => {
  assert.equal(mentionBeing('@'), '');
  assert.equal(mentionBeing('Please ask @mona ma'), 'mona ma');
  assert.equal(mentionBeing('mona@example.com'), undefined);
  assert.equal(mentionBeing('@Mona\nnext line'), undefined);
  assert.equal(mentionBeing('no mention'), undefined);
});

test('the chosen name replaces the typed part, and the cursor is after it', () => {
  assert.deepEqual(insertMention('Ask @mo about it', 7, 'Mona Manager'), {
    text: 'Ask @Mona Manager about it',
    cursor: 18,
  });
});

test('only chosen people whose name is still in the text are mentioned, once each', () => {
  const mona = { id: 7, name: 'Mona Manager' };
  assert.deepEqual(mentionedIds('@Mona Manager, see @Mona Manager', [mona, mona, { id: 8, name: 'Gil Guest' }]), [7]);
});

test('a whole name that was typed is found, the longest first', () => {
  const ann = { id: 1, name: 'Ann' };
  const annLee = { id: 2, name: 'Ann Lee' };
  assert.deepEqual(typedMentions('@Ann, ask @ann lee about a@b.example @ 5', []), [
    'Ann, ask @ann lee about a@b.example @ 5',
    'ann lee about a@b.example @ 5',
  ]);
  assert.deepEqual(typedMentions('@Ann Lee and @Bo', [annLee]), ['Bo']);
  assert.deepEqual(['Ann, ask', 'Mei-Ling Chen', 'O’Neil'].map(firstWord), ['Ann', 'Mei-Ling', 'O’Neil']);
  assert.equal(personNamed('ann lee about it', [ann, annLee]), annLee);
  assert.equal(personNamed('Ann, about it', [ann, annLee]), ann);
  assert.equal(personNamed('Anna', [ann]), undefined);
  assert.equal(personNamed('Ann', [ann, { id: 3, name: 'Ann' }]), undefined);
  assert.equal(personNamed('Bo', [ann]), undefined);
});
