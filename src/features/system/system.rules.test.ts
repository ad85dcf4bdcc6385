import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatLength, isPlainOverNetwork, warningsOf } from './system.rules.ts';
import type { WarningFacts } from './system.rules.ts';

const now = new Date('2026-11-20T12:00:00.000Z');
const well: WarningFacts = {
  address: 'https://files.example.com',
  damaged: 0,
  store: { answer_ms: 1 },
  disk: { total: 1000, free: 101 },
  has_given_password: false,
  backup: { at: '2026-11-14T12:00:00.000Z' },
  rounds: [{ failed: false }],
  mail: true,
};

test('somebody is warned of what they have to do something about, the most urgent first', () => {
  assert.deepEqual(warningsOf(well, now), []);
  const bad: WarningFacts = {
    address: 'http://files.example.com',
    damaged: 1,
    store: { answer_ms: null },
    disk: { total: 1000, free: 100 },
    has_given_password: true,
    backup: { at: '2026-11-13T11:59:00.000Z' },
    rounds: [{ failed: false }, { failed: true }],
    mail: false,
  };
  assert.deepEqual(warningsOf(bad, now), [
    'damaged-files',
    'store-away',
    'disk-full',
    'plain-http',
    'given-password',
    'no-backup',
    'round-failed',
    'no-mail',
  ]);
  assert.deepEqual(warningsOf({ ...well, backup: null }, now), ['no-backup']);
});

test('plain HTTP matters where somebody between could read it', () => {
  for (const address of ['http://files.example.com', 'http://192.168.1.4:3000'])
    assert.equal(isPlainOverNetwork(address), true, address);
  for (const address of ['https://files.example.com', 'http://localhost:3000', 'http://127.0.0.1', 'http://[::1]:80'])
    assert.equal(isPlainOverNetwork(address), false, address);
});

test('lengths of time are short and read by people', () => {
  const minute = 60_000;
  const lengths = [0.4, 12, 1500, 3 * minute, 47 * 60 * minute, 12.5 * 24 * 60 * minute];
  assert.deepEqual(lengths.map(formatLength), ['< 1 ms', '12 ms', '1.5 s', '3 min', '47 h', '12 days']);
});
