import assert from 'node:assert/strict';
import { test } from 'node:test';
import { proposalFrom, proposedType, triesOf, wordsOfFileName } from './type-proposals.rules.ts';

test('numbers, codes and the extension of a name are not compared', () => {
  for (const [name, words] of [
    ['Packing list NQ-4711.pdf', ['packing', 'list']],
    ['Übergabe_Protokoll 2026-11-23.docx', ['ubergabe', 'protokoll']],
    ['MSKU1234565.pdf', []],
    ['bl 12.pdf', []],
    ['list list.pdf', ['list']],
    ['one two three four five six.txt', ['one', 'two', 'three', 'four']],
    ['.invoice', ['invoice']],
  ] as const)
    assert.deepEqual(wordsOfFileName(name), words, name);
});

test('all words are looked for first, then fewer', () => {
  assert.deepEqual(triesOf([]), []);
  assert.deepEqual(triesOf(['a', 'b', 'c']), [['a', 'b', 'c'], ['a', 'b'], ['b', 'c'], ['a'], ['c']]);
  assert.equal(triesOf(['a', 'b', 'c', 'd']).length, 5);
});

test('a type is proposed only if most of at least three similar files have it', () => {
  for (const [types, proposed] of [
    [[7, 7], undefined],
    [[7, 7, 7], { file_type_id: 7, matching: 3, similar: 3 }],
    [[5, 7, 7], { file_type_id: 7, matching: 2, similar: 3 }],
    [[5, 5, 7, 7], undefined],
    [[], undefined],
  ] as const)
    assert.deepEqual(proposalFrom(types), proposed, types.join());
});

const named = (...names: string[]) => names.map((name, index) => ({ id: index + 1, name }));

const kinds = named('Document', 'Bill of Lading', 'Bill', 'Photo');
const like = { file_type_id: 1, matching: 3, similar: 4 };

for (const [title, name, types, known, expected] of [
  ['the only type is proposed for every file', 'a.bin', named('Document'), {}, [1, 'only']],
  ['the type of similar files goes before a type in the name', 'bill.pdf', kinds, { similar: like }, [1, 'similar']],
  ['the type with the most words in the name is proposed', '7 LADING, bill_of.pdf', kinds, {}, [2, 'name']],
  ['a type with one of its words in the name is not proposed', 'lading.pdf', kinds, {}, undefined],
  ['a type without words is not proposed', '12.pdf', named('12', 'BL'), {}, undefined],
  ['a photo gets the type of photos', 'IMG_2031.JPG', kinds, {}, [4, 'photo']],
  ['a photo gets the type of photos in German', 'x.heic', named('Dokument', 'Fotos vom Tor'), {}, [2, 'photo']],
  ['a photo gets the last type that was chosen for one', 'IMG_1.jpg', kinds, { lastPhoto: 3 }, [3, 'lastPhoto']],
  ['the word photo in the name of a photo names no type', 'Photo 1.jpg', kinds, { lastPhoto: 3 }, [3, 'lastPhoto']],
  ['a deleted type is not proposed for a photo', 'IMG_1.jpg', kinds, { lastPhoto: 9 }, [4, 'photo']],
  ['a picture that no camera stores gets no type of photos', 'plan.png', kinds, { lastPhoto: 3 }, undefined],
  ['without types nothing is proposed', 'IMG_1.jpg', [], { similar: undefined }, undefined],
] as const)
  test(title, () => {
    const proposed = proposedType(name, types, known);
    assert.deepEqual(proposed && [proposed.file_type_id, proposed.because], expected);
  });
