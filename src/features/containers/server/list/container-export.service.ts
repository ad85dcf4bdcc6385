import { filterDetail } from '#features/audit/audit.rules.ts';
import { recordAudit } from '#features/audit/server/audit.queries.ts';
import type { FilterInput } from '#features/containers/core/container-fields.contract.ts';
import { dateFields } from '#features/containers/core/container-fields.rules.ts';
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
import { batchedRows, noRows } from '#server/http/table-answer.ts';
import type { Table } from '#server/http/table-answer.ts';
import type { Cell } from '#server/http/workbook.ts';
import { daysBetween, localDate } from '#shared/calendar.ts';
import { listDelaysOfAll } from '../core/container-history.queries.ts';
import { listByIds } from '../core/containers.queries.ts';
import { addPaperCounts } from './container-papers.queries.ts';
import { filterOf } from './container-reads.service.ts';
import { addLastEntries } from './last-entries.queries.ts';
import { listIds } from './page-ids.queries.ts';
import type { ListOrder } from './sort-orders.queries.ts';

type Listed = Awaited<ReturnType<typeof listIds>>;
type ListInput = FilterInput & ListOrder & { columns?: readonly ExportColumn[] | undefined };

/**
 * Number of rows in one query: large enough to be fast, small enough not to delay other requests. With 100, the rows outlive
 * two collections of new objects, and a workbook of 100,000 takes twice the memory.
 */
const batchSize = 50;

/** Number of ids in one query, which sorts all containers. */
const idBatchSize = 10_000;

export async function exportContainers(
  ctx: Context,
  caller: Caller,
  input: ListInput,
  isHead: boolean,
): Promise<Table> {
  const { columns = exportColumns, sort, order, group, ...filters } = input;
  const filter = filterOf(ctx, caller, filters);
  await recordExport(ctx, caller, exportNames.containers, filters, isHead);
  const toRow = (container: Container) => columns.map((column) => cellOf(container, column, filter.today));
  const listAfter = (after?: number) =>
    listIds(ctx.listDb, filter, { order: { sort, order, group }, after, limit: idBatchSize });
  const name = nameOf(ctx, exportNames.containers);
  if (isHead) return { name, rows: noRows() };
  return {
    name,
    rows: batchedRows(
      columns.map((column) => fieldLabels[column]),
      async (after: { listed: Listed; from: number } | undefined) => {
        const { listed, from } = after ?? { listed: await listAfter(), from: 0 };
        const end = from + batchSize;
        const found = await listByIds(ctx.listDb, filter.viewer, listed.ids.slice(from, end));
        const counted = columns.includes('papers') ? await addPaperCounts(ctx.listDb, found) : found;
        const containers = columns.includes('last_comment')
          ? await addLastEntries(ctx.listDb, filter.viewer, counted)
          : counted;
        const next =
          end < listed.ids.length
            ? { listed, from: end }
            : listed.next === null
              ? undefined
              : { listed: await listAfter(listed.next), from: 0 };
        return { rows: containers.map(toRow), next };
      },
    ),
  };
}

/** All delays that the caller sees, newest first, or those of one container. */
export async function exportDelays(
  ctx: Context,
  caller: Caller,
  { container_id }: { container_id?: number | undefined },
  isHead: boolean,
): Promise<Table> {
  const viewer = fileViewer(caller);
  await recordExport(ctx, caller, exportNames.delays, { container_id }, isHead);
  const name = nameOf(ctx, exportNames.delays);
  if (isHead) return { name, rows: noRows() };
  return {
    name,
    rows: batchedRows(delayLogHeadings, async (after: number | undefined) => {
      const page = { containerId: container_id, after, limit: batchSize };
      const { rows: logs, next } = await listDelaysOfAll(ctx.listDb, viewer, page);
      const rows = logs.map(({ happened_at, ...log }): Cell[] => [
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
      ]);
      return { rows, next: next ?? undefined };
    }),
  };
}

async function recordExport(ctx: Context, caller: Caller, what: string, filters: object, isHead: boolean) {
  if (isHead) return;
  const detail = [what, filterDetail(filters)].filter(Boolean).join(', ');
  await recordAudit({ tx: ctx.db, by: caller, at: ctx.clock().toISOString() }, 'records.exported_containers', {
    detail,
  });
}

const nameOf = ({ config, clock }: Context, what: string) => `${config.brandName} ${what} ${localDate(clock())}`;

const dates: ReadonlySet<string> = new Set([
  ...dateFields,
  'first_pfi_date',
  'first_ex_factory_date',
  'first_etd',
  'first_eta',
]);

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
  return typeof value === 'string' && dates.has(column) ? { date: value } : value;
}
