import { Menu } from '@mantine/core';
import { IconDownload, IconFileSpreadsheet, IconFileTypeCsv, IconPrinter } from '@tabler/icons-react';
import { nameColumn } from '#features/containers/list/container-table.rules.ts';
import type { TableColumn } from '#features/containers/list/container-table.rules.ts';
import type { ContainersView } from '#features/containers/list/containers-view.rules.ts';
import { exportTexts } from '#features/containers/list/exports-and-views.texts.ts';
import { OpenedMenu } from '#web/widgets/OpenedMenu.tsx';
import type { ContainerList } from '../containers.data.ts';
import { delayLogLinks, exportLink } from './container-lists.data.ts';

type Props = {
  list: ContainerList;
  view: ContainersView;
  today: string;
  found: number;
  /** The columns of the table. Undefined: the export has all columns. */
  columns: readonly TableColumn[] | undefined;
};

/** About fifty pages of paper. The print shows the number of containers that it leaves out. */
const maxPrinted = 2000;

/** The exports of the filtered containers and of the delay logs, and the print. Open from the start, see `MenuOnDemand`. */
export function ExportMenu({ list, view, today, found, columns }: Props) {
  const ids = columns && ['id', nameColumn.id, ...columns.map(({ id }) => id)];
  const link = (format: 'csv' | 'xlsx') => exportLink(format, view, today, ids && [...new Set(ids)]);
  const print = async () => {
    let { data, hasNextPage } = list;
    let isFailed = false;
    // Without this, a page that fails would be requested again and again.
    while (hasNextPage && !isFailed && (data?.pages.flatMap((page) => page.containers).length ?? 0) < maxPrinted)
      ({ data, hasNextPage, isFetchNextPageError: isFailed } = await list.fetchNextPage());
    // Prints after the menu has closed and the last page is rendered.
    setTimeout(() => window.print());
  };
  return (
    <OpenedMenu label={exportTexts.export} icon={IconDownload} position="bottom-end" width={230}>
      <Menu.Dropdown>
        <Menu.Label>{exportTexts.shown(found)}</Menu.Label>
        <Menu.Item component="a" href={link('csv')} download leftSection={<IconFileTypeCsv {...icon} />}>
          {exportTexts.csv}
        </Menu.Item>
        <Menu.Item component="a" href={link('xlsx')} download leftSection={<IconFileSpreadsheet {...icon} />}>
          {exportTexts.xlsx}
        </Menu.Item>
        <Menu.Item leftSection={<IconPrinter {...icon} />} onClick={() => void print()}>
          {exportTexts.print}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>{exportTexts.delays}</Menu.Label>
        <Menu.Item component="a" href={delayLogLinks.csv} download leftSection={<IconFileTypeCsv {...icon} />}>
          {exportTexts.delaysCsv}
        </Menu.Item>
        <Menu.Item component="a" href={delayLogLinks.xlsx} download leftSection={<IconFileSpreadsheet {...icon} />}>
          {exportTexts.delaysXlsx}
        </Menu.Item>
      </Menu.Dropdown>
    </OpenedMenu>
  );
}

const icon = { size: 17, stroke: 1.7, 'aria-hidden': true } as const;
