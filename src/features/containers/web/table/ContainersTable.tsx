/* oxlint-disable jsx-a11y/no-noninteractive-element-to-interactive-role -- a table with keys of its own is a grid */
import { useEffect, useId, useRef, useState } from 'react';
import type { CSSProperties, KeyboardEvent, MouseEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Container } from '#features/containers/core/containers.contract.ts';
import { nameColumn } from '#features/containers/list/container-table.rules.ts';
import type { TableColumn } from '#features/containers/list/container-table.rules.ts';
import { tableTexts } from '#features/containers/list/container-table.texts.ts';
import type { ContainersView } from '#features/containers/list/containers-view.rules.ts';
import { localDate } from '#shared/calendar.ts';
import { isSelected, useContainerSelection } from '../container-selection.context.ts';
import { useContainersPage } from '../containers-page.context.ts';
import type { ContainerList } from '../containers.data.ts';
import { useHandler } from '../use-handler.ts';
import { stepOf } from './table-keys.ts';
import { TableHead } from './TableHead.tsx';
import { TableRow } from './TableRow.tsx';
import { actionOfKey } from './TableRowActions.tsx';
import { useRowsInSight } from './use-rows-in-sight.ts';
import styles from './ContainersTable.module.css';

type Props = {
  list: ContainerList;
  /** The loaded containers of the list. */
  containers: readonly Container[];
  view: ContainersView;
  columns: readonly TableColumn[];
  onChange: (part: Partial<ContainersView>) => void;
};

/**
 * One line for each container. Only the rows in the window are rendered, and rows that are not loaded yet are blank. The
 * focus is on the table, not on a row, because rows outside the window are removed.
 */
export function ContainersTable({ list, containers, view, columns, onChange }: Props) {
  const { managing, now, act } = useContainersPage();
  const today = localDate(now);
  const { selection, setMany } = useContainerSelection();
  const found = list.data?.pages[0]?.found ?? 0;
  const rows = list.hasNextPage ? Math.max(found, containers.length) : containers.length;
  const { box, sight, rowHeight, onScroll, reveal } = useRowsInSight(rows);
  const [current, setCurrent] = useState<{ index: number; id?: number | undefined }>({ index: 0 });
  // The current row stays with its container when others arrive or leave.
  const isMoved = current.id !== undefined && containers[current.index]?.id !== current.id;
  const moved = isMoved ? containers.findIndex((container) => container.id === current.id) : -1;
  const active = moved === -1 ? current.index : moved;
  const setActive = (index: number) => setCurrent({ index, id: containers[index]?.id });
  const { search } = useLocation();
  const navigate = useNavigate();
  const id = useId();

  const shownList = JSON.stringify(view);
  useListChange(shownList, () => {
    setCurrent({ index: 0 });
    box.current?.scrollTo({ top: 0 });
  });

  const isMissing = sight.to > containers.length && list.hasNextPage && !list.isFetching && !list.isError;
  const loadMore = useHandler(() => void list.fetchNextPage({ cancelRefetch: false }));
  useEffect(() => {
    if (isMissing) loadMore();
  }, [isMissing, loadMore]);

  const onSelect = useHandler((index: number, isRange: boolean) => {
    const container = containers[index];
    if (!container) return;
    const first = isRange ? Math.min(active, index) : index;
    const last = isRange ? Math.max(active, index) : index;
    const ids = containers.slice(first, last + 1).map(({ id }) => id);
    setMany(ids, !isSelected(selection, container.id), found);
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = stepOf(event.key, {
      active,
      rows,
      page: Math.floor((box.current?.clientHeight ?? 0) / rowHeight) - 2,
    });
    const container = containers[active];
    if (step !== undefined) {
      setActive(step);
      reveal(step);
    } else if (event.key === 'Enter' && container) {
      void navigate(`/container-status/${container.id}${search}`);
    } else if ((event.key === ' ' || event.key === 'x') && managing) {
      onSelect(active, false);
    } else {
      const action = container && actionOfKey(event.key, container, managing, today);
      if (!action) return;
      act(action, container);
    }
    event.preventDefault();
  };
  const onRowClick = ({ target }: MouseEvent) => {
    const row = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null;
    if (row) setActive(Number(row.dataset['row']));
  };

  const shown = containers.slice(sight.from, sight.to);
  const activeId = containers[active] ? `${id}-${containers[active].id}` : undefined;
  const isRendered = active >= sight.from && active < sight.to;
  const all = [nameColumn, ...columns];
  const width = all.reduce((sum, column) => sum + column.width, managing ? 40 : 0);
  return (
    <>
      <div className={styles.box} style={widthOf(width)} ref={box} onScroll={onScroll}>
        <table
          role="grid"
          aria-label={tableTexts.table}
          aria-describedby={`${id}-keys`}
          aria-rowcount={rows + 1}
          aria-multiselectable={managing}
          aria-activedescendant={isRendered ? activeId : undefined}
          tabIndex={0}
          className={styles.table}
          style={sizes(width, rowHeight)}
          onKeyDown={onKeyDown}
          onClick={onRowClick}
        >
          <TableHead columns={all} view={view} found={found} onChange={onChange} />
          <tbody>
            <Gap height={sight.from * rowHeight} />
            {shown.map((container, index) => (
              <TableRow
                key={container.id}
                rowId={`${id}-${container.id}`}
                container={container}
                index={sight.from + index}
                columns={columns}
                today={today}
                search={search}
                isActive={sight.from + index === active}
                isSelected={managing ? isSelected(selection, container.id) : undefined}
                onSelect={onSelect}
              />
            ))}
            <Gap height={(rows - sight.from - shown.length) * rowHeight} />
          </tbody>
        </table>
      </div>
      <p id={`${id}-keys`} className={styles.keys}>
        {managing ? tableTexts.keysToManage : tableTexts.keys}
      </p>
    </>
  );
}

const widthOf = (width: number) => ({ '--table-width': `${width}px` }) as CSSProperties;
const sizes = (width: number, rowHeight: number) => ({ width, '--table-row': `${rowHeight}px` }) as CSSProperties;

/** Other filters or another order begin at the top. */
function useListChange(shown: string, begin: () => void): void {
  const shownBefore = useRef(shown);
  const restart = useHandler(begin);
  useEffect(() => {
    if (shownBefore.current === shown) return;
    shownBefore.current = shown;
    restart();
  }, [shown, restart]);
}

/** The space of rows that are not rendered. */
function Gap({ height }: { height: number }) {
  return height > 0 && <tr aria-hidden="true" className={styles.gap} style={{ height }} />;
}
