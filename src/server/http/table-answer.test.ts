import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withFormulas } from '#shared/formulas.ts';
import { csvLine } from './table-answer.ts';

test('a line of CSV quotes each cell and defuses formulas', () => {
  assert.equal(
    csvLine(['+1', '\t1', '\r1', 'a=1', -1, null, 'x;=1+1', 'x\t @A1', '\uff1d1']),
    `"'+1","'\t1","'\r1","a=1","-1","","x;'=1+1","x\t '@A1","'\uff1d1"\r\n`,
  );
});

test('a cell of an export is read as the text that was exported', () => {
  const characters = ["'", '=', ' ', '\t', '\n', ';', 'a', '\uff0b'];
  let texts = [''];
  for (let length = 1; length <= 5; length += 1) {
    texts = texts.flatMap((text) => characters.map((character) => text + character));
    const changed = texts.filter((text) => withFormulas(csvLine([text]).slice(1, -3)) !== text);
    assert.deepEqual(changed, []);
  }
});
