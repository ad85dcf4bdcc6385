import { unzipSync } from 'fflate';
import { getFormatFromId } from 'numfmt';

const mostPartBytes = 4 * 1024 * 1024;

export type Workbook = {
  /** How each cell style writes its numbers, in the order that cells name them by. */
  formats: string[];
  /** The names of the sheets that are not hidden, as they follow each other. */
  sheets: string[];
  /** Days are counted from 1904 on instead of 1900. */
  isFrom1904: boolean;
};

/** What of an xlsx file the reader of its cells does not tell. */
export function readWorkbook(bytes: Buffer): Workbook {
  const paths = { styles: 'xl/styles.xml', book: 'xl/workbook.xml' };
  const wanted = new Set(Object.values(paths));
  const parts = unzipSync(bytes, {
    filter: ({ name, originalSize }) => wanted.has(name) && originalSize <= mostPartBytes,
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
  const cellStyles = /<(?:\w+:)?cellXfs\b.*?<\/(?:\w+:)?cellXfs>/s.exec(styles)?.[0] ?? '';
  return elements(cellStyles, 'xf').map((style) => {
    const id = attribute(style, 'numFmtId');
    return own.get(id) ?? getFormatFromId(Number(id)) ?? 'General';
  });
}

const elements = (xml: string, name: string): string[] =>
  xml.match(new RegExp(`<(?:\\w+:)?${name}\\s[^>]*>`, 'g')) ?? [];

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
