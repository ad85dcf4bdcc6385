import { Link, useLocation } from 'react-router';
import type { Container } from '#features/containers/core/containers.contract.ts';
import { nameColumn } from '#features/containers/list/container-table.rules.ts';
import type { TableColumn } from '#features/containers/list/container-table.rules.ts';
import { attributesOf, CellContent } from '../cells/CellContent.tsx';
import type { CellState } from '../cells/use-cells.ts';
import { cellOf, textOfCell } from './table-cells.tsx';
import { TableRowActions } from './TableRowActions.tsx';
import styles from './ContainersTable.module.css';

type Props = {
  cellId: string;
  container: Container;
  column: TableColumn;
  today: string;
  /** Whether the keys of the table act on this cell. */
  isActive: boolean;
  state: CellState | undefined;
};

/** One cell of the table. A click makes it the keyboard position by its `data-column`. */
export function TableCell({ cellId, container, column, today, isActive, state }: Props) {
  const look = {
    id: cellId,
    'data-column': column.id,
    'data-kind': column.kind,
    'data-active': isActive,
    ...attributesOf(state),
  };
  if (column.id === nameColumn.id) return <NameCell {...{ look, container, today, state }} />;
  // Long texts are cut off in the cell.
  const title = column.kind === 'text' ? textOfCell(container, column, today) || undefined : undefined;
  return (
    <td {...look} title={title}>
      <CellContent state={state}>{cellOf(container, column, today)}</CellContent>
    </td>
  );
}

type NameProps = Pick<Props, 'container' | 'today' | 'state'> & { look: object };

/** The address keeps the filters: the page of the container needs them for 'previous' and 'next'. */
function NameCell({ look, container, today, state }: NameProps) {
  const { search } = useLocation();
  const { id, name } = container;
  return (
    <th scope="row" {...look} title={name} aria-label={name}>
      <CellContent state={state}>
        <Link to={`/container-status/${id}${search}`} tabIndex={-1} className={styles.name}>
          <bdi data-cut>{name}</bdi>
        </Link>
        <TableRowActions container={container} today={today} />
      </CellContent>
    </th>
  );
}
