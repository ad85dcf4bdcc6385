import { withoutFormulas } from '#shared/formulas.ts';
import type { CsvAnswer } from './send-pieces.ts';
import type { Cell, XlsxAnswer } from './workbook.ts';

/** A table before it is written as CSV or as a workbook. The first row is the heading. */
export type Table = { name: string; rows: AsyncIterable<Cell[][]> };

export const asXlsx = ({ name, rows }: Table): XlsxAnswer => ({ name: `${name}.xlsx`, rows });
export const asCsv = ({ name, rows }: Table): CsvAnswer => ({ name: `${name}.csv`, lines: csvLines(rows) });

/** The rows of an answer to HEAD. */
export async function* noRows(): AsyncGenerator<Cell[][]> {}

/**
 * Returns the heading, then the rows of one query after another. `next` is the cursor of the next query, if any. That query
 * runs on a read thread while the rows before it are written.
 */
export async function* batchedRows<Cursor>(
  heading: readonly string[],
  read: (after: Cursor | undefined) => Promise<{ rows: Cell[][]; next: Cursor | undefined }>,
): AsyncGenerator<Cell[][]> {
  yield [[...heading]];
  const start = (after: Cursor | undefined) => {
    const reading = read(after);
    // A client that has left does not wait for it any more.
    reading.catch(() => {});
    return reading;
  };
  for (let reading = start(undefined); ;) {
    const { rows, next } = await reading;
    if (next !== undefined) reading = start(next);
    yield rows;
    if (next === undefined) return;
    // Lets the event loop handle other requests.
    await new Promise((resolve) => setImmediate(resolve));
  }
}

async function* csvLines(rows: AsyncIterable<Cell[][]>): AsyncGenerator<string> {
  // The byte order mark, by which spreadsheets recognize UTF-8.
  yield '\ufeff';
  for await (const batch of rows)
    yield batch
      .map((cells) => csvLine(cells.map((cell) => (cell !== null && typeof cell === 'object' ? cell.date : cell))))
      .join('');
}

/** Returns one line of a CSV file. Every cell is quoted, and none is run as a formula. Source: RFC 4180. */
export function csvLine(cells: readonly (string | number | null)[]): string {
  const texts = cells.map((cell) => {
    const text = typeof cell === 'string' ? withoutFormulas(cell) : String(cell ?? '');
    return `"${text.replaceAll('"', '""')}"`;
  });
  return `${texts.join(',')}\r\n`;
}
