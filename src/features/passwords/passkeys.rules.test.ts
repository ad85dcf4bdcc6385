import assert from 'node:assert/strict';
import { test } from 'node:test';
import { relyingPartyOf } from './passkeys.rules.ts';

test('passkeys need PUBLIC_URL with https and a name, or localhost', () => {
  const idOf = (address: string | undefined) => relyingPartyOf(address)?.id;
  assert.equal(idOf('https://files.example.com:8443'), 'files.example.com');
  assert.equal(relyingPartyOf('https://files.example.com:8443')?.origin, 'https://files.example.com:8443');
  assert.equal(idOf('http://localhost:3000'), 'localhost');
  for (const address of [undefined, '', 'http://files.example.com', 'https://10.0.0.5', 'https://[fd00::5]'])
    assert.equal(idOf(address), undefined, address ?? 'no address');
});
