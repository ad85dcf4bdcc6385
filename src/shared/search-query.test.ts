import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matchesName, maxSearchTerms, readSearch, wantedText } from './search-query.ts';
import type { SearchTerm } from './search-query.ts';

/** `"x"` for a phrase, `"x` for an open one, and `-` before an excluded term. */
function shown(search: string): string[] {
  const { wanted, unwanted } = readSearch(search);
  const show = ({ text, isPhrase, isOpen }: SearchTerm) => (isPhrase ? `"${text}${isOpen ? '' : '"'}` : text);
  return [...wanted.map(show), ...unwanted.map((term) => `-${show(term)}`)];
}

test('a search is read as phrases, excluded words and the words between them', () => {
  const cases: [search: string, terms: string[]][] = [
    ['bill of  lading', ['bill of  lading']],
    [' padded ', [' padded ']],
    ['"bill of lading"', ['"bill of lading"']],
    ['acme gmbh "bill of lading" 2026', ['acme gmbh', '"bill of lading"', '2026']],
    ['invoice -draft', ['invoice', '-draft']],
    ['-draft invoice -"final copy"', ['invoice', '-draft', '-"final copy"']],
    ['“bill of lading” „zwei“ «tre»', ['"bill of lading"', '"zwei"', '"tre"']],
    ['＂装箱单＂ -草稿', ['"装箱单"', '-草稿']],
    ['"two"words', ['"two"', 'words']],
    // Not operators: a minus or a quotation mark in a word, or a minus alone.
    ['INV-2026 40" pipe', ['INV-2026 40" pipe']],
    ['a - b', ['a - b']],
    ['--', ['--']],
    ['--force', ['--force']],
    ['-.', ['-.']],
    ['"-"', ['"-"']],
    ['-"-"', ['-"-"']],
    // Without a term there is no operator.
    ['"', ['"']],
    ['""', ['""']],
    ['-""', ['-""']],
    ['', ['']],
    // The mark at the end is missing.
    ['cargo "bill of', ['cargo', '"bill of']],
    ['-"bill of', ['-"bill of']],
    // Syntax of query languages is text.
    ['berth* AND (NEAR(a b) OR words:x)', ['berth* AND (NEAR(a b) OR words:x)']],
    ['x -berth:* -a&!b', ['x', '-berth:*', '-a&!b']],
    ['-berth:* -a&!b', ['-berth:*', '-a&!b']],
  ];
  for (const [search, terms] of cases) assert.deepEqual(shown(search), terms, search);
});

test('long searches are read in linear time and to a limit', () => {
  const many = readSearch('"a" -b '.repeat(500));
  assert.deepEqual([many.wanted.length, many.unwanted.length], [maxSearchTerms, maxSearchTerms]);
  assert.equal(readSearch('word '.repeat(500)).wanted.length, 1);
  for (const part of ['"', '-', '- ', '-"', '" ', '\u0301', '装'])
    for (const search of [part.repeat(10_000), `x${part.repeat(10_000)}`]) readSearch(search);
});

test('a name is compared with every term, without case and accents', () => {
  const cases: [name: string, search: string, matches: boolean][] = [
    ['Bill of Lading.pdf', 'BILL OF', true],
    ['Bill of Lading.pdf', '"lading" "bill', true],
    ['Bill of Lading.pdf', 'bill -lading', false],
    ['Bill of Lading.pdf', 'bill -"of bill"', true],
    ['Bill of Lading.pdf', '-invoice', true],
    ['Bill of Lading.pdf', '-lading', false],
    ['Bill_of-Lading.pdf', '"of lading.pdf"', true],
    ['Été.pdf', '"ete"', true],
  ];
  for (const [name, search, matches] of cases) assert.equal(matchesName(name, search), matches, search);
  assert.equal(wantedText('"bill of" -draft acme'), 'bill of acme');
});
