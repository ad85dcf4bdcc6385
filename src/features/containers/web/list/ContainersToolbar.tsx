import { NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { containerOrders, displayedStatuses } from '#features/containers/core/containers.rules.ts';
import { ownTexts, texts } from '#features/containers/core/containers.texts.ts';
import { nameColumn, tableColumns } from '#features/containers/list/container-table.rules.ts';
import { headingOf } from '#features/containers/list/container-table.texts.ts';
import { containersView } from '#features/containers/list/containers-view.rules.ts';
import type { ContainersView } from '#features/containers/list/containers-view.rules.ts';
import { FilterToolbar } from '#web/widgets/FilterToolbar.tsx';
import styles from './ContainersToolbar.module.css';

type Props = {
  view: ContainersView;
  onChange: (part: Partial<ContainersView>) => void;
  /** Stands after the selects. */
  children: ReactNode;
};

const any = '';
const months = [
  { value: any, label: ownTexts.allMonths },
  ...ownTexts.months.map((label, index) => ({ value: String(index + 1), label })),
];

/**
 * Search, status, PFI month, Ex-Factory month and order. On a phone the selects are collapsed.
 * See docs/specification.md#containers-the-screen.
 */
export function ContainersToolbar({ view, onChange, children }: Props) {
  return (
    <FilterToolbar
      searchLabel={texts.searchPlaceholder}
      search={view.search}
      active={containersView.activeFilters(view)}
      texts={ownTexts}
      collapsesOnPhones
      onChange={onChange}
      className={styles.toolbar}
      filtersClassName={styles.filters}
    >
      <NativeSelect
        label={ownTexts.status}
        data={[{ value: any, label: texts.allStatus }, ...displayedStatuses]}
        value={view.status ?? any}
        onChange={({ currentTarget: { value } }) =>
          onChange({ status: displayedStatuses.find((status) => status === value) })
        }
      />
      <NativeSelect
        label={texts.pfiMonth}
        data={months}
        value={view.pfiMonth ?? any}
        onChange={(event) => onChange({ pfiMonth: Number(event.currentTarget.value) || undefined })}
      />
      <NativeSelect
        label={texts.exFactoryMonth}
        data={months}
        value={view.exFactoryMonth ?? any}
        onChange={(event) => onChange({ exFactoryMonth: Number(event.currentTarget.value) || undefined })}
      />
      <NativeSelect
        label={ownTexts.sortBy}
        data={ordersOf(view)}
        value={view.sort}
        onChange={({ currentTarget: { value } }) =>
          onChange({ sort: containerOrders.find((order) => order === value) ?? view.sort, order: undefined })
        }
      />
      {children}
    </FilterToolbar>
  );
}

/** The orders of the specification and, after a click on a heading of the table, the order by that column. */
function ordersOf({ sort }: ContainersView) {
  const orders = containerOrders.map((value) => ({ value, label: ownTexts.orders[value] as string }));
  const column = tableColumns.find((column) => column.sort === sort);
  if (orders.some(({ value }) => value === sort)) return orders;
  return [...orders, { value: sort, label: headingOf(column ?? nameColumn) }];
}
