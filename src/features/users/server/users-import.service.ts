import { charsets } from '#features/extraction/charset.rules.ts';
import type { Charset } from '#features/extraction/charset.rules.ts';
import { maxTableBytes, rowsOfChunk, textOfCell } from '#features/extraction/table.rules.ts';
import { headingsKey, importUndoMs, rowStates, undoneBy } from '#features/imports/imports.rules.ts';
import { findMapping, listUndoable } from '#features/imports/server/imports.queries.ts';
import type { Caller } from '#server/access/caller.ts';
import type { Context } from '#server/context.ts';
import { readTable } from '#server/http/read-table.ts';
import type { ReceivedFile } from '#server/http/receive-form.ts';
import { withFormulas } from '#shared/formulas.ts';
import { recordOf } from '#shared/record-of.ts';
import type { CheckedUser, ReadUsers, UsersImport } from '../users-import.contract.ts';
import {
  guessFields,
  headingRowOf,
  maxCellLetters,
  maxImportedColumns,
  maxImportedSheets,
  maxImportedUsers,
} from '../users-import.rules.ts';
import type { UserField } from '../users-import.rules.ts';
import { usersImportTexts } from '../users-import.texts.ts';
import { planUsersImport } from './users-import-plan.service.ts';

/** Reads a spreadsheet in the extraction process. The client keeps the rows and sends them back with the chosen fields. */
export async function readUsersImport(
  ctx: Context,
  caller: Caller,
  { files: [file], charset }: { files: readonly ReceivedFile[]; charset?: Charset | undefined },
): Promise<ReadUsers> {
  const table = await readTable(ctx, file, { caller, maxBytes: maxTableBytes, texts: usersImportTexts, charset });
  const sheets: ReadUsers['sheets'] = [];
  for (const [index, { name, rows: length, isCut, hiddenRows }] of table.sheets.slice(0, maxImportedSheets).entries()) {
    // Some rows above the headings do not count.
    const chunks = table.chunks.filter(({ sheet, start }) => sheet === index && start < maxImportedUsers + 50);
    const whole = chunks.flatMap(({ rows }) => rowsOfChunk(rows).map((row) => row.map(textOfCell)));
    const all = whole.map((row) => row.slice(0, maxImportedColumns));
    const isWide = whole.some((row) => row.length > maxImportedColumns);
    const headingRow = headingRowOf(all);
    const below = all.slice(headingRow + 1);
    const width = Math.max(0, ...all.map((row) => row.length));
    const headings = Array.from({ length: width }, (_, column) => (all[headingRow]?.[column] ?? '').slice(0, 100));
    const known = await findMapping(ctx.db, caller, headingsKey('users', headings));
    const fields = known ? (JSON.parse(known) as (UserField | null)[]) : guessFields(headings, below.slice(0, 50));
    const rows = below
      .map((cells, at) => ({
        row: headingRow + 2 + at,
        is_hidden: hiddenRows.some(([first, last]) => first <= headingRow + 1 + at && headingRow + 1 + at <= last),
        cells: Array.from({ length: width }, (_, column) =>
          withFormulas((cells[column] ?? '').trim()).slice(0, maxCellLetters),
        ),
      }))
      .filter(({ cells }) => cells.some((cell) => cell !== ''));
    sheets.push({
      name,
      is_cut: isCut || isWide || length > all.length || rows.length > maxImportedUsers,
      columns: headings.map((heading, column) => ({ heading, field: fields[column] ?? null })),
      hidden_rows: rows.filter((row) => row.is_hidden).length,
      rows: rows.slice(0, maxImportedUsers),
    });
  }
  return {
    name: file?.name.slice(0, 255) ?? '',
    charset: charsets.find((one) => one === table.charset) ?? null,
    sheets,
  };
}

export async function listUsersImports(ctx: Context, caller: Caller) {
  const since = new Date(ctx.clock().getTime() - importUndoMs).toISOString();
  return listUndoable(ctx.db, 'users', { userId: undoneBy(caller), since });
}

/** The reasons that are named for one row. A cell may name a hundred unknown teams. */
const maxProblems = 10;

/** Returns the effect of each row. */
export async function checkUsersImport(ctx: Context, caller: Caller, input: UsersImport) {
  const planned = await planUsersImport(ctx.db, caller, input);
  const counts = recordOf(rowStates, () => 0);
  for (const { state } of planned) counts[state] += 1;
  const rows = planned.map(({ row, state, label, changes, problems }): CheckedUser => ({
    row,
    state,
    label,
    changes,
    problems: problems.slice(0, maxProblems),
  }));
  return { counts, rows };
}
