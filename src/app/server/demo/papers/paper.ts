import { diceOf } from '../dice.ts';
import type { Supplier } from '../suppliers.ts';

/** What a document is about: one shipment of one supplier. */
export type Paper = {
  /** Its place among all papers; what is in it follows from that. */
  place: number;
  /** 'INV-2604-01173'; no two papers have the same. */
  number: string;
  supplier: Supplier;
  vessel: string;
  container: string;
  /** The document's own date, `yyyy-mm-dd`. */
  day: string;
  /** 1, or more for what replaced it. */
  edition: number;
};

/** One kind of goods in a shipment. Prices are in euros. */
export type Line = { article: string; cartons: number; pieces: number; kilos: number; price: number };

const variants = [
  'standard',
  'grade A',
  'grade B',
  'small',
  'medium',
  'large',
  'natural',
  'dark',
  'export quality',
  'sample lot',
];

export const diceOfPaper = (paper: Paper, salt = 0) => diceOf(paper.place * 31 + paper.edition * 7 + salt);

export function linesOf(paper: Paper, most = 12): Line[] {
  const dice = diceOfPaper(paper);
  return Array.from({ length: dice.whole(3, most) }, (_, place) => {
    const cartons = dice.whole(4, 180);
    const perCarton = dice.pick([6, 10, 12, 24, 48]);
    return {
      article: `${paper.supplier.goods}, ${variants[(place + paper.place) % variants.length]}`,
      cartons,
      pieces: cartons * perCarton,
      kilos: cartons * dice.whole(6, 22),
      price: dice.whole(120, 9_900) / 100,
    };
  });
}

export const totalOf = (lines: readonly Line[], what: (line: Line) => number) =>
  lines.reduce((sum, line) => sum + what(line), 0);

/** Without the rounding errors of fractions. */
export const valueOf = (line: Line) => Math.round(line.pieces * line.price * 100) / 100;

export const euros = (amount: number) =>
  amount.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

export const grouped = (amount: number) => amount.toLocaleString('en-US');
