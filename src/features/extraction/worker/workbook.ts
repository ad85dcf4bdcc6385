import { getFormatFromId } from 'numfmt';
import { cellText } from './cell-text.ts';
import type { OfficePackage } from './office-package.ts';
import { attributeOf, walkSpreadsheetXml } from './xml-walk.ts';

/** More styles than Excel allows. */
const maxStyles = 70_000;

/** The shared texts of a workbook, all together. Further ones are left out. */
const maxSharedLetters = 32 * 1024 * 1024;

export type Workbook = {
  /** The number format of each cell style. Cells refer to styles by index. */
  formats: string[];
  /** The sheets in order, and the paths of their parts. */
  sheets: { name: string; path: string; isHidden: boolean }[];
  /** Dates count from 1904 instead of 1900. */
  isFrom1904: boolean;
};

/** Reads the properties of an xlsx file. Source: ECMA-376, Part 1, SpreadsheetML. */
export function readWorkbook(book: OfficePackage): Workbook {
  const related = book.relatedTo(book.main);
  const paths = new Map(related.map(({ id, path }) => [id, path]));
  const sheets: Workbook['sheets'] = [];
  let isFrom1904 = false;
  walkSpreadsheetXml(book.read(book.main), {
    open: (element, attributes) => {
      if (element === 'workbookPr') isFrom1904 = /^(1|true)$/.test(attributes['date1904'] ?? '');
      if (element !== 'sheet') return;
      const path = paths.get(attributes['r:id'] ?? attributeOf(attributes, 'id') ?? '');
      const isHidden = /hidden/i.test(attributes['state'] ?? '');
      if (path !== undefined) sheets.push({ name: attributes['name'] ?? '', path, isHidden });
    },
  });
  return { formats: formatsOf(book.read(partOf(book, 'styles'))), sheets, isFrom1904 };
}

/** Returns the path of the part of this type. */
export const partOf = (book: OfficePackage, type: string): string =>
  book.relatedTo(book.main).find((one) => one.type === type)?.path ?? `xl/${type}.xml`;

/** Reads the texts that cells refer to by index. */
export function sharedStrings(book: OfficePackage): string[] {
  const strings: string[] = [];
  let parts: string[] = [];
  let isText = false;
  let isPhonetic = false;
  let letters = 0;
  walkSpreadsheetXml(book.read(partOf(book, 'sharedStrings')), {
    open: (name) => {
      if (name === 'si') parts = [];
      if (name === 'rPh') isPhonetic = true;
      isText = name === 't';
    },
    text: (text) => void (isText && !isPhonetic && parts.push(text)),
    close: (name) => {
      if (name === 't') isText = false;
      if (name === 'rPh') isPhonetic = false;
      if (name !== 'si') return;
      const text = cellText(parts.join(''));
      letters += text.length;
      strings.push(text);
    },
    isEnough: () => letters > maxSharedLetters,
  });
  return strings;
}

/** Returns the number formats of the cell styles. Differential styles have number formats with ids of their own. */
function formatsOf(styles: Iterable<string>): string[] {
  const own = new Map<string, string>();
  const ids: string[] = [];
  let part = '';
  walkSpreadsheetXml(styles, {
    open: (name, { numFmtId = '', formatCode = '' }) => {
      if (name === 'numFmts' || name === 'cellXfs') part = name;
      if (name === 'numFmt' && part === 'numFmts') own.set(numFmtId, formatCode);
      if (name === 'xf' && part === 'cellXfs') ids.push(numFmtId);
    },
    close: (name) => {
      if (name === part) part = '';
    },
    isEnough: () => own.size > maxStyles || ids.length > maxStyles,
  });
  return ids.map((id) => own.get(id) ?? getFormatFromId(Number(id)) ?? 'General');
}
