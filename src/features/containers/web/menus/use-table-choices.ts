import type { Preset } from '#features/containers/core/container-fields.rules.ts';
import { columnsOf, fittingWidth } from '#features/containers/list/container-table.rules.ts';
import type { ColumnWidths } from '#features/containers/list/container-table.rules.ts';
import { useStoredChoice } from '#web/use-stored-choice.ts';
import { useLayout } from '../list/use-layout.ts';

const choice = (what: string, userId: number) => ({ name: `containers.${what}.${userId}`, path: '/container-status' });

const noColumns: readonly string[] = [];
const noWidths: ColumnWidths = {};

const readColumns = (stored: unknown) =>
  Array.isArray(stored) ? stored.filter((id): id is string => typeof id === 'string') : undefined;
const readWidths = (stored: unknown): ColumnWidths | undefined =>
  typeof stored === 'object' && stored !== null
    ? Object.fromEntries(
        Object.entries(stored).flatMap(([id, width]) => (typeof width === 'number' ? [[id, fittingWidth(width)]] : [])),
      )
    : undefined;

export type TableChoices = ReturnType<typeof useTableChoices>;

/** The layout of the screen, kept per person, and the columns of the table, kept per person in this browser. */
export function useTableChoices(userId: number, preset: Preset | undefined) {
  const [ids, setColumns] = useStoredChoice<readonly string[]>(choice('columns', userId), readColumns, noColumns);
  const [widths, setWidths] = useStoredChoice<ColumnWidths>(choice('widths', userId), readWidths, noWidths);
  return {
    ...useLayout(userId),
    /** The chosen columns after the name. */
    columns: columnsOf(ids, preset),
    /** An empty list restores the default columns. */
    setColumns,
    widths,
    setWidths,
  };
}
