import type { Cell } from '#features/containers/cells/cell-ranges.rules.ts';
import { cellFieldOf, maxCellRows } from '#features/containers/cells/container-cells.rules.ts';
import { cellTexts } from '#features/containers/cells/container-cells.texts.ts';
import type { Container } from '#features/containers/core/containers.contract.ts';
import type { Value } from '#features/containers/core/field-changes.rules.ts';
import type { TableColumn } from '#features/containers/list/container-table.rules.ts';
import { headingOf } from '#features/containers/list/container-table.texts.ts';
import type { ContainerList } from '../containers.data.ts';
import type { Block, BlockRow } from './use-cell-block.ts';

/** A cell of the table and its new value. */
export type BlockCell = Cell & { value: Value };

type Lists = { containers: readonly Container[]; columns: readonly TableColumn[] };

/** Returns the rows of a change. Cells of columns that are computed are left out, and rows beyond those of one call. */
export function blockOf(cells: readonly BlockCell[], { containers, columns }: Lists): Pick<Block, 'rows' | 'notes'> {
  const rows = new Map<number, BlockRow>();
  const computed = new Set<string>();
  let more = 0;
  for (const { row, column, value } of cells) {
    const [container, shown] = [containers[row], columns[column]];
    if (!container || !shown) continue;
    const field = cellFieldOf(shown.id);
    if (!field) {
      computed.add(headingOf(shown));
      continue;
    }
    const { id, version } = container;
    const known = rows.get(id) ?? { id, version, values: {} };
    if (!rows.has(id) && rows.size === maxCellRows) more += 1;
    else rows.set(id, { ...known, values: { ...known.values, [field]: value } });
  }
  const notes = [
    ...(computed.size > 0 ? [cellTexts.notCells([...computed])] : []),
    ...(more > 0 ? [cellTexts.tooManyRows(maxCellRows)] : []),
  ];
  return { rows: [...rows.values()], notes };
}

/** Loads the list up to a row, and returns its containers: fewer if there are no more, or if they could not be loaded. */
export async function loadRows(
  list: ContainerList,
  containers: readonly Container[],
  upTo: number,
): Promise<readonly Container[]> {
  let known = containers;
  let hasMore = list.hasNextPage;
  while (hasMore && known.length < Math.min(upTo, maxCellRows * 10)) {
    const { data, hasNextPage, isError } = await list.fetchNextPage({ cancelRefetch: false });
    const all = data?.pages.flatMap((page) => page.containers) ?? [];
    if (isError || all.length <= known.length) return known;
    known = all;
    hasMore = hasNextPage;
  }
  return known;
}
