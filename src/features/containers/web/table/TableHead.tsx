import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { bulkTexts } from '#features/containers/bulk/container-bulk.texts.ts';
import { ariaSortOf, nextOrder } from '#features/containers/list/container-table.rules.ts';
import type { TableColumn } from '#features/containers/list/container-table.rules.ts';
import { headingOf } from '#features/containers/list/container-table.texts.ts';
import type { ContainersView } from '#features/containers/list/containers-view.rules.ts';
import { countOf, useContainerSelection } from '../container-selection.context.ts';
import { useContainersPage } from '../containers-page.context.ts';
import styles from './ContainersTable.module.css';

type Props = {
  columns: readonly TableColumn[];
  view: ContainersView;
  found: number;
  onChange: (part: Partial<ContainersView>) => void;
};

/** The headings. A click on one sorts the list by its column. */
export function TableHead({ columns, view, found, onChange }: Props) {
  const { managing } = useContainersPage();
  const { selection, selectAll, clear } = useContainerSelection();
  const count = countOf(selection, found);
  return (
    <thead>
      <tr aria-rowindex={1}>
        {managing && (
          <th scope="col" className={styles.select}>
            <input
              type="checkbox"
              className={styles.checkbox}
              aria-label={bulkTexts.selectAll}
              ref={(box) => {
                if (box) box.indeterminate = count > 0 && count < found;
              }}
              checked={count > 0 && count === found}
              onChange={() => (count === found ? clear() : selectAll())}
            />
          </th>
        )}
        {columns.map((column) => (
          <Heading key={column.id} column={column} view={view} onChange={onChange} />
        ))}
      </tr>
    </thead>
  );
}

function Heading({ column, view, onChange }: { column: TableColumn } & Pick<Props, 'view' | 'onChange'>) {
  const { sort } = column;
  const direction = ariaSortOf(column, view);
  const Arrow = direction === 'descending' ? IconArrowDown : IconArrowUp;
  const look = { scope: 'col', style: { width: column.width }, 'data-column': column.id, 'data-kind': column.kind };
  if (sort === undefined) return <th {...look}>{headingOf(column)}</th>;
  return (
    <th {...look} {...(direction && { 'aria-sort': direction })}>
      <button type="button" className={styles.sort} onClick={() => onChange(nextOrder(sort, view))}>
        <span className={styles.heading}>{headingOf(column)}</span>
        <Arrow size={14} stroke={2.2} aria-hidden="true" className={styles.arrow} />
      </button>
    </th>
  );
}
