import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isNumber, maxNumbers, numbersIn, numbersInName, numbersOfContainer } from './numbers.rules.ts';

const spellings: [text: string, number: string][] = [
  ['QKYU2346230', 'QKYU2346230'],
  ['Container no. qkyu 234623-0, sealed', 'QKYU2346230'],
  ['(QKYU 234 623 0)', 'QKYU2346230'],
  ['QKYU-234.623/0', 'QKYU2346230'],
  ['QKY U 234.623-0', 'QKYU2346230'],
  ['QKYU 234623 (0)', 'QKYU2346230'],
  ['QKYU 2346230', 'QKYU2346230'],
  ['the order PO-2701-00413.', 'PO270100413'],
  ['po 2701/00413', 'PO270100413'],
  ['Po 2701 00413', 'PO270100413'],
  ['B/L HLCU-HAM-240912345', 'HLCUHAM240912345'],
  ['HLCU HAM 240912345', 'HLCUHAM240912345'],
  ['booking: 123456', '123456'],
  ['ÄB-12345é', 'AB12345E'],
  ['order 4711-0815-X dated today', '47110815X'],
];

test('numbers are found in any spelling', () => {
  for (const [text, number] of spellings) assert.ok(numbersIn(text).includes(number), text);
});

test('dates, amounts, times and short numbers are no numbers', () => {
  for (const text of [
    'paid on 2026-03-01',
    '01.03.2026',
    '1/3/26',
    '03/2026',
    '20260301',
    '12 March 2026',
    'season 2026/2027',
    '1.234.567',
    '1,234,567.89',
    'at 10:30:00',
    '12345',
    '000123',
    'ABCDEF12',
  ])
    assert.deepEqual(
      numbersIn(text).filter((number) => /^\d|^QKYU|^ABC/.test(number)),
      [],
      text,
    );
});

test('a container number with a wrong check digit is a number only as a whole, because a bill of lading may look like it', () => {
  for (const text of ['BL MEDU8682493', 'MEDU 868249-3', 'medu 868.249/3'])
    assert.deepEqual(
      numbersIn(text).filter((number) => number.includes('868')),
      ['MEDU8682493'],
      text,
    );
  const numbers = { number_norm: 'MEDU8682493', container_no: 'PO-1', booking_number: null };
  assert.deepEqual(numbersOfContainer({ ...numbers, bl_number: null }), []);
  assert.deepEqual(numbersOfContainer({ ...numbers, bl_number: 'MEDU 8682493' }), ['MEDU8682493']);
});

test('the name of a file is examined without its ending', () => {
  assert.ok(numbersInName('QKYU2346230_packing list.pdf').includes('QKYU2346230'));
  assert.ok(numbersInName('Invoice PO-2701-00413.PDF').includes('PO270100413'));
  assert.deepEqual(numbersInName('123456.789'), ['123456']);
});

test('words and quantities beside numbers, and parts of container numbers, are left out', () => {
  const text = 'Container QKYU 234623-0, black tea 129 bags, date 2026-07-11, order BL-2607-01129';
  assert.deepEqual(numbersIn(text), ['QKYU2346230', 'BL260701129', '260701129']);
  const order = { number_norm: null, container_no: 'Order 2701-00413', bl_number: null, booking_number: null };
  assert.deepEqual(numbersOfContainer(order), ['ORDER270100413', '270100413']);
});

test('of a text with more numbers than are kept, container numbers come first', () => {
  const orders = Array.from({ length: 300 }, (_, index) => `PO-${100_000 + index}`).join(' and ');
  const numbers = numbersIn(`${orders} in QKYU 234623 0`);
  assert.equal(numbers.length, maxNumbers);
  assert.equal(numbers[0], 'QKYU2346230');
  assert.ok(numbers.every(isNumber));
});

test('a container has its numbers of at least six characters', () => {
  const numbers = { number_norm: 'QKYU2346230', container_no: 'PO-27', bl_number: 'HLCU HAM 240912345' };
  assert.deepEqual(numbersOfContainer({ ...numbers, booking_number: '240912345' }), [
    'QKYU2346230',
    'HLCUHAM240912345',
    '240912345',
  ]);
  assert.deepEqual(
    numbersOfContainer({
      number_norm: 'QKYU2346231',
      container_no: '2026-03-01',
      bl_number: null,
      booking_number: 'ABCDEFG1',
    }),
    [],
  );
});

test('the number of numbers of a hostile text is limited', () => {
  const size = 128 * 1024;
  for (const piece of ['A', '1', 'QKYU ', '1 ', '1-', '. ', 'A1-', '－', 'QKYU 1234567 '])
    assert.ok(numbersIn(piece.repeat(size / piece.length)).length <= maxNumbers);
});
