import { unzipSync } from 'fflate';
import { Parser } from 'htmlparser2';
import { isDateFormat } from 'numfmt';
import { maxTableColumns, maxTableRows, maxTableSheets } from '../table.rules.ts';
import type { TableCell } from '../table.rules.ts';
import { UnreadableTable } from './unreadable-table.ts';
import { readWorkbook } from './workbook.ts';
import { checkArchive } from './zip-limits.ts';

const maxPartBytes = 150 * 1024 * 1024;
const daysTo1904 = 1462;

type Sheet = { name: string; rows: TableCell[][] };
type Attributes = Record<string, string>;

/** Reads the visible sheets of an xlsx file. Source: ECMA-376, Part 1, SpreadsheetML. */
export function workbookSheets(bytes: Buffer): Sheet[] {
  checkArchive(bytes);
  const parts = unzipSync(bytes, {
    filter: ({ name, originalSize }) => /^xl\/.*\.(xml|rels)$/.test(name) && originalSize <= maxPartBytes,
  });
  const textOf = (path: string) => (parts[path] ? new TextDecoder().decode(parts[path]) : undefined);
  const book = textOf('xl/workbook.xml');
  if (book === undefined) throw new UnreadableTable('format');
  const { formats, isFrom1904 } = readWorkbook(bytes);
  const isDate = formats.map(
    (format) => isDateFormat(format) && /[dy]/i.test(format.replaceAll(/\[[^\]]*\]|"[^"]*"/g, '')),
  );
  const targets = new Map<string, string>();
  walk(textOf('xl/_rels/workbook.xml.rels') ?? '', (name, { Id, Target }) => {
    if (name === 'Relationship' && Id && Target) targets.set(Id, Target.replace(/^\/?(xl\/)?/, 'xl/'));
  });
  const listed: { name: string; path: string }[] = [];
  walk(book, (name, attributes) => {
    if (name !== 'sheet' || /hidden/i.test(attributes['state'] ?? '')) return;
    const id = Object.entries(attributes).find(([key]) => /(^|:)id$/.test(key) && key !== 'sheetId')?.[1];
    listed.push({ name: attributes['name'] ?? '', path: targets.get(id ?? '') ?? '' });
  });
  const strings = sharedStrings(textOf('xl/sharedStrings.xml') ?? '');
  return listed.slice(0, maxTableSheets).flatMap(({ name, path }) => {
    const xml = textOf(path);
    return xml === undefined ? [] : [{ name, rows: rowsOf(xml, { strings, isDate, isFrom1904 }) }];
  });
}

type Handlers = { text?: (text: string) => void; close?: (name: string) => void };

/** Reports every element by its local name. */
function walk(xml: string, open: (name: string, attributes: Attributes) => void, { text, close }: Handlers = {}): void {
  const local = (name: string) => name.slice(name.indexOf(':') + 1);
  const parser = new Parser(
    {
      onopentag: (name, attributes) => open(local(name), attributes),
      ...(text && { ontext: text }),
      ...(close && { onclosetag: (name: string) => close(local(name)) }),
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.write(xml);
  parser.end();
}

function sharedStrings(xml: string): string[] {
  const strings: string[] = [];
  let parts: string[] = [];
  let inText = false;
  let inPhonetic = false;
  walk(
    xml,
    (name) => {
      if (name === 'si') parts = [];
      if (name === 'rPh') inPhonetic = true;
      inText = name === 't';
    },
    {
      text: (text) => void (inText && !inPhonetic && parts.push(text)),
      close: (name) => {
        if (name === 't') inText = false;
        if (name === 'rPh') inPhonetic = false;
        if (name === 'si') strings.push(parts.join(''));
      },
    },
  );
  return strings;
}

type Book = { strings: readonly string[]; isDate: readonly boolean[]; isFrom1904: boolean };

function rowsOf(xml: string, book: Book): TableCell[][] {
  const rows: TableCell[][] = [];
  const merges: string[] = [];
  let [row, column] = [-1, -1];
  let cell: Attributes | undefined;
  let value: string[] = [];
  let inValue = false;
  walk(
    xml,
    (name, attributes) => {
      if (name === 'row') [row, column] = [Number(attributes['r'] ?? row + 2) - 1, -1];
      if (name === 'c') {
        cell = attributes;
        value = [];
        column = attributes['r'] ? columnOf(attributes['r']) : column + 1;
      }
      if (name === 'v' || name === 't') inValue = true;
      if (name === 'mergeCell' && attributes['ref'] && merges.length < maxTableRows) merges.push(attributes['ref']);
    },
    {
      text: (text) => void (inValue && value.push(text)),
      close: (name) => {
        if (name === 'v' || name === 't') inValue = false;
        if (name !== 'c' || !cell) return;
        const isInside = row >= 0 && row <= maxTableRows && column >= 0 && column < maxTableColumns;
        if (isInside) set(rows, row, column, valueOf(cell, value.join(''), book));
        cell = undefined;
      },
    },
  );
  for (const reference of merges) fillDown(rows, reference);
  return rows.length === 0 ? [] : Array.from(rows, (one) => Array.from(one ?? [], (value) => value ?? null));
}

function set(rows: TableCell[][], row: number, column: number, value: TableCell): void {
  if (value !== null) (rows[row] ??= [])[column] = value;
}

function valueOf(cell: Attributes, text: string, { strings, isDate, isFrom1904 }: Book): TableCell {
  const type = cell['t'] ?? 'n';
  if (text === '' || type === 'e') return null;
  if (type === 's') return strings[Number(text)] ?? null;
  if (type === 'b') return text === '1' ? 'TRUE' : 'FALSE';
  if (type === 'd') return text.slice(0, 10);
  if (type !== 'n') return text;
  const number = Number(text);
  if (!Number.isFinite(number)) return text;
  if (!isDate[Number(cell['s'] ?? 0)]) return number;
  return dayOf(number + (isFrom1904 ? daysTo1904 : 0)) ?? number;
}

/** The calendar date of an Excel serial number. Source: ECMA-376, 18.17.4.1; the day after 28 February 1900 does not exist. */
function dayOf(serial: number): string | undefined {
  if (serial < 61 || serial >= 2_958_466) return undefined;
  return new Date(Date.UTC(1899, 11, 30) + Math.floor(serial) * 86_400_000).toISOString().slice(0, 10);
}

/** 'AB12' is 27. */
function columnOf(reference: string): number {
  let column = 0;
  for (const letter of /^[A-Z]{1,3}/.exec(reference)?.[0] ?? '') column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

/** Cells merged downwards all have the value. Cells merged across have it in the first column only. */
function fillDown(rows: TableCell[][], reference: string): void {
  const [from = '', to = ''] = reference.split(':');
  const [first, last] = [from, to].map((corner) => Number(/\d+$/.exec(corner)?.[0] ?? 0) - 1) as [number, number];
  const column = columnOf(from);
  const value = rows[first]?.[column];
  if (value === undefined || column < 0) return;
  for (let row = first + 1; row <= Math.min(last, maxTableRows); row += 1) set(rows, row, column, value);
}
