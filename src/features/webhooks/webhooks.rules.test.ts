import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressProblem, retryInMs } from './webhooks.rules.ts';

const at = (hours: number) => new Date(Date.parse('2026-11-29T08:00:00.000Z') + hours * 3_600_000);
const message = { event: 'file.stored', queued_at: at(0).toISOString() };

test('a message is retried after growing delays, and for the last time a day after it was queued', () => {
  const delays: number[] = [];
  let now = at(0);
  for (let tries = 1; ; tries += 1) {
    const delay = retryInMs(message, tries, now);
    if (delay === undefined) break;
    delays.push(delay / 1000);
    now = new Date(now.getTime() + delay);
  }
  assert.deepEqual(delays.slice(0, 8), [10, 30, 120, 600, 1_800, 3_600, 7_200, 14_400]);
  assert.deepEqual(now, at(24));
});

test('a test is tried once', () => {
  assert.equal(retryInMs({ ...message, event: 'webhook.test' }, 1, at(0)), undefined);
});

test('the address of a webhook is a web address without a password, and http only where private networks are allowed', () => {
  const problems = {
    'https://erp.example.com/hooks?of=stowage': undefined,
    'http://erp.example.com': 'plain',
    'ftp://erp.example.com': 'no-address',
    'erp.example.com': 'no-address',
    '': 'no-address',
    'https://user:secret@erp.example.com': 'has-password',
    'https://user@erp.example.com': 'has-password',
  };
  for (const [address, problem] of Object.entries(problems))
    assert.equal(addressProblem(address, false), problem, address);
  assert.equal(addressProblem('http://10.0.0.7/hook', true), undefined);
});
