import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { localDate } from '#shared/calendar.ts';
import { withoutFormulas } from '#shared/formulas.ts';
import type { Context } from '../context.ts';
import { contentDisposition } from './content-disposition.ts';
import { sendStream } from './send-stream.ts';
import { workbookOf } from './workbook.ts';
import type { Cell } from './workbook.ts';

type Rows = AsyncIterable<Cell[][]>;

/** A table that is generated while it is sent, in batches of rows. The first row is the heading. HEAD does not call `rows`. */
export type Table = { name: string; rows: () => Rows | Promise<Rows> };

/** Returns the name of an exported file: with the brand before it, and the day after it. */
export const exportNameOf = ({ config, clock }: Context, what: string) =>
  `${config.brandName} ${what} ${localDate(clock())}`;

const formats = {
  csv: { type: 'text/csv; charset=utf-8', write: (rows: Rows) => Readable.from(csvLines(rows), { objectMode: false }) },
  xlsx: { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', write: workbookOf },
};

async function* noRows(): AsyncGenerator<Cell[][]> {}

export async function sendTable(
  reply: FastifyReply,
  format: keyof typeof formats,
  { name, rows }: Table,
): Promise<FastifyReply> {
  const { type, write } = formats[format];
  const read = reply.request.method === 'HEAD' ? noRows() : await rows();
  reply.type(type).headers({
    'content-disposition': contentDisposition('attachment', `${name}.${format}`),
    'cache-control': 'private, no-store',
  });
  return sendStream(reply, write(read));
}

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

async function* csvLines(rows: Rows): AsyncGenerator<string> {
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
