import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  bothDates,
  dateOrderOf,
  farDate,
  isHalfTurned,
  isZeroDate,
  orderOfColumn,
  orderOfOpenColumns,
  parseDate,
  turnedDate,
} from './import-dates.rules.ts';
import { monthOf } from './import-months.rules.ts';

test('a date is read in every usual order', () => {
  const cases: [string | number, string | undefined, string | undefined][] = [
    ['2026-03-04', '2026-03-04', '2026-03-04'],
    ['04.03.2026', '2026-03-04', '2026-04-03'],
    ['3/4/26', '2026-04-03', '2026-03-04'],
    ['1/2/70', '1970-02-01', '1970-01-02'],
    ['4 Mar 2026', '2026-03-04', '2026-03-04'],
    ['March 4th, 2026', '2026-03-04', '2026-03-04'],
    ['04-MÄR-26', '2026-03-04', '2026-03-04'],
    ['Wed, 4 Mar 2026', '2026-03-04', '2026-03-04'],
    ['4.3.2026 10:30', '2026-03-04', '2026-04-03'],
    ['2026年3月4日', '2026-03-04', '2026-03-04'],
    ['20260304', '2026-03-04', '2026-03-04'],
    [46_085, '2026-03-04', '2026-03-04'],
    [46_085.5, '2026-03-04', '2026-03-04'],
    ['46085', '2026-03-04', '2026-03-04'],
    ['20NOV26', '2026-11-20', '2026-11-20'],
    ['20NOV2026', '2026-11-20', '2026-11-20'],
    ['2026.11.20.', '2026-11-20', '2026-11-20'],
    ['9999-12-31', '9999-12-31', '9999-12-31'],
    ['2250-01-01', '2250-01-01', '2250-01-01'],
    ['1900-01-01', '1900-01-01', '1900-01-01'],
    ['1899-12-31', undefined, undefined],
    ['1er mars 2027', '2027-03-01', '2027-03-01'],
    ['15 de marzo de 2027', '2027-03-15', '2027-03-15'],
    ['15-juil.-27', '2027-07-15', '2027-07-15'],
    ['15-janv-27', '2027-01-15', '2027-01-15'],
    ['5 października 2027 r.', '2027-10-05', '2027-10-05'],
    ['15 Ağustos 2027', '2027-08-15', '2027-08-15'],
    ['4 марта 2027 г.', '2027-03-04', '2027-03-04'],
    ['04 мая 2027', '2027-05-04', '2027-05-04'],
    ['KW 51', undefined, undefined],
    ['31.11.26', undefined, undefined],
    ['20CTN26', undefined, undefined],
    ['31.02.2026', undefined, undefined],
    ['13/13/2026', undefined, undefined],
    ['next week', undefined, undefined],
    [12, undefined, undefined],
  ];
  for (const [cell, day, month] of cases)
    assert.deepEqual([parseDate(cell, 'day'), parseDate(cell, 'month')], [day, month], String(cell));
});

test('the order of day and month follows from the column, or is open', () => {
  assert.equal(dateOrderOf(['03/04/2026', '25/04/2026'], 2026), 'day');
  assert.equal(dateOrderOf(['03/04/2026', '04/25/2026'], 2026), 'month');
  assert.equal(dateOrderOf(['03/04/2026', null, '05/06/2026'], 2026), 'open');
  assert.equal(dateOrderOf(['Fri 03/05/2027'], 2026), 'open');
  assert.equal(dateOrderOf(['Fri, 03/05/2027', 'Thu 03/25/2027'], 2026), 'month');
  assert.equal(dateOrderOf(['2026-03-04', '4 Mar 2026', 46_085], 2026), undefined);
});

test('the date columns of a sheet show together the order of day and month of the open ones', () => {
  assert.equal(orderOfOpenColumns(['open', null, 'month']), 'month');
  assert.equal(orderOfOpenColumns(['open', 'day', 'open', 'day']), 'day');
  assert.equal(orderOfOpenColumns(['open', 'day', 'month']), 'open');
  assert.equal(orderOfOpenColumns(['open', undefined]), 'open');
  assert.equal(orderOfOpenColumns(['day', 'month']), undefined);
});

