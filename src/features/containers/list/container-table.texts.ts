import { counted } from '#shared/format.ts';
import { fieldLabels } from '../core/container-fields.texts.ts';
import type { TableColumn } from './container-table.rules.ts';
import type { Layout } from './containers-view.rules.ts';

/** The table and its menus. Our choice throughout. */
export const tableTexts = {
  layout: 'Layout',
  layouts: { cards: 'Cards', table: 'Table' } satisfies Record<Layout, string>,
  table: 'Containers',
  keys: 'Arrow keys move between rows, Enter opens a container, H shows its history.',
  keysToManage:
    'Arrow keys move between rows, Enter opens a container, Space or X selects it, H shows its history, D delays its PFI date, E edits it.',
  today: 'due today',
  moved: (first: string, remark: string) => `First date ${first}, ${remark}`,
  hasDelay: 'A delay was logged',

  // The columns.
  columns: 'Columns',
  columnsHint: 'The container name is always first.',
  moveUp: (column: string) => `Move ${column} up`,
  moveDown: (column: string) => `Move ${column} down`,
  defaultColumns: 'Default columns',
} as const;

/** The heading of a column. */
export const headingOf = ({ id }: Pick<TableColumn, 'id'>): string => (id === 'days_late' ? 'Late' : fieldLabels[id]);

/** Describes the days after the expected date: '12 days late', 'due today', 'in 3 days'. */
export function lateText(days: number): string {
  if (days > 0) return `${counted(days, 'day')} late`;
  return days === 0 ? tableTexts.today : `in ${counted(-days, 'day')}`;
}
