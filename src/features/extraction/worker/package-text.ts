import { decodeText } from '../charset.rules.ts';
import { charsetOfText } from './detect-charset.ts';
import { mailText } from './mail-text.ts';
import { textBetweenTags } from './markup-text.ts';
import { openPackage } from './office-package.ts';
import type { OfficePackage, Related } from './office-package.ts';
import { readEml } from './read-mail.ts';
import { walkCells } from './sheet-cells.ts';
import { shownCell } from './sheet-values.ts';
import { makeTextParts } from './text-parts.ts';
import type { ReadText, TextParts } from './text-parts.ts';
import { readWorkbook, sharedStrings } from './workbook.ts';
import type { Workbook } from './workbook.ts';
import { walkXml } from './xml-walk.ts';

const maxParts = 5000;
const maxChunkBytes = 8 * 1024 * 1024;

/** The parts with text that belong to a document. Masters and layouts hold placeholders only. */
const readTypes = new Set(
  'header footer footnotes endnotes comments threadedComment aFChunk slide notesSlide chart chartEx chartsheet diagramData drawing worksheet'.split(
    ' ',
  ),
);

/** The text in these elements was deleted, or is repeated in another one. */
const skipped = new Set(['del', 'moveFrom', 'Fallback', 'rPh']);
const lineEnds = new Set(['p', 'tr', 'tc', 'pt', 'br', 'cr', 'tab', 'comment', 'cm']);

/** Elements that hold text in some parts, besides `t`. */
const runsOfType: Record<string, string> = {
  chart: 'v',
  chartEx: 'v',
  chartsheet: 'v',
  comments: 'text',
  threadedComment: 'text',
};

/**
 * Returns the text of a docx, xlsx or pptx file: the document, its headers, notes, comments, charts and drawings. It reads one
 * part after another in pieces, so it needs little memory, and it stops after enough text.
 */
export async function packageText(bytes: Buffer): Promise<ReadText> {
  const file = openPackage(bytes);
  const text = makeTextParts();
  const readWorksheet = worksheetReader(file, text);
  for (const { path, type } of partsOf(file)) {
    if (type === 'worksheet') readWorksheet(path);
    else if (type === 'aFChunk') text.add(await chunkText(path, file.bytesOf(path, maxChunkBytes)));
    else runsOf(file, { path, type }, text);
    text.endPart();
  }
  return text.read();
}

/** Returns the main part and all parts below it, each once, in their order. */
function partsOf(file: OfficePackage): Pick<Related, 'type' | 'path'>[] {
  const found = new Map<string, Pick<Related, 'type' | 'path'>>([[file.main, { type: 'main', path: file.main }]]);
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

/** Returns the text of a file of another format that Word opens as a piece of the document. */
async function chunkText(path: string, bytes: Buffer): Promise<string> {
  if (/\.(mht|mhtml|eml)$/i.test(path)) return mailText(await readEml(bytes));
  if (/\.x?html?$/i.test(path)) return textBetweenTags(decodeText(bytes, await charsetOfText(bytes, 'text/html')));
  return /\.txt$/i.test(path) ? decodeText(bytes, await charsetOfText(bytes, 'text/plain')) : '';
}

/** Reads the texts of a part of WordprocessingML, PresentationML or DrawingML, or the comments of a workbook. */
function runsOf(file: OfficePackage, { path, type }: Pick<Related, 'type' | 'path'>, { add, isFull }: TextParts): void {
  let depth = 0;
  let isText = false;
  const isRun = (name: string) => name === 't' || name === runsOfType[type];
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
    isEnough: isFull,
  });
}

/** Reads the cells of worksheets, as they are shown, and numbers also as they are stored. */
function worksheetReader(file: OfficePackage, { add, isFull }: TextParts): (path: string) => void {
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
      headerOrFooter: (text) => add(`${text}\n`),
      isEnough: isFull,
    });
  };
}