test('a column of dates with two digits has its year first if only that gives dates near today', () => {
  const cases: [string[], ReturnType<typeof dateOrderOf>][] = [
    [['26/12/04', '26/12/15', '27/01/08', '27/01/28'], 'year'],
    [['27-03-04', '27-03-25'], 'year'],
    [['27/3/4'], 'year'],
    [['26.11.27'], 'unclear'],
    [['26.11.27', '28.11.26'], 'unclear'],
    [['26.11.27', '03.12.27'], 'day'],
    [['27.03.2027'], 'day'],
    [['12/26/27'], 'month'],
    [['35/03/04'], 'day'],
  ];
  for (const [cells, order] of cases) assert.equal(dateOrderOf(cells, 2026), order, cells.join(' '));
  assert.equal(parseDate('27-03-04', 'year'), '2027-03-04');
  assert.equal(parseDate('27/3/4', 'year'), '2027-03-04');
  assert.equal(parseDate('27/3/4', 'day'), undefined);
  assert.equal(parseDate('04.03.2027', 'year'), '2027-03-04');
  assert.deepEqual(bothDates('26/11/27'), ['2027-11-26', '2026-11-27']);
  assert.equal(orderOfColumn('unclear', ['unclear', 'year', undefined], true), 'year');
  assert.equal(orderOfColumn('unclear', ['unclear', 'day'], true), 'day');
  assert.equal(orderOfColumn('open', ['open', 'month'], true), 'month');
  assert.equal(orderOfColumn('open', ['open'], false), 'month');
});

test('months are read by their names and as Excel abbreviates them, in ten languages', () => {
  for (const months of [
    'jan feb mar apr may jun jul aug sep oct nov dec',
    'Jan Feb Mär Apr Mai Jun Jul Aug Sep Okt Nov Dez',
    'janv févr mars avr mai juin juil août sept oct nov déc',
    'ene feb mar abr may jun jul ago sep oct nov dic',
    'gen feb mar apr mag giu lug ago set ott nov dic',
    'jan fev mar abr mai jun jul ago set out nov dez',
    'jan feb mrt apr mei jun jul aug sep okt nov dec',
    'sty lut mar kwi maj cze lip sie wrz paź lis gru',
    'stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia',
    'Oca Şub Mar Nis May Haz Tem Ağu Eyl Eki Kas Ara',
    'янв фев мар апр май июн июл авг сен окт ноя дек',
    'января февраля марта апреля мая июня июля августа сентября октября ноября декабря',
  ])
    assert.deepEqual(months.split(' ').map(monthOf), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], months);
  assert.deepEqual(['ctn', 'jui', 'may be'].map(monthOf), [0, 0, 0]);
});

test('zero and negative dates are empty', () => {
  for (const cell of [0, -1, 0.5, '0', '00/01/1900', '1/0/1900', '00.01.1900', '1899-12-30', '30.12.1899', '######'])
    assert.equal(isZeroDate(cell), true, String(cell));
  for (const cell of [1, 46_085, '2027-03-04', '01.01.1900', 'KW 51', '10/01/1900'])
    assert.equal(isZeroDate(cell), false, String(cell));
});

test('a date more than ten years away is doubted, and one of the Buddhist calendar gets a proposal', () => {
  for (const [date, isFar, meant] of [
    ['9999-12-31', true, undefined],
    ['2207-03-04', true, undefined],
    ['2570-03-04', true, '2027-03-04'],
    ['1970-01-01', true, undefined],
    ['1900-01-01', true, undefined],
    ['2024-01-01', false, undefined],
    ['2031-12-31', false, undefined],
  ] as const)
    assert.deepEqual(farDate(date, '2026-11-28'), { isFar, meant }, date);
});

test('a column is half turned if its texts and its dates could not be in one order', () => {
  assert.equal(isHalfTurned(['13/01/2027', '15/01/2027', '2027-09-01', null]), true);
  assert.equal(isHalfTurned(['13/01/2027', '03/01/2027', '2027-09-01']), false);
  assert.equal(isHalfTurned(['13/01/2027', '2027-09-01', '2027-09-25']), false);
  assert.equal(isHalfTurned(['2027-09-01', '2027-10-01']), false);
  assert.equal(isHalfTurned(['13/01/2027', '14/01/2027']), false);
  assert.equal(turnedDate('2027-09-01'), '2027-01-09');
  assert.equal(turnedDate('2027-03-03'), undefined);
  assert.equal(turnedDate('13/01/2027'), undefined);
});
