import type { Container } from '#features/containers/core/containers.contract.ts';
import type { ContainersView } from '#features/containers/list/containers-view.rules.ts';
import type { ContainerList } from '../containers.data.ts';
import { ColumnsMenu } from './ColumnsMenu.tsx';
import { ExportMenu } from './ExportMenu.tsx';
import type { MenuName } from './MenuButton.tsx';
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
  /** The menu whose button was pressed first. */
  opened: MenuName;
};

/** The menus of the list: views, columns, export. The menu of the pressed button is open. */
export function TableMenus({ list, view, today, choices, onChange, opened }: Props) {
  const { layout, columns, setColumns } = choices;
  const found = list.data?.pages[0]?.found ?? 0;
  return (
    <div className={styles.menus}>
      <ViewsMenu view={view} choices={choices} onChange={onChange} isOpened={opened === 'views'} />
      {layout === 'table' && <ColumnsMenu columns={columns} onChange={setColumns} isOpened={opened === 'columns'} />}
      <ExportMenu
        list={list}
        view={view}
        today={today}
        found={found}
        columns={layout === 'table' ? columns : undefined}
        isOpened={opened === 'export'}
      />
    </div>
  );
}
