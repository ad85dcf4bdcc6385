import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AddressRefused, isPublic, makeAddressGuard } from './address-guard.ts';

const special = `
  0.0.0.0 10.1.2.3 100.64.0.1 100.127.255.255 127.0.0.1 127.9.9.9 169.254.169.254 172.16.0.1
  172.31.255.255 192.0.0.8 192.0.2.1 192.168.1.1 198.18.0.1 198.51.100.7 203.0.113.9 224.0.0.1
  239.255.255.255 240.0.0.1 255.255.255.255 :: ::1 ::127.0.0.1 ::ffff:127.0.0.1 ::ffff:8.8.8.8
  64:ff9b::7f00:1 64:ff9b:1::1 100::1 2001::1 2001:db8::1 2002:7f00:1::1 3fff::1 fc00::1 fd12::1
  fe80::1 fe80::1%eth0 fec0::1 ff02::1 files.example.com`
  .trim()
  .split(/\s+/);
const onTheInternet = [
  '1.1.1.1',
  '8.8.8.8',
  '100.128.0.1',
  '172.32.0.1',
  '192.169.0.1',
  '2606:4700::1111',
  '2a00:1450::5',
];

test('addresses of loopback, private, link-local, shared, multicast, reserved and translated networks are not public', () => {
  assert.deepEqual([...special, ''].filter(isPublic), []);
  assert.deepEqual(onTheInternet.filter(isPublic), onTheInternet);
});

const isAllowed = (networks: string[], isPlain: boolean, ...addresses: string[]) => {
  try {
    makeAddressGuard(networks, isPlain).check('erp.example.com', addresses);
    return true;
  } catch (error) {
    assert.ok(error instanceof AddressRefused);
    return false;
  }
};

test('only the private networks of the setting are allowed, and http only there', () => {
  const networks = ['10.0.0.0/8', '192.168.1.7', 'fd00::/8'];
  const allowed = ['10.9.9.9', '192.168.1.7', 'fd12::1'];
  for (const address of allowed) assert.ok(isAllowed(networks, true, address), address);
  for (const address of ['192.168.1.8', '127.0.0.1', 'fc00::1', '::1', '::ffff:127.0.0.1'])
    assert.ok(!isAllowed(networks, false, address), address);
  assert.ok(isAllowed(networks, false, '8.8.8.8'));
  assert.ok(!isAllowed(networks, true, '8.8.8.8'));
});

test('a name is refused if one of its addresses is not allowed', () => {
  assert.ok(!isAllowed([], false, '8.8.8.8', '127.0.0.1'));
});
