import assert from 'node:assert/strict';
import { test } from 'node:test';
import { insertMention, mentionBeing, mentionedIds } from './mentions.rules.ts';

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
