import { isDateField } from '#features/containers/core/container-fields.rules.ts';
import { fieldLabels } from '#features/containers/core/container-fields.texts.ts';
import type { ImportChoices, ReadFile } from '#features/containers/import/container-import.contract.ts';
import { guessFields, headingRowOf, headingsOf } from '#features/containers/import/import-columns.rules.ts';
import { dateOrderOf } from '#features/containers/import/import-dates.rules.ts';
import { importFields } from '#features/containers/import/import-fields.rules.ts';
import type { ImportField } from '#features/containers/import/import-fields.rules.ts';
import { importTexts } from '#features/containers/import/import-rows.texts.ts';
import type { StoredSheet } from '#features/containers/import/import-sheet.rules.ts';
import { charsets } from '#features/extraction/charset.rules.ts';
import type { Charset } from '#features/extraction/charset.rules.ts';
import { maxTableBytes, rowsOfChunk, textOfCell, valueOfCell } from '#features/extraction/table.rules.ts';
import type { StoredCell } from '#features/extraction/table.rules.ts';
import { fileViewer } from '#features/files/server/core/visible-files.queries.ts';
import { headingsKey, importKeptMs, importUndoMs, rowStates, undoneBy } from '#features/imports/imports.rules.ts';
import type { RowState } from '#features/imports/imports.rules.ts';
import {
  findChunk,
  findImport,
  findMapping,
  insertChunk,
  insertImport,
  listChunkStarts,
  listUndoable,
  saveChunk,
  saveSheets,
} from '#features/imports/server/imports.queries.ts';
import type { Caller } from '#server/access/caller.ts';
import { transactAs } from '#server/access/transact-as.ts';
import type { Context } from '#server/context.ts';
import { inTurns } from '#server/event-loop-yield.ts';
import { readTable } from '#server/http/read-table.ts';
import type { ReceivedFile } from '#server/http/receive-form.ts';
import type { Table } from '#server/http/table-answer.ts';
import { refusal } from '#server/refusal.ts';
import { recordOf } from '#shared/record-of.ts';
import { answeredRows, groupedComplaints } from './import-complaints.service.ts';
import { planImport, previewOf } from './import-plan.service.ts';
import type { PlannedRow } from './import-plan.service.ts';

const maxSamples = 3;

/** Reads a spreadsheet in the extraction process and stores its rows for the next steps. */
export async function readImport(
  ctx: Context,
  caller: Caller,
  { files: [file], charset: chosen }: { files: readonly ReceivedFile[]; charset?: Charset | undefined },
): Promise<ReadFile> {
  const reading = await readTable(ctx, file, { caller, maxBytes: maxTableBytes, texts: importTexts, charset: chosen });
  const now = ctx.clock();
  const name = file?.name.slice(0, 255) || importTexts.pasted;
  const answers: ReadFile['sheets'] = [];
  const stored: StoredSheet[] = [];
  for await (const [index, sheet] of inTurns(reading.sheets.entries())) {
    const chunks = reading.chunks.filter((chunk) => chunk.sheet === index).map(({ rows }) => rowsOfChunk(rows));
    const { name, rows, isCut, hiddenRows, hiddenColumns, totalRows, widths } = sheet;
    const { headings, columns, headingRow } = await describe(ctx, caller, chunks, { hiddenColumns });
    stored.push({ headingRow, headings, hiddenRows, hiddenColumns, totalRows, widths });
    const hidden_rows = hiddenRows.reduce((sum, [first, last]) => sum + last - first + 1, 0);
    answers.push({ name, rows, is_cut: isCut, hidden_rows, heading_row: headingRow + 1, columns });
  }
  const charset = charsetNamed(reading.charset);
  const described = { name, sheets: answers, sheets_left: reading.left, charset };
  const id = await transactAs(ctx, caller, async (tx) => {
    const expired = new Date(now.getTime() - importKeptMs).toISOString();
    const row = { user_id: caller.id, name, sheets: JSON.stringify(stored), read_at: now.toISOString() };
    const id = await insertImport(tx, { kind: 'containers', ...row, expired });
    await insertChunk(tx, id, { part: 'file', start: 0, data: JSON.stringify(described) });
    for await (const { sheet, start, rows } of inTurns(reading.chunks)) {
      await insertChunk(tx, id, { part: String(sheet), start, data: rows });
    }
    return id;
  });
  return { id, ...described };
}

const charsetNamed = (name: string | null) => charsets.find((charset) => charset === name) ?? null;

