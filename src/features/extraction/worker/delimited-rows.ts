const delimiters = ['\t', ';', ',', '|'] as const;

/** Reads CSV, or cells that were copied from a spreadsheet. */
export function delimitedRows(text: string): string[][] {
  // Excel's own way to name the delimiter.
  const named = /^sep=(.)\r?\n/i.exec(text);
  return named?.[1] ? parse(text.slice(named[0].length), named[1]) : parse(text, delimiterOf(text));
}

/** The delimiter that splits most of the first lines into the same number of cells, at least two. */
function delimiterOf(text: string): string {
  const head = text.slice(0, 64 * 1024);
  let best: { delimiter: string; score: number } = { delimiter: ',', score: 0 };
  for (const delimiter of delimiters) {
    const counts = parse(head, delimiter)
      .slice(0, 50)
      .map((row) => row.length)
      .filter((count) => count > 1);
    const groups = [...Map.groupBy(counts, (count) => count)].map(([count, same]) => same.length * (1 + count / 100));
    const score = Math.max(0, ...groups);
    if (score > best.score) best = { delimiter, score };
  }
  return best.delimiter;
}

/** Source: RFC 4180. A quotation mark inside an unquoted cell is a letter. */
function parse(text: string, delimiter: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  const endRow = () => {
    rows.push(row);
    row = [];
  };
  while (at < text.length) {
    const { cell, end } = text[at] === '"' ? quotedCell(text, at, delimiter) : plainCell(text, at, delimiter);
    row.push(withoutFormula(cell));
    at = end;
    if (text[at] === delimiter) {
      at += 1;
      if (at === text.length) row.push('');
    } else {
      if (text[at] === '\r') at += 1;
      if (text[at] === '\n') at += 1;
      endRow();
    }
  }
  if (row.length > 0) endRow();
  return rows;
}

/** ="004711" is a text. Programs write it so that a spreadsheet keeps the zeros. */
const withoutFormula = (cell: string): string => /^="([^"]*)"$/.exec(cell)?.[1] ?? cell;

function plainCell(text: string, start: number, delimiter: string) {
  let end = start;
  for (; end < text.length; end += 1) {
    const letter = text[end];
    if (letter === delimiter || letter === '\n' || letter === '\r') break;
  }
  return { cell: text.slice(start, end), end };
}

function quotedCell(text: string, start: number, delimiter: string) {
  let cell = '';
  let at = start + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    // A quotation mark that is never closed belongs to the text.
    if (quote === -1) return plainCell(text, start, delimiter);
    cell += text.slice(at, quote);
    at = quote + 1;
    if (text[at] !== '"') break;
    cell += '"';
    at += 1;
  }
  const rest = plainCell(text, at, delimiter);
  return { cell: cell + rest.cell, end: rest.end };
}
