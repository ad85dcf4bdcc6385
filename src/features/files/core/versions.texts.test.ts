import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventSentence } from './versions.texts.ts';

test('each event of a file has a sentence', () => {
  const event = { user: { id: 1, name: 'Ana Quay' }, old_value: null, new_value: null, happened_at: '' };
  assert.equal(
    eventSentence({ ...event, what: 'renamed', old_value: 'tide.txt', new_value: 'ebb.txt' }),
    'Ana Quay renamed it from tide.txt to ebb.txt',
  );
  assert.equal(
    eventSentence({ ...event, what: 'type_changed', new_value: 'Invoice' }),
    'Ana Quay changed its type to Invoice',
  );
  assert.equal(eventSentence({ ...event, what: 'trashed', user: null }), 'An unknown user moved it to the trash');
  assert.equal(eventSentence({ ...event, what: 'viewed' }), 'Ana Quay last opened it');
  assert.equal(eventSentence({ ...event, what: 'version_restored' }), 'Ana Quay restored an earlier version');
});
