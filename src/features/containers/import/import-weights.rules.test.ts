import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decimalMarkOf, parseWeight, weightUnitOf } from './import-weights.rules.ts';

test('a weight is read in kilograms or tonnes, and not in other units', () => {
  const cases: [string | number, number | undefined][] = [
    ['18 500 kg', 18_500],
    ['KGS 18,500', 18_500],
    ['18500', 18_500],
    [18_500, 18_500],
    ['18.5 t', 18_500],
    ['25 MT', 25_000],
    ['0,0015 t', 1.5],
    ['40,000 lbs', undefined],
    ['10 tons', undefined],
    ['USD 500', undefined],
    ['€ 500', undefined],
    ['many', undefined],
  ];
  for (const [cell, weight] of cases) assert.equal(parseWeight(cell), weight, String(cell));
});

test('the weights of a column show together whether a point or comma before three digits is a decimal mark', () => {
  const cases: [string[], '.' | ',' | undefined][] = [
    [['12.345', '18.500'], undefined],
    [['12.345', '7.5'], '.'],
    [['12.345', '0.500'], '.'],
    [['12.345', '1,234.567'], '.'],
    [['12,345', '1.234.567'], ','],
    [['12,345', '1,234,567'], '.'],
    [['12,345', '7,25 kg'], ','],
    [['12,345', '7,25', '7.25'], undefined],
    [['1250', 'many', ''], undefined],
  ];
  for (const [cells, mark] of cases) assert.equal(decimalMarkOf(cells), mark, cells.join(' '));
  assert.equal(parseWeight('12.345', { decimal: '.' }), 12.345);
  assert.equal(parseWeight('12,345', { decimal: '.' }), 12_345);
  assert.equal(parseWeight('12.345 t', { decimal: '.' }), 12_345);
  assert.equal(parseWeight('1.234.567', { decimal: '.' }), 1_234_567);
});

test('a weight without a unit has that of its heading, and without any it is in kilograms', () => {
  const cases: [string, number | undefined][] = [
    ['Weight', 18.5],
    ['G.W.', 18.5],
    ['Weight (kg)', 18.5],
    ['Gross Weight (MT)', 18_500],
    ['Weight t', 18_500],
    ['Weight in metric tons', 18_500],
    ['Weight to ship', 18.5],
    ['Weight (lbs)', undefined],
    ['Weight (tons)', undefined],
    ['Weight kg/lbs', undefined],
  ];
  for (const [heading, weight] of cases) {
    assert.equal(parseWeight(18.5, { unit: weightUnitOf(heading) }), weight, heading);
    assert.equal(parseWeight('18.5 kg', { unit: weightUnitOf(heading) }), 18.5, heading);
  }
});
