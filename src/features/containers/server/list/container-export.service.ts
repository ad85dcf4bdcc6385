import { recordedTable } from '#features/audit/server/audit.queries.ts';
import type { FilterInput } from '#features/containers/core/container-fields.contract.ts';
import { isDateField } from '#features/containers/core/container-fields.rules.ts';
import { delayLogHeadings, exportNames, fieldLabels } from '#features/containers/core/container-fields.texts.ts';
import type { Container } from '#features/containers/core/containers.contract.ts';
import { displayedStatus, isOverdue } from '#features/containers/core/containers.rules.ts';
import { costOf, daysOver } from '#features/containers/core/free-time.rules.ts';
import { exportColumns } from '#features/containers/list/container-export.contract.ts';
import type { ExportColumn } from '#features/containers/list/container-export.contract.ts';
import { fileViewer } from '#features/files/server/core/visible-files.queries.ts';
import { papersInWords } from '#features/papers/checklist.texts.ts';
import type { Caller } from '#server/access/caller.ts';
import type { Context } from '#server/context.ts';
import { batchedRows } from '#server/http/table-answer.ts';
import type { Table } from '#server/http/table-answer.ts';
import type { Cell } from '#server/http/workbook.ts';
import { daysBetween } from '#shared/calendar.ts';
import { listDelaysOfAll } from '../core/container-history.queries.ts';
import { listByIds } from '../core/containers.queries.ts';
import { addPaperCounts } from './container-papers.queries.ts';
import { filterOf } from './container-reads.service.ts';
import { addLastEntries } from './last-entries.queries.ts';
import { listIds } from './page-ids.queries.ts';
import type { ListOrder } from './sort-orders.queries.ts';

type Listed = Awaited<ReturnType<typeof listIds>>;
type LoggedDelay = Awaited<ReturnType<typeof listDelaysOfAll>>['rows'][number];
type ListInput = FilterInput & ListOrder & { columns?: readonly ExportColumn[] | undefined };

/**
 * Number of rows in one query: large enough to be fast, small enough not to delay other requests. With 100, the rows outlive
 * two collections of new objects, and a workbook of 100,000 takes twice the memory.
 */
const batchSize = 50;

/** Number of ids in one query, which sorts all containers. */
const idBatchSize = 10_000;

export async function exportContainers(ctx: Context, caller: Caller, input: ListInput): Promise<Table> {
  const { columns = exportColumns, sort, order, group, ...filters } = input;
  const filter = filterOf(ctx, caller, filters);
  const toRow = (container: Container) => columns.map((column) => cellOf(container, column, filter.today));
  const listAfter = (after?: number) =>
    listIds(ctx.listDb, filter, { order: { sort, order, group }, after, limit: idBatchSize });
  const readBatch = async (after: { listed: Listed; from: number } | undefined) => {
    const { listed, from } = after ?? { listed: await listAfter(), from: 0 };
    const end = from + batchSize;
    const found = await listByIds(ctx.listDb, filter.viewer, listed.ids.slice(from, end));
    const counted = columns.includes('papers') ? await addPaperCounts(ctx.listDb, found) : found;
    const containers = columns.includes('last_comment')
      ? await addLastEntries(ctx.listDb, filter.viewer, counted)
      : counted;
    const rows = containers.map(toRow);
    if (end < listed.ids.length) return { rows, next: { listed, from: end } };
    return { rows, next: listed.next === null ? undefined : { listed: await listAfter(listed.next), from: 0 } };
  };
  const headings = columns.map((column) => fieldLabels[column]);
  const exported = { ...exportOf(exportNames.containers), filters };
  return recordedTable(ctx, caller, exported, () => batchedRows(headings, readBatch));
}

/** All delays that the caller sees, newest first, or those of one container. */
export async function exportDelays(
  ctx: Context,
  caller: Caller,
  filters: { container_id?: number | undefined },
): Promise<Table> {
  const readBatch = async (after: number | undefined) => {
    const page = { containerId: filters.container_id, after, limit: batchSize };
    const { rows, next } = await listDelaysOfAll(ctx.listDb, fileViewer(caller), page);
    return { rows: rows.map(cellsOfDelay), next: next ?? undefined };
  };
  const exported = { ...exportOf(exportNames.delays), filters };
  return recordedTable(ctx, caller, exported, () => batchedRows(delayLogHeadings, readBatch));
}

const exportOf = (name: string) => ({ act: 'records.exported_containers' as const, name, what: name });

const cellsOfDelay = ({ happened_at, ...log }: LoggedDelay): Cell[] => [
  log.id,
  log.container_id,
  log.name,
  log.container_no,
  log.what === 'delay_pfi' ? 'PFI' : 'Ex-Factory',
  log.reason,
  log.category,
  log.user_name,
  { date: happened_at.slice(0, 10) },
  happened_at,
];

function cellOf(container: Container, column: ExportColumn, today: string): Cell {
  if (column === 'status') return displayedStatus(container, today);
  if (column === 'days_late') return isOverdue(container, today) ? daysBetween(container.pfi_date, today) : null;
  if (column === 'days_over') return daysOver(container, today) || null;
  if (column === 'cost_over') return costOf(daysOver(container, today), container) || null;
  if (column === 'papers') {
    const { papers_there = 0, papers_expected } = container;
    return papers_expected === undefined ? null : papersInWords(papers_there, papers_expected);
  }
  const value = container[column] ?? null;
  return typeof value === 'string' && isDateField(column.replace(/^first_/, '')) ? { date: value } : value;
}
