import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countPapers, expectedPapers, missingPapers } from './checklist.rules.ts';
import type { Rule } from './checklist.rules.ts';

const [invoice, packingList, origin] = [1, 2, 3];
const [supplier, carrier] = [10, 20];
const rules: Rule[] = [
  { file_type_id: invoice, stage: 'departed', party_id: null },
  { file_type_id: packingList, stage: 'received', party_id: null },
  { file_type_id: origin, stage: 'received', party_id: supplier },
  { file_type_id: invoice, stage: 'received', party_id: carrier },
];
const typesOf = (target: { supplier_id?: number; carrier_id?: number }) =>
  expectedPapers(rules, { status_id: 1, ...target }, new Set()).map(({ file_type_id, stage }) => [file_type_id, stage]);

test('a rule applies to all containers, or to those with its supplier or carrier', () => {
  const general = [
    [invoice, 'departed'],
    [packingList, 'received'],
  ];
  assert.deepEqual(typesOf({}), general);
  assert.deepEqual(typesOf({ supplier_id: 99, carrier_id: 98 }), general);
  assert.deepEqual(typesOf({ supplier_id: supplier }), [...general, [origin, 'received']]);
  assert.deepEqual(typesOf({ carrier_id: supplier }), [...general, [origin, 'received']]);
});

test('a type of several rules is expected once, at its earliest stage', () => {
  assert.deepEqual(typesOf({ carrier_id: carrier }), [
    [invoice, 'received'],
    [packingList, 'received'],
  ]);
});

test('the papers of the next stage and of earlier ones are missing, and none after the departure', () => {
  const papers = expectedPapers(rules, { status_id: 1 }, new Set([99]));
  const missingAt = (status: number) => missingPapers(papers, status).map(({ file_type_id }) => file_type_id);
  assert.deepEqual([1, 2, 3].map(missingAt), [[packingList], [invoice, packingList], []]);
});

test('the counts are of expected types, and other linked types do not count', () => {
  const papers = expectedPapers(rules, { status_id: 2, supplier_id: supplier }, new Set([packingList, 99]));
  assert.deepEqual(countPapers(papers, 2), { papers_expected: 3, papers_there: 1, papers_missing: 2 });
  assert.deepEqual(countPapers([], 1), { papers_expected: 0, papers_there: 0, papers_missing: 0 });
});
