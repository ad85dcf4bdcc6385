import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvLine, withFormulas } from './table-answer.ts';

test('a line of CSV quotes each cell and defuses formulas', () => {
  assert.equal(
    csvLine(['+1', '\t1', '\r1', 'a=1', -1, null, 'x;=1+1', 'x\t @A1', '\uff1d1']),
    `"'+1","'\t1","'\r1","a=1","-1","","x;'=1+1","x\t '@A1","'\uff1d1"\r\n`,
  );
});

test('a cell of an export is read as the text that was exported', () => {
  for (const text of [
    '+1',
    '=1',
    '\t1',
    '\r\n=1',
    ' -x',
    'a=1',
    "o'clock",
    "'quoted'",
    'x;=1+1',
    'x\t\t @A1',
    '\uff1d1',
  ])
    assert.equal(withFormulas(csvLine([text]).slice(1, -3)), text);
});
