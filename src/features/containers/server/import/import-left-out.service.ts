import type { ImportDraft } from '#features/containers/import/container-import.contract.ts';
import { importTexts } from '#features/containers/import/import-rows.texts.ts';
import type { StoredSheet } from '#features/containers/import/import-sheet.rules.ts';
import { rowsOfChunk, textOfCell } from '#features/extraction/table.rules.ts';
import { fileViewer } from '#features/files/server/core/visible-files.queries.ts';
import { undoneBy } from '#features/imports/imports.rules.ts';
import { findChunk, findImport, insertChunk, listChunkStarts } from '#features/imports/server/imports.queries.ts';
import type { Caller } from '#server/access/caller.ts';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/database/db.ts';
import type { Table } from '#server/http/table-answer.ts';
import type { Cell } from '#server/http/workbook.ts';
import { refusal } from '#server/refusal.ts';
import { planImport } from './import-plan.service.ts';
import type { PlannedRow } from './import-plan.service.ts';

type LeftOut = { row: number; label: string; reasons: string[] };

const rowsOfAnswer = 100;

/** The rows that are not imported and do not equal their container. */
function leftOutOf(rows: readonly PlannedRow[]): LeftOut[] {
  const left = rows.filter(({ state }) => state === 'wrong' || state === 'there' || state === 'duplicate');
  return left.map(({ row, label, state, complaints }) => {
    const reasons = complaints.filter(({ kind }) => state !== 'wrong' || kind === 'problem').map(({ text }) => text);
    return { row, label, reasons };
  });
}

/** Keeps the rows that an import does not take, for its list and its workbook. */
export async function keepLeftOut(tx: Db, id: number, rows: readonly PlannedRow[]): Promise<void> {
  const all = leftOutOf(rows);
  for (let start = 0; start < all.length; start += rowsOfAnswer)
    await insertChunk(tx, id, {
      part: 'left_out',
      start,
      data: JSON.stringify(all.slice(start, start + rowsOfAnswer)),
    });
}

/** An administrator sees the imports of all users, as for the undo. */
async function findOf(db: Db, caller: Caller, id: number) {
  const found = await findImport(db, 'containers', { id, userId: undoneBy(caller) });
  if (!found) throw refusal.notFound('import.not_found', importTexts.gone);
  return found;
}

/** `after` is the place of the first row in the list, as `next` gave it. */
export async function listLeftOut({ db }: Context, caller: Caller, { id, after }: { id: number; after: number }) {
  await findOf(db, caller, id);
  const starts = await listChunkStarts(db, id, 'left_out');
  const start = starts.find((one) => one >= after);
  if (start === undefined) return { rows: [], next: null };
  const rows = JSON.parse(await findChunk(db, id, 'left_out', start)) as LeftOut[];
  return { rows, next: starts.find((one) => one > start) ?? null };
}

/** Returns a workbook of the rows that the saved choices leave out, as they are in the file, with the reasons first. */
export async function exportLeftOut({ db, clock }: Context, caller: Caller, id: number): Promise<Table> {
  const found = await findOf(db, caller, id);
  const draft = JSON.parse(found.draft ?? 'null') as ImportDraft | null;
  const sheets = JSON.parse(found.sheets) as StoredSheet[];
  const sheet = sheets[draft?.sheet ?? 0];
  if (!draft || !sheet) throw refusal.invalid('import.no_such_sheet', 'sheet', importTexts.noSheet);
  const source = { id, sheets, now: clock(), chooser: caller };
  const reasons = new Map<number, string>();
  const add = (rows: readonly LeftOut[]) => {
    for (const { row, reasons: texts } of rows) reasons.set(row, texts.join(' '));
  };
  if (found.done_at === null) add(leftOutOf((await planImport(db, fileViewer(caller), source, draft)).rows));
  else
    for (const start of await listChunkStarts(db, id, 'left_out'))
      add(JSON.parse(await findChunk(db, id, 'left_out', start)) as LeftOut[]);
  const part = String(draft.sheet);
  async function* rows(): AsyncGenerator<Cell[][]> {
    yield [[importTexts.row, importTexts.reason, ...(sheet?.headings ?? [])]];
    for (const start of await listChunkStarts(db, id, part)) {
      const cells = rowsOfChunk(await findChunk(db, id, part, start));
      yield cells.flatMap((row, index) => {
        const reason = reasons.get(start + index + 1);
        return reason === undefined ? [] : [[start + index + 1, reason, ...row.map(textOfCell)]];
      });
    }
  }
  return { name: importTexts.leftOut, rows };
}
