import type { Container } from '#features/containers/core/containers.contract.ts';
import { nameColumn } from '#features/containers/list/container-table.rules.ts';
import type { ContainersView } from '#features/containers/list/containers-view.rules.ts';
import type { ContainerList } from '../containers.data.ts';
import { PrintedTable } from '../table/PrintedTable.tsx';
import { ExportMenu } from './ExportMenu.tsx';
import type { TableChoices } from './use-table-choices.ts';
import { ViewsMenu } from './ViewsMenu.tsx';

type Props = {
  list: ContainerList;
  /** The loaded containers of the list. */
  containers: readonly Container[];
  view: ContainersView;
  today: string;
  choices: TableChoices;
  onChange: (part: Partial<ContainersView>) => void;
};

/** The menus of the list, which are the same for cards and table, and its print. */
export function ListMenus({ list, containers, view, today, choices, onChange }: Props) {
  const found = list.data?.pages[0]?.found ?? 0;
  const columns = choices.layout === 'table' ? choices.columns : undefined;
  return (
    <>
      <ViewsMenu {...{ view, choices, onChange }} />
      <ExportMenu {...{ list, view, today, found, columns }} />
      <PrintedTable {...{ containers, found, view, today }} columns={[nameColumn, ...choices.columns]} />
    </>
  );
}
