import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deviceOf, generatePassword, mayResetPasswords, passwordLetters, resettableBy } from './passwords.rules.ts';

test('a generated password has 12 of the 75 characters, and all of them are equally likely', () => {
  assert.equal(new Set(passwordLetters).size, 75);
  const seen = new Map<string, number>();
  for (let made = 0; made < 5000; made += 1) {
    const password = generatePassword();
    assert.equal(password.length, 12);
    for (const letter of password) seen.set(letter, (seen.get(letter) ?? 0) + 1);
  }
  assert.equal(seen.size, 75);
  // 800 are expected. With a biased choice (256 is not a multiple of 75) some characters would occur 1,060 times.
  for (const [letter, count] of seen) assert.ok(count > 650 && count < 950, `${letter}: ${count}`);
});

test('role 1 sets the passwords of all others, role 2 those of ordinary users, role 3 none', () => {
  const people = [
    { id: 1, role_id: 1 },
    { id: 2, role_id: 2 },
    { id: 3, role_id: 3 },
    { id: 4, role_id: 2 },
  ];
  assert.deepEqual(
    resettableBy({ id: 1, role_id: 1 }, people).map((one) => one.id),
    [2, 3, 4],
  );
  assert.deepEqual(
    resettableBy({ id: 2, role_id: 2 }, people).map((one) => one.id),
    [3],
  );
  assert.deepEqual(
    [1, 2, 3, 9].map((role_id) => mayResetPasswords({ role_id })),
    [true, true, false, false],
  );
});

test('a browser and its system have their common names', () => {
  const chrome =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36';
  const phone =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1';
  assert.deepEqual([chrome, `${chrome} Edg/156.0`, phone, 'curl/8.5.0', null].map(deviceOf), [
    'Chrome on Windows',
    'Edge on Windows',
    'Safari on iOS',
    'Unknown device',
    'Unknown device',
  ]);
});
