import assert from 'node:assert/strict';
import { test } from 'node:test';
import { badgeLabel, kindOf, readFilter, relativeTime, screenOf } from './notifications.rules.ts';

test('ages are shown in whole minutes, hours and days', () => {
  const now = new Date('2026-11-20T12:00:00.000Z');
  const second = 1000;
  const minute = 60 * second;
  const hour = 60 * minute;
  const day = 24 * hour;
  const ages: [ms: number, label: string][] = [
    [0, 'just now'],
    [59 * second + 999, 'just now'],
    [-5 * minute, 'just now'],
    [minute, '1 minute ago'],
    [2 * minute - 1, '1 minute ago'],
    [2 * minute, '2 minutes ago'],
    [hour - 1, '59 minutes ago'],
    [hour, '1 hour ago'],
    [2 * hour, '2 hours ago'],
    [day - 1, '23 hours ago'],
    [day, '1 day ago'],
    [2 * day, '2 days ago'],
    [400 * day, '400 days ago'],
  ];
  for (const [ms, label] of ages) {
    assert.equal(relativeTime(new Date(now.getTime() - ms).toISOString(), now), label, String(ms));
  }
});

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
