import type { Caller } from '../access/caller.ts';
import type { Context } from '../context.ts';
import { refusal } from '../refusal.ts';
import type { TableReading } from '../table-reader.ts';
import type { ReceivedFile } from './receive-form.ts';

type Table = Exclude<TableReading, { problem: string }>;
type Texts = {
  noFile: string;
  tooLarge: string;
  unreadable: Record<'format' | 'protected' | 'damaged' | 'empty', string>;
};

/** Reads the uploaded spreadsheet in the extraction process and removes its bytes. Refuses other files with 422. */
export async function readTable(
  { blobs, tableReader }: Pick<Context, 'blobs' | 'tableReader'>,
  file: ReceivedFile | undefined,
  { caller, maxBytes, texts }: { caller: Pick<Caller, 'id'>; maxBytes: number; texts: Texts },
): Promise<Table> {
  if (!file) throw refusal.invalid('upload.no_file', 'file', texts.noFile);
  const { key, size } = file;
  try {
    if (size > maxBytes) throw refusal.tooLarge('upload.too_large', texts.tooLarge);
    const blob = size === 0 ? undefined : await blobs.open(key);
    if (!blob) throw refusal.invalid('import.unreadable', 'file', texts.unreadable.empty);
    const reading = await tableReader.read(blob.stream({ start: 0, end: size - 1 }), size, caller.id);
    if ('problem' in reading) throw refusal.invalid('import.unreadable', 'file', texts.unreadable[reading.problem]);
    return reading;
  } finally {
    // The file itself is not stored, only its rows.
    await blobs.remove(key);
  }
}
