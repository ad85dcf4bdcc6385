import { addDays } from '#shared/calendar.ts';
import { counted, formatCalendarDate, locale } from '#shared/format.ts';
import type { ListGroup } from '../core/container-fields.rules.ts';
import { fieldLabels } from '../core/container-fields.texts.ts';
import type { Container, ContainerTotals } from '../core/containers.contract.ts';
import { freeTimeTitle } from '../core/free-time.texts.ts';
import { mondayOf } from './container-groups.rules.ts';
import type { TableColumn } from './container-table.rules.ts';
import type { Layout } from './containers-view.rules.ts';

/** The table and its menus. Our choice throughout. */
export const tableTexts = {
  layout: 'Layout',
  layouts: { cards: 'Cards', table: 'Table' } satisfies Record<Layout, string>,
  table: 'Containers',
  offer: 'Prefer a table?',
  accept: 'Try it',
  decline: 'No, thanks',
  keys: 'Arrow keys move between rows and cells, Enter opens a container, H shows its history. Alt with the arrow keys moves the column of a cell, Alt and Shift change its width.',
  keysToManage:
    'Arrow keys move between rows and cells, Enter opens a container, Space or X selects it, H shows its history, D delays its PFI date, E edits it. Alt with the arrow keys moves the column of a cell, Alt and Shift change its width.',
  today: 'due today',
  moved: (first: string, remark: string) => `First date ${first}, ${remark}`,
  hasDelay: 'A delay was logged',

  // The columns.
  columns: 'Columns',
  columnsHint: 'The container name is always first.',
  moveUp: (column: string) => `Move ${column} up`,
  moveDown: (column: string) => `Move ${column} down`,
  defaultColumns: 'Default columns',

  // The groups and the sums.
  group: 'Group by',
  noGroup: 'No groups',
  groups: { supplier: 'Supplier', vessel: 'Vessel', assignee: 'Assignee', week: 'Week of ETA' } satisfies Record<
    ListGroup,
    string
  >,
  selectedSums: 'Selected:',
  sumsFailed: 'The totals could not be loaded',
} as const;

/** '48 containers · 1,204 packages · 81,000 kg' */
export const sumsText = ({ rows, packages, weight_kg }: Omit<ContainerTotals, 'groups'>): string =>
  [
    counted(rows, 'container'),
    counted(packages, 'package'),
    `${weight_kg.toLocaleString(locale, { maximumFractionDigits: 1 })} kg`,
  ].join(' · ');

/** The heading of the group of a container. */
export function groupText(container: Container, group: ListGroup): string {
  if (group === 'week') {
    if (container.eta === undefined) return 'No ETA';
    const monday = mondayOf(container.eta);
    return `ETA ${formatCalendarDate(monday)} – ${formatCalendarDate(addDays(monday, 6))}`;
  }
  const name = group === 'vessel' ? container.vessel : container[`${group}_name`];
  return name ?? { supplier: 'No supplier', vessel: 'No vessel', assignee: 'Nobody' }[group];
}

/** The heading of a column. */
export const headingOf = ({ id }: Pick<TableColumn, 'id'>): string =>
  id === 'days_late' ? 'Late' : id === 'days_over' ? freeTimeTitle : fieldLabels[id];

/** Describes the days after the expected date: '12 days late', 'due today', 'in 3 days'. */
export function lateText(days: number): string {
  if (days > 0) return `${counted(days, 'day')} late`;
  return days === 0 ? tableTexts.today : `in ${counted(-days, 'day')}`;
}
