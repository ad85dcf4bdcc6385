import { unzipSync } from 'fflate';
import { getFormatFromId } from 'numfmt';

const maxPartBytes = 4 * 1024 * 1024;

export type Workbook = {
  /** The number format of each cell style. Cells refer to styles by index. */
  formats: string[];
  /** The names of the visible sheets, in order. */
  sheets: string[];
  /** Dates count from 1904 instead of 1900. */
  isFrom1904: boolean;
};

/** Reads the properties of an xlsx file that the office library does not provide. */
export function readWorkbook(bytes: Buffer): Workbook {
  const paths = { styles: 'xl/styles.xml', book: 'xl/workbook.xml' };
  const wanted = new Set(Object.values(paths));
  const parts = unzipSync(bytes, {
    filter: ({ name, originalSize }) => wanted.has(name) && originalSize <= maxPartBytes,
  });
  const textOf = (path: string) => (parts[path] ? new TextDecoder().decode(parts[path]) : '');
  const book = textOf(paths.book);
  return {
    formats: formatsOf(textOf(paths.styles)),
    sheets: elements(book, 'sheet')
      .filter((sheet) => !/hidden/i.test(attribute(sheet, 'state')))
      .map((sheet) => plain(attribute(sheet, 'name'))),
    isFrom1904: elements(book, 'workbookPr').some((one) => /^(1|true)$/.test(attribute(one, 'date1904'))),
  };
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

export const attribute = (element: string, name: string): string =>
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
