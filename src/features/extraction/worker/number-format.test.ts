import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StoredCell } from '../table.rules.ts';
import { dayOf, isCalendarFormat, numberCell } from './number-format.ts';

test('a number format shows a calendar date only by a day or a year outside its literal texts', () => {
  const cases: Record<string, boolean> = {
    'yyyy-mm-dd': true,
    'd.m.yy h:mm': true,
    '[$-409]d-mmm-yy': true,
    'h:mm': false,
    '[h]:mm "days"': false,
    'h:mm \\d': false,
    '[Red]0.00': false,
    '[$USD] #,##0': false,
    '0.0 "days"': false,
    General: false,
    '0 m"': false,
  };
  for (const [format, isDate] of Object.entries(cases)) assert.equal(isCalendarFormat(format), isDate, format);
});

test('a number format that is longer than those of Excel is not looked at', () => {
  for (const part of ['yyyy[', '"t"', '\\\\']) {
    const format = part.repeat(100_000);
    assert.deepEqual([isCalendarFormat(format), numberCell(1, format)], [false, 1]);
  }
});

test('a number keeps the unit of mass that its format adds, except kilograms', () => {
  const cases: [number, string, StoredCell][] = [
    [18.5, '0.0 "t"', '18.5 t'],
    [18.125, '0.000\\ \\t', '18.1250 t'],
    [40_000, '#,##0 "lbs";[Red]-#,##0 "lbs"', '40000 lbs'],
    [900, '#,##0', 900],
    [7.5, 'General', 7.5],
  ];
  for (const [number, format, cell] of cases) assert.equal(numberCell(number, format), cell, format);
});

test('a number has the text that its format shows, unless this is the number itself', () => {
  const cases: [number, string, string | undefined][] = [
    [4_500_123, '0000000000', '0004500123'],
    [4711, '"BKG-"0', 'BKG-4711'],
    [123_456_789, '000\\-000\\-000', '123-456-789'],
    [77, '00000', '00077'],
    [12, '0 "ctns"', '12 ctns'],
    [4711, '[Red]00000;-0', '04711'],
    [4711, '_-* #,##0_-', undefined],
    [4711, '#,##0.000', undefined],
    [4_500_123_456, '0.00E+00', undefined],
    [4711, '[$', undefined],
    [4711, ';;;', undefined],
    [0.5, '0.00', undefined],
  ];
  for (const [number, format, shown] of cases)
    assert.deepEqual(numberCell(number, format), shown === undefined ? number : [number, shown], format);
});

test('a day number is the date that Excel shows, and 29 February 1900 is none', () => {
  const cases: [number, string | undefined][] = [
    [0.5, undefined],
    [1, '1900-01-01'],
    [59.9, '1900-02-28'],
    [60, undefined],
    [61, '1900-03-01'],
    [46_085.5, '2026-03-04'],
    [2_958_465.9, '9999-12-31'],
    [2_958_466, undefined],
  ];
  for (const [serial, date] of cases) assert.equal(dayOf(serial), date, String(serial));
});
