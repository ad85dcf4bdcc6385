import assert from 'node:assert/strict';
import { test } from 'node:test';
import { backupJob, databaseCheckJob, formatLength, isPlainOverNetwork, warningsOf } from './system.rules.ts';
import type { WarningFacts } from './system.rules.ts';

const now = new Date('2026-11-20T12:00:00.000Z');
const healthy: WarningFacts = {
  address: 'https://files.example.com',
  damaged: 0,
  store: { answer_ms: 1 },
  disk: { total: 1000, free: 101 },
  virus_scanner: null,
  mail_in: { failure: null },
  has_given_password: false,
  backup: { at: '2026-11-14T12:00:00.000Z' },
  restore_points: null,
  jobs: [{ name: 'emptying the trash', failed: false }],
  mail: {},
  is_database_lost: false,
  is_store_read_only: false,
  is_folder_open: false,
};

test('warnings name each problem that an administrator has to solve, the most urgent first', () => {
  assert.deepEqual(warningsOf(healthy, now), []);
  const failing: WarningFacts = {
    address: 'http://files.example.com',
    damaged: 1,
    store: { answer_ms: null },
    disk: { total: 1000, free: 100 },
    virus_scanner: { version: null },
    mail_in: { failure: 'The mail server does not answer.' },
    has_given_password: true,
    backup: { at: '2026-11-13T11:59:00.000Z' },
    restore_points: null,
    jobs: [
      { name: databaseCheckJob, failed: true },
      { name: 'emptying the trash', failed: true },
    ],
    mail: null,
    is_database_lost: true,
    is_store_read_only: true,
    is_folder_open: true,
  };
  assert.deepEqual(warningsOf(failing, now), [
    'database-lost',
    'database-damaged',
    'damaged-files',
    'store-away',
    'store-read-only',
    'scanner-away',
    'mailbox-away',
    'disk-full',
    'open-folder',
    'plain-http',
    'given-password',
    'no-backup',
    'job-failed',
    'no-mail',
  ]);
  assert.deepEqual(warningsOf({ ...healthy, backup: null }, now), ['no-backup']);
  const points = { is_late: false, failure: null };
  assert.deepEqual(warningsOf({ ...healthy, backup: null, restore_points: points }, now), []);
  assert.deepEqual(warningsOf({ ...healthy, restore_points: { ...points, is_late: true } }, now), ['backup-late']);
  const failed = {
    ...healthy,
    restore_points: { is_late: true, failure: {} },
    jobs: [{ name: backupJob, failed: true }],
  };
  assert.deepEqual(warningsOf(failed, now), ['backup-failed']);
  const damaged = { ...healthy, jobs: [{ name: databaseCheckJob, failed: true }] };
  assert.deepEqual(warningsOf(damaged, now), ['database-damaged']);
});

test('plain HTTP causes a warning unless the address is the local machine', () => {
  for (const address of ['http://files.example.com', 'http://192.168.1.4:3000'])
    assert.equal(isPlainOverNetwork(address), true, address);
  for (const address of ['https://files.example.com', 'http://localhost:3000', 'http://127.0.0.1', 'http://[::1]:80'])
    assert.equal(isPlainOverNetwork(address), false, address);
});

test('durations are formatted with one unit', () => {
  const minute = 60_000;
  const lengths = [0.4, 12, 1500, 3 * minute, 47 * 60 * minute, 12.5 * 24 * 60 * minute];
  assert.deepEqual(lengths.map(formatLength), ['< 1 ms', '12 ms', '1.5 s', '3 min', '47 h', '12 days']);
});
