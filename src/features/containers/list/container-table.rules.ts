import { daysBetween } from '#shared/calendar.ts';
import type { Preset } from '../core/container-fields.rules.ts';
import type { ExportColumn } from './container-export.contract.ts';
import type { ViewSort } from './containers-view.rules.ts';

/** A column of the table. Each is a column of the exports too. */
export type TableColumn = {
  id: ExportColumn;
  /** The order that a click on the heading sets. A column without it cannot be sorted. */
  sort?: ViewSort;
  /** Width in pixels. */
  width: number;
  kind: 'text' | 'date' | 'number' | 'moment' | 'status' | 'late' | 'free_time';
};

const text = (id: ExportColumn, width: number, sort?: ViewSort): TableColumn =>
  sort ? { id, width, sort, kind: 'text' } : { id, width, kind: 'text' };
const date = (id: ExportColumn, sort?: ViewSort): TableColumn =>
  sort ? { id, width: 124, sort, kind: 'date' } : { id, width: 172, kind: 'date' };
const number = (id: ExportColumn, width: number, sort?: ViewSort): TableColumn =>
  sort ? { id, width, sort, kind: 'number' } : { id, width, kind: 'number' };

/** The name is always the first column. It has room for the buttons of a row too. */
export const nameColumn: TableColumn = { id: 'name', sort: 'name', width: 320, kind: 'text' };

/** The columns that the reader chooses from, in their default order. */
export const tableColumns: readonly TableColumn[] = [
  text('container_no', 152, 'container_no'),
  { id: 'status', width: 200, kind: 'status' },
  { id: 'days_late', sort: 'late', width: 132, kind: 'late' },
  date('pfi_date', 'pfi_date'),
  { ...date('ex_factory_date', 'ex_factory_date'), width: 146 },
  date('etd', 'etd'),
  date('eta', 'eta'),
  date('atd', 'atd'),
  date('ata', 'ata'),
  { id: 'days_over', sort: 'free_time', width: 216, kind: 'free_time' },
  { ...date('last_free_day', 'last_free_day'), width: 144 },
  { ...date('empty_return_due', 'empty_return_due'), width: 160 },
  { ...date('received_on', 'received_on'), width: 132 },
  { ...date('departed_on', 'departed_on'), width: 132 },
  text('container_number', 150, 'container_number'),
  text('supplier_name', 170, 'supplier'),
  text('customer_name', 170, 'customer'),
  text('carrier_name', 150, 'carrier'),
  text('vessel', 150, 'vessel'),
  text('voyage', 96, 'voyage'),
  text('pol', 150, 'pol'),
  text('pod', 156, 'pod'),
  text('bl_number', 140, 'bl_number'),
  text('booking_number', 130, 'booking_number'),
  text('goods', 190, 'goods'),
  number('packages', 100, 'packages'),
  number('weight_kg', 116, 'weight_kg'),
  text('seal', 110, 'seal'),
  text('papers', 92),
  text('assignee_name', 140, 'assignee'),
  text('team_name', 140, 'team'),
  text('remarks', 280),
  text('last_comment', 280),
  date('first_pfi_date'),
  date('first_ex_factory_date'),
  date('first_etd'),
  date('first_eta'),
  number('pfi_moves', 132),
  number('ex_factory_moves', 168),
  text('user_name', 140),
  text('checkedBy', 140),
  { id: 'created_at', width: 128, kind: 'moment' },
  { id: 'updated_at', sort: 'updated_at', width: 128, kind: 'moment' },
  number('id', 76, 'newest'),
];

const initialColumns: readonly ExportColumn[] = [
  'container_no',
  'status',
  'days_late',
  'pfi_date',
  'ex_factory_date',
  'etd',
  'eta',
  'supplier_name',
  'vessel',
  'pod',
  'assignee_name',
  'remarks',
];

/**
 * Returns the columns with these ids in this order. Unknown ids are left out; without a known one, the default columns. The
 * list of free times has their column in any case.
 */
