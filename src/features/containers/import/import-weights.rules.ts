import type { TableCell } from '#features/extraction/table.rules.ts';
import { decimalMarkIn, parseNumber } from './import-values.rules.ts';
import type { DecimalMark } from './import-values.rules.ts';

/** The unit of the weights in a column. `other`: a unit that is not read. */
export type WeightUnit = 'kg' | 't' | 'other';

const kilograms = /^(kgs?|kilos?|kilogramm?(s|e)?)$/i;
/** 'ton' is left out: it stands for three weights. */
const tonnes = /^(t|to|mt|tonnen?|tonnes|metrictons?)$/i;
const headingUnits: Record<WeightUnit, RegExp> = {
  kg: kilograms,
  // 'to' is a word of English headings.
  t: /^(t|mt|tonnen?|tonnes|tm)$/i,
  // A single 'g' means gross in 'G.W.'.
  other: /^(lbs?|libras?|livres?|pounds?|pfund|oz|ounces?|tons?|grams?|gramm|cwt|quintal|quintaux)$/i,
};

/** Returns the unit that a heading states, or kilograms if it states none. */
export function weightUnitOf(heading: string): WeightUnit {
  const text = heading.replace(/metric[- ]tons?/i, 'tonnes');
  const words = text.match(/\p{L}+/gu) ?? [];
  const stated = (['kg', 't', 'other'] as const).filter((unit) => words.some((word) => headingUnits[unit].test(word)));
  return stated.length > 1 ? 'other' : (stated[0] ?? 'kg');
}

/**
 * Returns the decimal mark that the numbers of a column show, or undefined if they show none. '18.500' shows none: the point
 * can also separate thousands.
 */
export function decimalMarkOf(cells: Iterable<TableCell>): DecimalMark | undefined {
  const counts = { '.': 0, ',': 0 };
  for (const cell of cells) {
    const mark = decimalMarkIn(cell);
    if (mark !== undefined) counts[mark] += 1;
  }
  if (counts['.'] === counts[',']) return undefined;
  return counts['.'] > counts[','] ? '.' : ',';
}

type Column = { decimal?: DecimalMark | undefined; unit?: WeightUnit };

/** Returns the weight in kilograms, or undefined if it has another unit or is no number. The unit of the cell comes first. */
export function parseWeight(cell: TableCell, { decimal, unit = 'kg' }: Column = {}): number | undefined {
  const number = parseNumber(cell, decimal);
  if (number === undefined) return undefined;
  const words = typeof cell === 'string' ? cell.replaceAll(/[^\p{L}\p{Sc}]+/gu, '') : '';
  const stated = words === '' ? unit : tonnes.test(words) ? 't' : kilograms.test(words) ? 'kg' : 'other';
  if (stated === 't') return Math.round(number * 1_000_000) / 1000;
  return stated === 'kg' ? number : undefined;
}
