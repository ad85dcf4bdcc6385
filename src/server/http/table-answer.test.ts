import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvLine } from './table-answer.ts';

test('a line of CSV quotes each cell and defuses formulas', () => {
  assert.equal(
    csvLine(['+1', '\t1', '\r1', 'a=1', -1, null, 'x;=1+1', 'x\t @A1', '\uff1d1']),
    `"'+1","'\t1","'\r1","a=1","-1","","x;'=1+1","x\t '@A1","'\uff1d1"\r\n`,
  );
});
