import { unzipSync } from 'fflate';
import { getFormatFromId } from 'numfmt';

const mostStyleBytes = 4 * 1024 * 1024;

/** How each cell style of a workbook writes its numbers, in the workbook's order of styles; 'General' for plain ones. */
export async function formatsOf(workbook: Buffer): Promise<string[]> {
  const path = 'xl/styles.xml';
  const parts = unzipSync(workbook, {
    filter: ({ name, originalSize }) => name === path && originalSize <= mostStyleBytes,
  });
  const xml = parts[path] ? new TextDecoder().decode(parts[path]) : '';
  const own = new Map(
    elements(xml, 'numFmt').map((element) => [attribute(element, 'numFmtId'), plain(attribute(element, 'formatCode'))]),
  );
  const cellStyles = /<(?:\w+:)?cellXfs\b.*?<\/(?:\w+:)?cellXfs>/s.exec(xml)?.[0] ?? '';
  return elements(cellStyles, 'xf').map((element) => {
    const id = attribute(element, 'numFmtId');
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
