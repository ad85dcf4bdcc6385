import assert from 'node:assert/strict';
import { test } from 'node:test';
import { distance, nearestOf } from './nearest-names.rules.ts';

test('the distance of two texts counts wrong, missing, surplus and exchanged letters', () => {
  for (const [one, other, wrong] of [
    ['HAMBURG', 'HAMBURG', 0],
    ['HAMBURG', 'HAMBURK', 1],
    ['HAMBURG', 'HAMBRUG', 1],
    ['HAMBURG', 'HAMBRG', 1],
    ['HAMBURG', 'HHAMBURGG', 2],
    ['HAMBURG', 'ROTTERDAM', 4],
  ] as const)
    assert.equal(distance(one, other, 3), wrong, other);
});

test('the nearest names come first, and a name of two letters has none', () => {
  const nearest = nearestOf(['HAMBURG', 'HOMBURG', 'HARBURG', 'LIMBURG'].map((name) => [name, name] as const));
  assert.deepEqual(nearest('HAMBURK', 2), ['HAMBURG', 'HOMBURG']);
  assert.deepEqual(nearest('HA', 2), []);
  assert.deepEqual(nearest('SHANGHAI', 2), []);
});
