import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutPorts } from './forwarded-addresses.ts';

test('the addresses of X-Forwarded-For count without their ports', () => {
  const table: [forwarded: string, addresses: string][] = [
    ['192.0.2.1', '192.0.2.1'],
    ['192.0.2.1:51234', '192.0.2.1'],
    ['[2001:db8::1]:51234', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['2001:db8::1:80', '2001:db8::1:80'],
    ['192.0.2.1:51234,198.51.100.1:80 , 10.0.0.5', '192.0.2.1, 198.51.100.1, 10.0.0.5'],
    ['unknown', 'unknown'],
    ['192.0.2.1:port', '192.0.2.1:port'],
    ['', ''],
  ];
  for (const [forwarded, addresses] of table) assert.equal(withoutPorts(forwarded), addresses);
});
