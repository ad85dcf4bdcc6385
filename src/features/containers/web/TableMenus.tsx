import { nameColumn } from '#features/containers/container-table.rules.ts';
import type { ContainersView } from '#features/containers/containers-view.rules.ts';
import type { Container } from '#features/containers/containers.contract.ts';
import { ColumnsMenu } from './ColumnsMenu.tsx';
import type { ContainerList } from './containers.data.ts';
import { ExportMenu } from './ExportMenu.tsx';
import { PrintedTable } from './PrintedTable.tsx';
import type { TableChoices } from './use-table-choices.ts';
import { ViewsMenu } from './ViewsMenu.tsx';
import styles from './ViewBar.module.css';

type Props = {
  list: ContainerList;
  /** The loaded containers of the list. */
  containers: readonly Container[];
  view: ContainersView;
  today: string;
  choices: TableChoices;
  onChange: (part: Partial<ContainersView>) => void;
};

/** The menus of the list: views, columns, export. They load after the list. Printing is the same with cards and table. */
export function TableMenus({ list, containers, view, today, choices, onChange }: Props) {
  const { layout, columns, setColumns } = choices;
  const found = list.data?.pages[0]?.found ?? 0;
  return (
    <div className={styles.menus}>
      <ViewsMenu view={view} choices={choices} onChange={onChange} />
      {layout === 'table' && <ColumnsMenu columns={columns} onChange={setColumns} />}
      <ExportMenu
        list={list}
        view={view}
        today={today}
        found={found}
        columns={layout === 'table' ? columns : undefined}
      />
      <PrintedTable
        containers={containers}
        found={found}
        view={view}
        columns={[nameColumn, ...columns]}
        today={today}
      />
    </div>
  );
}
