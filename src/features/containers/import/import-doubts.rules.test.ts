import assert from 'node:assert/strict';
import { test } from 'node:test';
import { areContainerNumbers, doubtAboutNumber } from './import-doubts.rules.ts';

test('a cell in the column of the container numbers is doubted if it has no number, several or almost one', () => {
  const cases: Record<string, [string, ...string[]] | undefined> = {
    MSCU1234566: undefined,
    'mscu 123456-6': undefined,
    'MSCU1234566 (40HC)': undefined,
    'MSCU1234566 SEAL 77': undefined,
    '1 x 40HC MSKU1000009': undefined,
    'MSCU1234566 / TGHU7654321': ['several_numbers', 'MSCU1234566', 'TGHU7654321'],
    'MSCU1234566\nTGHU7654321': ['several_numbers', 'MSCU1234566', 'TGHU7654321'],
    'MSCU1234566;MSCU1234566': undefined,
    '2x40HC': ['number_form', ''],
    "1 x 40'HC": ['number_form', ''],
    LCL: ['number_form', ''],
    TBN: ['number_form', ''],
    MSCU12345O6: ['number_form'],
    MSCUI234566: ['number_form', 'MSCU1234566'],
    M5CU1234566: ['number_form', 'MSCU1234566'],
    MSCU123456: ['number_form', 'MSCU1234566'],
    'MSCU123456/6': undefined,
    СSQU3054383: ['number_form', 'CSQU3054383'],
    'Row 1': undefined,
    'Trailer 7': undefined,
  };
  const found = Object.keys(cases).map((cell) => {
    const doubt = doubtAboutNumber(cell, false);
    return [cell, doubt && [doubt.code, ...(doubt.proposals ?? []).map(({ value }) => value)]];
  });
  assert.deepEqual(Object.fromEntries(found), cases);
  assert.equal(doubtAboutNumber('Trailer 7', true)?.code, 'number_form');
});

test('a column is one of container numbers if most of its cells have one', () => {
  assert.equal(areContainerNumbers(['MSCU1234566', null, 'TGHU7654321', 'LCL']), true);
  assert.equal(areContainerNumbers(['MSCU1234566', 'Row 2']), false);
});
