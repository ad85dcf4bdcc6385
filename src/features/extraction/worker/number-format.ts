import { format as formatted, isDateFormat } from 'numfmt';
import type { StoredCell } from '../table.rules.ts';

/** Colours, currencies, conditions, literal texts, paddings: letters in them stand for no part of a date. */
const literals = /\[[^\]]*\]|"[^"]*"|[\\_*]./g;

/** Excel allows 255. A longer format is not looked at, because some readers ask for every cell. */
const maxFormatLetters = 255;

/** Returns whether a number format shows a date or a time. */
export function isTimeFormat(format: string): boolean {
  if (format.length > maxFormatLetters) return false;
  try {
    return isDateFormat(format);
  } catch {
    // The format is invalid.
    return false;
  }
}

/** Returns whether a number format shows a calendar date, with or without a time. */
export const isCalendarFormat = (format: string): boolean =>
  isTimeFormat(format) && /[dy]/i.test(format.replaceAll(literals, ''));

/** Kilograms are left out: they are what a number without a unit means. */
const massUnits = /^(t|to|mt|tonn?es?|tonnen|tons?|lbs?|pounds?|oz|g|cwt)$/i;

/** Returns the unit of mass that a number format adds to the number: `0.0 "t"` is 't'. */
function massUnitOf(format: string): string | undefined {
  if (format.length > maxFormatLetters || !/["\\]/.test(format)) return undefined;
  const texts = Array.from(format.matchAll(/;|"([^"]*)"|\\(.)/g), ([mark, quoted, escaped]) =>
    mark === ';' ? mark : (quoted ?? escaped ?? ''),
  );
  const [first = ''] = texts.join('').split(';', 1);
  const unit = first.replaceAll(/[\s.()]/g, '');
  return massUnits.test(unit) ? unit : undefined;
}

/** Returns a number with its format: with the text that it shows, or as a text with a unit of mass other than kilograms. */
export function numberCell(number: number, format: string): StoredCell {
  const unit = massUnitOf(format);
  if (unit !== undefined) return withUnit(number, unit);
  if (usualFormats.test(format) || format.length > maxFormatLetters) return number;
  const shown = shownNumber(number, format).trim();
  return shown === '' || isSameNumber(shown, number) ? number : [number, shown];
}

/** Returns a number with the text that its sheet shows, in any language, as `numberCell` does. */
export function numberShownAs(number: number, text: string): StoredCell {
  const unit = text.replaceAll(/[^\p{L}]+/gu, '');
  if (massUnits.test(unit)) return withUnit(number, unit);
  const shown = text.trim();
  const isPlain = /^-?(0(?!\d)|[1-9])[\d.,'’\s]*$/.test(shown) || isSameNumber(shown, number);
  return shown === '' || isPlain ? number : [number, shown];
}

/** A point before exactly three digits could separate thousands. */
const withUnit = (number: number, unit: string): string => `${String(number).replace(/\.\d{3}$/, '$&0')} ${unit}`;

/** Formats that add nothing to the digits. They are those of most cells. */
const usualFormats = /^(|General|0|0\.0+|#,##0(\.0+)?)$/i;

/** Marks between thousands, zeros after the decimal point and exponents are no part of a number. */
const isSameNumber = (shown: string, number: number): boolean =>
  (Number(shown.replaceAll(/[,\s]/g, '')) === number && !/^-?0\d/.test(shown)) || /^-?\d(\.\d+)?E[-+]\d+$/i.test(shown);

/** Returns a number as its format shows it. */
export function shownNumber(number: number, format: string): string {
  try {
    return formatted(format, number);
  } catch {
    // The format is invalid.
    return String(number);
  }
}

const dayMs = 86_400_000;

/** The days between Excel's first day of 1900 and the start of 1904. */
export const daysTo1904 = 1462;

/**
 * Returns the calendar date of a day number that counts from 1900 or 1904, or undefined if there is none. Number 60 is 29
 * February 1900, which did not exist. Source: ECMA-376, 18.17.4.1.
 */
export function dayOf(serial: number, isFrom1904 = false): string | undefined {
  const days = Math.floor(serial) + (isFrom1904 ? daysTo1904 : 0);
  if (days < 1 || days === 60 || days >= 2_958_466) return undefined;
  return new Date(Date.UTC(1899, 11, days > 60 ? 30 : 31) + days * dayMs).toISOString().slice(0, 10);
}
