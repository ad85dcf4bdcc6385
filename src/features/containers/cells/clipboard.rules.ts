import { withoutFormulas } from '#shared/formulas.ts';

// Blocks of cells as spreadsheets put them on the clipboard: a line for each row, tabs between cells, and quotation marks around
// a cell with one of both.

const quoted = /"([^"]*(?:""[^"]*)*)"(?=[\t\r\n]|$)/y;
const plain = /[^\t\r\n]*/y;
const lineBreak = /\r\n?|\n/y;

/** Returns the rows of a copied text. The line break after the last row adds none. */
export function blockOfText(text: string): string[][] {
  const rows: string[][] = [[]];
  let at = 0;
  const take = (pattern: RegExp) => {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match) at = pattern.lastIndex;
    return match;
  };
  for (;;) {
    const cell = take(quoted)?.[1]?.replaceAll('""', '"') ?? take(plain)?.[0] ?? '';
    rows.at(-1)?.push(cell);
    if (text[at] === '\t') at += 1;
    else if (!take(lineBreak) || at >= text.length) return rows;
    else rows.push([]);
  }
}

/** Returns a block for a spreadsheet, which runs none of the cells as a formula. */
export const textOfBlock = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => cells.map(textOfCell).join('\t')).join('\n');

function textOfCell(cell: string): string {
  const text = withoutFormulas(cell);
  return /["\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
