import assert from 'node:assert/strict';
import { test } from 'node:test';
import { delimitedRows } from './delimited-rows.ts';

test('a cell such as ="004711" is the text 004711, and any other formula stays', () => {
  const rows = delimitedRows('="004711";"=""0012""";=A1;="a"&"b";="Oak";x="1"\n');
  assert.deepEqual(rows, [['004711', '0012', '=A1', '="a"&"b"', 'Oak', 'x="1"']]);
});