export function columnsOf(ids: readonly string[], preset?: Preset): TableColumn[] {
  const known = (wanted: readonly string[]) =>
    [...new Set(wanted)].flatMap((id) => tableColumns.find((column) => column.id === id) ?? []);
  const chosen = known(ids);
  const columns = chosen.length > 0 ? chosen : known(initialColumns);
  if (preset !== 'free_time' || columns.some(({ id }) => id === 'days_over')) return columns;
  return columns.toSpliced(columns.findIndex(({ id }) => id === 'status') + 1, 0, ...known(['days_over']));
}

/** The columns on the screen that fit on a sheet in the usual size of letters, in pixels. */
const usualWidth = 2_000;
/** Smaller letters than this share of the usual size cannot be read. */
const minScale = 0.6;

/** Returns the columns that fit on a sheet, those that do not, and the size of the letters as a share of the usual size. */
export function fitColumns(columns: readonly TableColumn[]) {
  let width = 0;
  const fits = columns.map((column) => {
    width += column.width;
    return width * minScale <= usualWidth;
  });
  const fitting = columns.filter((_, index) => fits[index]);
  const total = fitting.reduce((sum, column) => sum + column.width, 0);
  return { fitting, left: columns.filter((_, index) => !fits[index]), scale: Math.min(1, usualWidth / total) };
}

/** Returns the ids with one of them moved up or down by one position. */
export function movedBy<Id>(ids: readonly Id[], id: Id, step: number): Id[] {
  return movedTo(ids, id, ids.indexOf(id) + step);
}

/** Returns the ids with one of them at another position. */
export function movedTo<Id>(ids: readonly Id[], id: Id, to: number): Id[] {
  if (!ids.includes(id) || to < 0 || to >= ids.length) return [...ids];
  return ids.filter((one) => one !== id).toSpliced(to, 0, id);
}

/** The widths of columns in pixels that a person has changed. */
export type ColumnWidths = { readonly [id in ExportColumn]?: number | undefined };

const widthLimits = { min: 64, max: 640 };

export const fittingWidth = (width: number): number =>
  Math.round(Math.min(widthLimits.max, Math.max(widthLimits.min, width)));

/** Days after the expected date of a container that is not received; negative before that date. */
export function daysLate(container: { status_id: number; pfi_date: string }, today: string): number | undefined {
  return container.status_id === 1 ? daysBetween(container.pfi_date, today) : undefined;
}

type Sorted = { sort: ViewSort; order: 'asc' | 'desc' | undefined };

/** The direction of an order in the view. Ids begin with the newest, every other order with the smallest value. */
const directionOf = ({ sort, order }: Sorted) => order ?? (sort === 'newest' ? 'desc' : 'asc');

/** The value of `aria-sort` for a column. 'Late first' lists the largest number of days first. */
export function ariaSortOf(column: TableColumn, sorted: Sorted): 'ascending' | 'descending' | undefined {
  if (column.sort === undefined || column.sort !== sorted.sort) return undefined;
  const isAscending = (directionOf(sorted) === 'asc') !== (column.sort === 'late');
  return isAscending ? 'ascending' : 'descending';
}

/** The order after a click on a heading: by the column, then reversed, then 'late first' again. */
export function nextOrder(sort: ViewSort, sorted: Sorted): Sorted {
  const first = sort === 'newest' ? 'desc' : 'asc';
  if (sorted.sort !== sort) return { sort, order: undefined };
  if (directionOf(sorted) === first) return { sort, order: first === 'asc' ? 'desc' : 'asc' };
  return { sort: 'late', order: undefined };
}

export type RowWindow = { from: number; to: number };

/**
 * The rows to render for a scroll position: those in sight and `ahead` rows on both sides. Steps of ten rows spare most
 * renderings.
 */
export function rowsInSight(
  { top, height, rowHeight, rows }: { top: number; height: number; rowHeight: number; rows: number },
  ahead = 15,
): RowWindow {
  const first = Math.floor(top / rowHeight / 10) * 10;
  const seen = Math.ceil(height / rowHeight / 10) * 10 + 10;
  return { from: Math.max(0, first - ahead), to: Math.min(rows, first + seen + ahead) };
}
