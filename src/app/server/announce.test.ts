import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readyLines } from './announce.ts';

const linesOf = (host: string, more: { publicUrl?: string; inContainer?: boolean; addresses?: string[] } = {}) =>
  readyLines(
    3000,
    { brandName: 'Stowage', host, publicUrl: more.publicUrl },
    { addresses: more.addresses ?? ['192.168.1.20', '10.0.0.5'], inContainer: more.inContainer ?? false },
  );

test('a server for this machine says how to open it from another one', () => {
  for (const host of ['127.0.0.1', '::1', 'localhost', '127.0.0.2']) {
    const [ready, advice = '', ...others] = linesOf(host);
    assert.deepEqual([ready, others], ['Stowage is ready: http://localhost:3000', []]);
    assert.match(advice, /^Only this machine can open it\. For others, set HOST=0\.0\.0\.0, or put a proxy/);
  }
});

test('a server for all networks names its addresses in them', () => {
  for (const host of ['0.0.0.0', '::'])
    assert.deepEqual(linesOf(host), [
      'Stowage is ready: http://localhost:3000',
      'From other machines: http://192.168.1.20:3000 or http://10.0.0.5:3000. HTTP is not encrypted; docs/administration.md describes HTTPS.',
    ]);
  assert.equal(linesOf('0.0.0.0', { addresses: [] }).length, 1);
});

test('a server in a container names the port that the container publishes', () => {
  assert.match(linesOf('0.0.0.0', { inContainer: true })[1] ?? '', /^This address is inside the container\./);
});

test('an address of the machine and PUBLIC_URL need no advice', () => {
  assert.deepEqual(linesOf('192.168.1.20'), ['Stowage is ready: http://192.168.1.20:3000']);
  assert.deepEqual(linesOf('fd00::20'), ['Stowage is ready: http://[fd00::20]:3000']);
  assert.deepEqual(linesOf('0.0.0.0', { publicUrl: 'https://files.example.com' }), [
    'Stowage is ready: https://files.example.com',
  ]);
});
