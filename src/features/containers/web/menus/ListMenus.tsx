import { IconBookmark, IconDownload } from '@tabler/icons-react';
import type { Container } from '#features/containers/core/containers.contract.ts';
import type { NameOf } from '#features/containers/list/container-filters.texts.ts';
import { nameColumn } from '#features/containers/list/container-table.rules.ts';
import type { ContainersView } from '#features/containers/list/containers-view.rules.ts';
import { exportTexts, viewTexts } from '#features/containers/list/exports-and-views.texts.ts';
import { lazyPart } from '#web/lazy-part.ts';
import { MenuOnDemand } from '#web/widgets/MenuOnDemand.tsx';
import type { ContainerList } from '../containers.data.ts';
import { PrintedTable } from '../table/PrintedTable.tsx';
import type { TableChoices } from './use-table-choices.ts';

const loadViews = () => import('./ViewsMenu.tsx');
const loadExports = () => import('./ExportMenu.tsx');
const ViewsMenu = lazyPart(() => loadViews().then((file) => file.ViewsMenu));
const ExportMenu = lazyPart(() => loadExports().then((file) => file.ExportMenu));

type Props = {
  list: ContainerList;
  /** The loaded containers of the list. */
  containers: readonly Container[];
  view: ContainersView;
  nameOf: NameOf;
  today: string;
  choices: TableChoices;
  onChange: (part: Partial<ContainersView>) => void;
};

/** The menus of the list, which are the same for cards and table, and its print. */
export function ListMenus({ list, containers, view, nameOf, today, choices, onChange }: Props) {
  const found = list.data?.pages[0]?.found ?? 0;
  const columns = choices.layout === 'table' ? choices.columns : undefined;
  return (
    <>
      <MenuOnDemand label={viewTexts.views} icon={IconBookmark} load={loadViews}>
        <ViewsMenu {...{ view, choices, onChange }} />
      </MenuOnDemand>
      <MenuOnDemand label={exportTexts.export} icon={IconDownload} load={loadExports}>
        <ExportMenu {...{ list, view, today, found, columns }} />
      </MenuOnDemand>
      <PrintedTable {...{ containers, found, view, nameOf, today }} columns={[nameColumn, ...choices.columns]} />
    </>
  );
}
