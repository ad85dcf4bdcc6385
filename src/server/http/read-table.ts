import type { Caller } from '../access/caller.ts';
import type { Context } from '../context.ts';
import { refusal } from '../refusal.ts';
import type { TableProblem, TableReading } from '../table-reader.ts';
import type { ReceivedFile } from './receive-form.ts';

type Table = Exclude<TableReading, { problem: string }>;
type Texts = {
  noFile: string;
  tooLarge: string;
  unreadable: Record<TableProblem, string>;
};

/** Excel and LibreOffice keep such a file beside an open workbook. */
const lockName = /^(~\$|\.~lock\.)/;

/**
 * Reads the uploaded spreadsheet in the extraction process and removes its bytes. Refuses other files with 422. `charset` is
 * that of a text, instead of the detected one.
 */
export async function readTable(
  { blobs, tableReader }: Pick<Context, 'blobs' | 'tableReader'>,
  file: ReceivedFile | undefined,
  {
    caller,
    maxBytes,
    texts,
    charset,
  }: { caller: Pick<Caller, 'id'>; maxBytes: number; texts: Texts; charset?: string | undefined },
): Promise<Table> {
  if (!file) throw refusal.invalid('upload.no_file', 'file', texts.noFile);
  const { key, size } = file;
  const refuse = (problem: TableProblem) => refusal.invalid('import.unreadable', 'file', texts.unreadable[problem]);
  try {
    if (lockName.test(file.name)) throw refuse('lock');
    if (size > maxBytes) throw refusal.tooLarge('upload.too_large', texts.tooLarge);
    const blob = size === 0 ? undefined : await blobs.open(key);
    if (!blob) throw refuse('empty');
    const request = { size, ...(charset !== undefined && { charset }) };
    const reading = await tableReader.read(blob.stream({ start: 0, end: size - 1 }), request, caller.id);
    if ('problem' in reading) throw refuse(reading.problem);
    return reading;
  } finally {
    // The file itself is not stored, only its rows.
    await blobs.remove(key);
  }
}