/** The first chunk shows headings and samples. The order of day and month is that of all rows. */
async function describe(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  caller: Caller,
  chunks: StoredCell[][][],
  {
    hiddenColumns = [],
    headingRow = headingRowOf((chunks[0] ?? []).map((row) => row.map(valueOfCell))),
  }: { hiddenColumns?: readonly number[] | undefined; headingRow?: number },
) {
  const rows = (chunks[0] ?? []).map((row) => row.map(textOfCell));
  const below = rows.slice(headingRow + 1);
  const all = [(chunks[0] ?? []).slice(headingRow + 1), ...chunks.slice(1)];
  const width = Math.max(0, ...rows.map((row) => row.length));
  const headings = headingsOf(rows[headingRow] ?? [], width);
  const known = await findMapping(db, caller, headingsKey('containers', headings));
  const fields = known
    ? (JSON.parse(known) as (ImportField | null)[])
    : guessFields(headings, below, { above: rows[headingRow - 1], hidden: hiddenColumns });
  const year = clock().getFullYear();
  const columns: ReadFile['sheets'][number]['columns'] = [];
  for await (const [index, heading] of inTurns(headings.entries())) {
    const cells = below.map((row) => row[index] ?? null).filter((cell) => cell !== null);
    const order = dateOrderOf(
      all.flatMap((chunk) => chunk.map((row) => valueOfCell(row[index] ?? null))),
      year,
    );
    columns.push({
      heading,
      samples: cells.slice(0, maxSamples).map((cell) => cell.slice(0, 60)),
      field: fields[index] ?? null,
      is_hidden: hiddenColumns.includes(index),
      day_order: order === undefined || order === 'unclear' ? null : order,
    });
  }
  return { headingRow, headings, columns };
}

/** Takes another row as the headings of a sheet. A row of 0 means that there are none. */
export async function chooseHeadings(
  ctx: Context,
  caller: Caller,
  { id, sheet, heading_row }: { id: number; sheet: number; heading_row: number },
) {
  return transactAs(ctx, caller, async (tx) => {
    const { sheets } = await openImport(tx, caller, id);
    const starts = await listChunkStarts(tx, id, String(sheet));
    const stored = sheets[sheet];
    if (!stored || starts.length === 0) throw refusal.invalid('import.no_such_sheet', 'sheet', importTexts.noSheet);
    const chunks: StoredCell[][][] = [];
    for await (const start of inTurns(starts)) {
      chunks.push(rowsOfChunk(await findChunk(tx, id, String(sheet), start)));
    }
    const { headingRow, headings, columns } = await describe({ ...ctx, db: tx }, caller, chunks, {
      hiddenColumns: stored.hiddenColumns,
      headingRow: heading_row - 1,
    });
    await saveSheets(tx, id, JSON.stringify(sheets.with(sheet, { ...stored, headingRow, headings })));
    const file = JSON.parse(await findChunk(tx, id, 'file', 0)) as Omit<ReadFile, 'id'>;
    const changed = file.sheets.map((one, index) => (index === sheet ? { ...one, heading_row, columns } : one));
    await saveChunk(tx, id, { part: 'file', start: 0, data: JSON.stringify({ ...file, sheets: changed }) });
    return { heading_row, columns };
  });
}

export async function listImports(ctx: Context, caller: Caller) {
  const since = new Date(ctx.clock().getTime() - importUndoMs).toISOString();
  return listUndoable(ctx.db, 'containers', { userId: undoneBy(caller), since });
}

/** Returns an empty spreadsheet with a heading for each field of an import. */
export async function importTemplate(): Promise<Table> {
  async function* rows() {
    yield [importFields.map((field) => fieldLabels[field])];
  }
  return { name: importTexts.template, rows };
}

/** Refuses an import of another user, and one that was run. */
export async function openImport(db: Context['db'], caller: Caller, id: number) {
  const found = await findImport(db, 'containers', { id, userId: caller.id });
  if (!found) throw refusal.notFound('import.not_found', importTexts.gone);
  if (found.done_at !== null) throw refusal.conflict('import.done', importTexts.done);
  return { id, name: found.name, sheets: JSON.parse(found.sheets) as StoredSheet[] };
}

type Shown = RowState | 'warned' | 'delayed';
type CheckInput = ImportChoices & { id: number; show?: Shown | undefined; after: number; limit: number };

/** The number of rows that an answer names. */
const maxNamedRows = 1000;

/** Compares all rows with the containers, and returns the counts and some of the rows. */
export async function checkImport(ctx: Context, caller: Caller, { id, show, after, limit, ...choices }: CheckInput) {
  const source = await openImport(ctx.db, caller, id);
  const asked = { ...source, now: ctx.clock(), chooser: caller };
  const { rows } = await planImport(ctx.db, fileViewer(caller), asked, choices);
  const counts = recordOf(rowStates, () => 0);
  for (const row of rows) counts[row.state] += 1;
  const isWarned = ({ state, complaints }: PlannedRow) =>
    state !== 'wrong' && complaints.some(({ kind }) => kind === 'warning');
  const isShown = (row: PlannedRow) => {
    if (show === 'warned') return isWarned(row);
    return show === 'delayed' ? row.isDelayed : show === undefined || row.state === show;
  };
  const matching = rows.filter((row) => row.row > after && isShown(row));
  const shown = matching.slice(0, limit);
  const delayed = rows.filter(({ isDelayed }) => isDelayed);
  const isMove = ({ state, changes }: PlannedRow) =>
    state === 'changed' && changes.some(({ field, from }) => isDateField(field) && from !== null);
  return {
    counts,
    moved: rows.filter((row) => isMove(row)).length,
    warned: rows.filter(isWarned).length,
    delayed: delayed.length,
    delayed_rows: delayed.slice(0, maxNamedRows).map(({ row }) => row),
    preview: await previewOf(rows),
    rows: await answeredRows(shown),
    next: matching.length > limit ? (shown.at(-1)?.row ?? null) : null,
    complaints: await groupedComplaints(rows),
  };
}
