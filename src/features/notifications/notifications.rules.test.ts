import assert from 'node:assert/strict';
import { test } from 'node:test';
import { badgeLabel, kindOf, readFilter, screenOf } from './notifications.rules.ts';

test('the badge counts to 9 and is hidden at 0', () => {
  assert.deepEqual([0, 1, 9, 10, 50].map(badgeLabel), [undefined, '1', '9', '9+', '9+']);
});

test('an entry links to a screen of this product only', () => {
  for (const link of ['/users', '/files?q=a+b%26c.pdf&by=team', '/container-status?container=7', '/']) {
    assert.equal(screenOf(link), link);
  }
  const elsewhere = [
    'https://evil.example/x',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '\\\\evil.example',
    'javascript:alert(1)',
    'users',
    ' /users',
    '',
  ];
  for (const link of [...elsewhere, null]) assert.equal(screenOf(link), undefined, String(link));
});

test('the kind of a notification follows from its link', () => {
  const links = ['/files?q=a', '/files', '/container-status/import', '/users', '/file-type', null];
  assert.deepEqual(links.map(kindOf), ['files', 'files', 'containers', 'other', 'other', 'other']);
  assert.deepEqual(['unread', 'files', 'x', null].map(readFilter), ['unread', 'files', 'all', 'all']);
});
