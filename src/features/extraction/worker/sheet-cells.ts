import { cellText } from './cell-text.ts';
import { walkSpreadsheetXml } from './xml-walk.ts';
import type { Attributes } from './xml-walk.ts';

/** A cell as the file states it. Rows and columns count from 0. */
export type SheetCell = {
  row: number;
  column: number;
  /** 's' refers to a shared text, 'n' is a number. Source: ECMA-376, 18.18.11. */
  type: string;
  style: number;
  /** Never empty. */
  value: string;
};

export type SheetHandlers = {
  cell: (cell: SheetCell) => void;
  /** A cell without a value, which may have a style. */
  emptyCell?: (cell: Pick<SheetCell, 'row' | 'column' | 'style'>) => void;
  /** The width of the first to the last of some columns, in letters. */
  width?: (first: number, last: number, letters: number) => void;
  /** Two corners, such as 'A1:B2'. */
  merge?: (reference: string) => void;
  hiddenRow?: (row: number) => void;
  /** The first and the last of hidden columns. */
  hiddenColumns?: (first: number, last: number) => void;
  /** The text that is printed above or below each page, without its codes. */
  headerOrFooter?: (text: string) => void;
  isEnough?: () => boolean;
};

const isHeaderOrFooter = (name: string): boolean => /^(odd|even|first)(Header|Footer)$/.test(name);

/** Fonts, sizes, colours, places and fields, such as '&"Arial"', '&12', '&K00FF00' and '&P'. Source: ECMA-376, Part 1, 18.3.1.46. */
const codes = /&(?:"[^"]*"|K[\dA-F+-]{5,6}|\d+|[A-Z])/gi;

/** Reads the cells with a value of a worksheet. Cells without a position follow the one before them. */
export function walkCells(
  xml: string | Iterable<string>,
  { cell, emptyCell, merge, hiddenRow, headerOrFooter, isEnough, ...columns }: SheetHandlers,
): void {
  let [row, column] = [-1, -1];
  let current: Attributes | undefined;
  let value: string[] = [];
  let isValue = false;
  let isPhonetic = false;
  walkSpreadsheetXml(xml, {
    open: (name, attributes) => {
      if (name === 'row') {
        [row, column] = [Number(attributes['r'] ?? row + 2) - 1, -1];
        if (isTrue(attributes['hidden'])) hiddenRow?.(row);
      }
      if (name === 'col') describeColumns(attributes, columns);
      if (name === 'c') {
        current = attributes;
        value = [];
        column = attributes['r'] ? placeOf(attributes['r']).column : column + 1;
      }
      if (name === 'rPh') isPhonetic = true;
      if (isHeaderOrFooter(name)) value = [];
      if (name === 'v' || name === 't' || isHeaderOrFooter(name)) isValue = true;
      if (name === 'mergeCell' && attributes['ref']) merge?.(attributes['ref']);
    },
    text: (text) => void (isValue && !isPhonetic && value.push(text)),
    close: (name) => {
      if (name === 'v' || name === 't' || isHeaderOrFooter(name)) isValue = false;
      if (isHeaderOrFooter(name)) headerOrFooter?.(value.join('').replaceAll(codes, ' '));
      if (name === 'rPh') isPhonetic = false;
      if (name !== 'c' || !current) return;
      const type = current['t'] ?? 'n';
      const text = type === 'inlineStr' || type === 'str' ? cellText(value.join('')) : value.join('');
      const style = Number(current['s'] ?? 0);
      if (text === '') emptyCell?.({ row, column, style });
      else if (row >= 0 && column >= 0) cell({ row, column, type, style, value: text });
      current = undefined;
    },
    isEnough,
  });
}

function describeColumns(
  { min, max, width: letters, hidden }: Attributes,
  { width, hiddenColumns }: Pick<SheetHandlers, 'width' | 'hiddenColumns'>,
): void {
  const [first, last] = [Number(min) - 1, Number(max) - 1];
  if (isTrue(hidden)) hiddenColumns?.(first, last);
  if (Number(letters) > 0) width?.(first, last, Number(letters));
}

const isTrue = (value = ''): boolean => /^(1|true)$/.test(value);

/** Returns the row and the column of a reference such as 'B3', which count from 0. One that is missing is -1. */
export function placeOf(reference = ''): { row: number; column: number } {
  let column = 0;
  for (const letter of /^[A-Z]{1,3}/.exec(reference)?.[0] ?? '') column = column * 26 + letter.charCodeAt(0) - 64;
  return { row: Number(/\d+$/.exec(reference)?.[0] ?? 0) - 1, column: column - 1 };
}

/** Returns the place and the size of the cells between two corners, such as 'A1:B2'. */
export function areaOf(reference: string): { row: number; column: number; rows: number; columns: number } {
  const [from, to] = reference.split(':').map(placeOf);
  const [first, last] = [from ?? placeOf(), to ?? placeOf()];
  return { ...first, rows: last.row - first.row + 1, columns: last.column - first.column + 1 };
}
