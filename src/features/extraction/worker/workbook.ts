import { getFormatFromId } from 'numfmt';
import { cellText } from './cell-text.ts';
import type { OfficePackage } from './office-package.ts';
import { attributeOf, walkXml } from './xml-walk.ts';

const maxStyleLetters = 4 * 1024 * 1024;

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
  walkXml(book.read(book.main), {
    open: (element, attributes) => {
      if (element === 'workbookPr') isFrom1904 = /^(1|true)$/.test(attributes['date1904'] ?? '');
      if (element !== 'sheet') return;
      const path = paths.get(attributes['r:id'] ?? attributeOf(attributes, 'id') ?? '');
      const isHidden = /hidden/i.test(attributes['state'] ?? '');
      if (path !== undefined) sheets.push({ name: attributes['name'] ?? '', path, isHidden });
    },
  });
  return { formats: formatsOf(firstLetters(book.read(pathOf(book, 'styles')), maxStyleLetters)), sheets, isFrom1904 };
}

const pathOf = (book: OfficePackage, type: string): string =>
  book.relatedTo(book.main).find((one) => one.type === type)?.path ?? `xl/${type}.xml`;

function firstLetters(pieces: Iterable<string>, max: number): string {
  let text = '';
  for (const piece of pieces) {
    text += piece;
    if (text.length > max) return '';
  }
  return text;
}

/** Reads the texts that cells refer to by index. */
export function sharedStrings(book: OfficePackage): string[] {
  const strings: string[] = [];
  let parts: string[] = [];
  let isText = false;
  let isPhonetic = false;
  let letters = 0;
  walkXml(book.read(pathOf(book, 'sharedStrings')), {
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

function formatsOf(styles: string): string[] {
  const own = new Map(
    elements(styles, 'numFmt').map((one) => [attribute(one, 'numFmtId'), plain(attribute(one, 'formatCode'))]),
  );
  return elements(cellStylesOf(styles), 'xf').map((style) => {
    const id = attribute(style, 'numFmtId');
    return own.get(id) ?? getFormatFromId(Number(id)) ?? 'General';
  });
}

/** Returns the part of the styles that lists the cell styles. */
function cellStylesOf(styles: string): string {
  const start = /<(?:\w+:)?cellXfs(?:\s[^<>]*)?(?<!\/)>/.exec(styles);
  if (!start) return '';
  const rest = styles.slice(start.index);
  const end = /<\/(?:\w+:)?cellXfs>/.exec(rest);
  return end ? rest.slice(0, end.index) : '';
}

// A pattern that may run over the next '<' takes quadratic time for an element that is repeated and never closed.
const elements = (xml: string, name: string): string[] =>
  xml.match(new RegExp(`<(?:\\w+:)?${name}\\s[^<>]*>`, 'g')) ?? [];

const attribute = (element: string, name: string): string =>
  new RegExp(`\\s${name}="([^"]*)"`).exec(element)?.[1] ?? '';

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const plain = (text: string): string =>
  text.replace(
    /&(?:#x([0-9a-f]{1,6})|#([0-9]{1,7})|(\w+));/gi,
    (whole, hex?: string, decimal?: string, name?: string) => {
      if (name) return named[name] ?? whole;
      const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
      return code <= 0x10_ff_ff ? String.fromCodePoint(code) : '';
    },
  );
