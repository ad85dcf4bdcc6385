import { openPackage } from './office-package.ts';
import type { OfficePackage, Related } from './office-package.ts';
import { walkCells } from './sheet-cells.ts';
import { shownCell } from './sheet-values.ts';
import { readWorkbook, sharedStrings } from './workbook.ts';
import type { Workbook } from './workbook.ts';
import { walkXml } from './xml-walk.ts';

/** Reading stops at this length. The stored text has at most half of it. */
const enoughLetters = 2 * 1024 * 1024;
const maxParts = 5000;

/** The parts with text that belong to a document. Comments do not, and masters and layouts hold placeholders only. */
const readTypes = new Set(
  'header footer footnotes endnotes slide notesSlide chart chartEx chartsheet diagramData drawing worksheet'.split(' '),
);

/** The text in these elements was deleted, or is repeated in another one. */
const skipped = new Set(['del', 'moveFrom', 'Fallback', 'rPh']);
const lineEnds = new Set(['p', 'tr', 'tc', 'pt', 'br', 'cr', 'tab']);

/**
 * Returns the text of a docx, xlsx or pptx file: the document, its headers, notes, charts and drawings. It reads one part
 * after another in pieces, so it needs little memory, and it stops after enough text.
 */
export function packageText(bytes: Buffer): string {
  const file = openPackage(bytes);
  const parts: string[] = [];
  const read = { letters: 0 };
  const add = (text: string) => {
    parts.push(text);
    read.letters += text.length;
  };
  const isEnough = () => read.letters > enoughLetters;
  const readWorksheet = worksheetReader(file, add, isEnough);
  for (const { path, type } of partsOf(file)) {
    if (isEnough()) break;
    add('\n');
    if (type === 'worksheet') readWorksheet(path);
    else runsOf(file, path, { isChart: type.startsWith('chart'), add, isEnough });
  }
  return parts.join('');
}

/** Returns the main part and all parts below it, each once, in their order. */
function partsOf(file: OfficePackage): Related[] {
  const found = new Map<string, Related>([[file.main, { id: '', type: 'main', path: file.main }]]);
  for (const { path } of found.values()) {
    const related = file
      .relatedTo(path)
      .filter(({ type, path: target }) => readTypes.has(type) && file.sizeOf(target) > 0);
    for (const one of related.toSorted(inOrder))
      if (found.size < maxParts && !found.has(one.path)) found.set(one.path, one);
  }
  return [...found.values()];
}

const byNumber = new Intl.Collator('en', { numeric: true });
const inOrder = (one: Related, other: Related) => byNumber.compare(one.path, other.path);

type Sink = { add: (text: string) => void; isEnough: () => boolean };

/** Reads the texts of a part of WordprocessingML, PresentationML or DrawingML. */
function runsOf(file: OfficePackage, path: string, { isChart, add, isEnough }: Sink & { isChart: boolean }): void {
  let depth = 0;
  let isText = false;
  const isRun = (name: string) => name === 't' || (isChart && name === 'v');
  walkXml(file.read(path), {
    open: (name) => {
      if (skipped.has(name)) depth += 1;
      if (isRun(name)) isText = true;
      if (name === 'noBreakHyphen') add('-');
    },
    text: (text) => void (isText && depth === 0 && add(text)),
    close: (name) => {
      if (skipped.has(name)) depth -= 1;
      if (isRun(name)) isText = false;
      if (lineEnds.has(name)) add('\n');
    },
    isEnough,
  });
}

/** Reads the cells of worksheets, as they are shown, and numbers also as they are stored. */
function worksheetReader(file: OfficePackage, add: Sink['add'], isEnough: Sink['isEnough']): (path: string) => void {
  let opened: { book: Workbook; strings: string[] } | undefined;
  return (path) => {
    opened ??= { book: readWorkbook(file), strings: sharedStrings(file) };
    const { book, strings } = opened;
    const name = book.sheets.find((sheet) => sheet.path === path)?.name;
    if (name) add(`${name}\n`);
    walkCells(file.read(path), {
      cell: (cell) => {
        const { text, isNumber, isDate } = shownCell(cell, strings, book);
        add(isNumber && !isDate && text !== cell.value ? `${text} ${cell.value}\n` : `${text}\n`);
      },
      isEnough,
    });
  };
}
