import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayOf, isCalendarFormat, withMassUnit } from './number-format.ts';

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
    assert.deepEqual([isCalendarFormat(format), withMassUnit(1, format)], [false, 1]);
  }
});

test('a number keeps the unit of mass that its format adds, except kilograms', () => {
  const cases: [number, string, number | string][] = [
    [18.5, '0.0 "t"', '18.5 t'],
    [18.125, '0.000\\ \\t', '18.1250 t'],
    [40_000, '#,##0 "lbs";[Red]-#,##0 "lbs"', '40000 lbs'],
    [900, '#,##0 "kg"', 900],
    [12, '0 "ctns"', 12],
    [12, '"PO-"0000', 12],
    [7.5, 'General', 7.5],
  ];
  for (const [number, format, cell] of cases) assert.equal(withMassUnit(number, format), cell, format);
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
