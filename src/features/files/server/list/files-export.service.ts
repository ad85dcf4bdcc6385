import { recordedTable } from '#features/audit/server/audit.queries.ts';
import type { filesExportContract } from '#features/files/list/files-export.contract.ts';
import { exportHeadings, exportName, foundIn, foundInHeading } from '#features/files/list/files-export.texts.ts';
import { mayOpenContainers } from '#features/papers/server/visible-containers.queries.ts';
import { listTeams } from '#features/teams/server/teams.queries.ts';
import type { Caller } from '#server/access/caller.ts';
import type { Context } from '#server/context.ts';
import { batchedRows } from '#server/http/table-answer.ts';
import type { Table } from '#server/http/table-answer.ts';
import type { Cell } from '#server/http/workbook.ts';
import type { ParsedInputOf } from '#shared/endpoint.ts';
import { fileViewer } from '../core/visible-files.queries.ts';
import { nextInTexts } from '../search/exported-texts.service.ts';
import { readTerms } from '../search/search-terms.service.ts';
import { firstCursor } from '../search/text-search.queries.ts';
import type { TextCursor } from '../search/text-search.queries.ts';
import { filteredContainer } from './container-filter.service.ts';
import { endOfRange, listOnlyInTexts, listRange } from './files-export.queries.ts';
import type { ExportFilter, ExportedFile } from './files-export.queries.ts';

type Filters = ParsedInputOf<typeof filesExportContract.csv>;

/** Number of files that one query examines. */
const batchSize = 2_000;

/** Returns the files that match the filters and that the caller sees, and records the export in the audit log. */
export async function exportFiles(ctx: Context, caller: Caller, filters: Filters): Promise<Table> {
  const exported = { act: 'records.exported_files' as const, name: exportName, filters };
  return recordedTable(ctx, caller, exported, () => rowsFor(ctx, caller, filters));
}

async function rowsFor(ctx: Context, caller: Caller, filters: Filters) {
  const { listDb } = ctx;
  const filter = await filterOf(ctx, caller, filters);
  const { search } = filters;
  // The list on the screen does not search in the texts of waiting papers.
  if (filters.texts === undefined || !search || filters.waiting)
    return batchedRows(exportHeadings, (from: number | undefined) => namesFrom(from));
  return batchedRows([...exportHeadings, foundInHeading], withTexts);

  async function namesFrom(from: number | undefined) {
    const to = filter && (await endOfRange(listDb, filter, { from, limit: batchSize }));
    return { rows: to ? (await listRange(listDb, filter, { from, to })).map(cellsOf) : [], next: to };
  }

  /** First the files that match by name, then the others that match by text. */
  async function withTexts(after: { name?: number; text?: TextCursor } = {}) {
    const isStart = after.name === undefined && after.text === undefined;
    if (isStart || after.name !== undefined) {
      const { rows, next } = await namesFrom(after.name);
      const found = rows.map((cells) => [...cells, foundIn.name]);
      return { rows: found, next: next === undefined ? { text: firstCursor } : { name: next } };
    }
    if (!filter || search === undefined) return { rows: [], next: undefined };
    const { ids, next } = await nextInTexts(ctx, caller, search, { filter, after: after.text });
    const rows = (await listOnlyInTexts(listDb, filter, ids)).map((file) => [...cellsOf(file), foundIn.text]);
    return { rows, next: next && { text: next } };
  }
}

/** Returns undefined if no file passes: for a search that no name contains, such as a single accent. */
async function filterOf({ listDb }: Context, caller: Caller, filters: Filters): Promise<ExportFilter | undefined> {
  if (filters.waiting && !(await mayOpenContainers(listDb, caller))) return undefined;
  const container_id = await filteredContainer(listDb, caller, filters.container_id);
  const scope = { ...filters, ...fileViewer(caller), container_id };
  if (!filters.search) return { ...scope, search: undefined };
  const search = readTerms(await listTeams(listDb), filters.search);
  return search && { ...scope, search };
}

const cellsOf = (file: ExportedFile): Cell[] => [
  file.id,
  file.filename,
  file.file_type_id,
  file.type_name,
  file.team_id,
  file.team_name,
  file.size,
  { date: file.uploaded_at.slice(0, 10) },
  file.uploaded_at,
  file.user_id,
  file.user_name,
  file.folder,
];
