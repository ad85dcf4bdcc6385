import { Menu } from '@mantine/core';
import { IconDownload, IconFileSpreadsheet, IconFileTypeCsv } from '@tabler/icons-react';
import { exportTexts } from './download-menu.texts.ts';
import { OpenedMenu } from './OpenedMenu.tsx';

type Props = { links: { csv: string; xlsx: string }; className: string };

export function DownloadMenuOpened({ links, className }: Props) {
  return (
    <OpenedMenu label={exportTexts.export} icon={IconDownload} className={className} position="bottom-end" width={190}>
      <Menu.Dropdown>
        <Menu.Item component="a" href={links.csv} download leftSection={<IconFileTypeCsv {...icon} />}>
          {exportTexts.csv}
        </Menu.Item>
        <Menu.Item component="a" href={links.xlsx} download leftSection={<IconFileSpreadsheet {...icon} />}>
          {exportTexts.xlsx}
        </Menu.Item>
      </Menu.Dropdown>
    </OpenedMenu>
  );
}

const icon = { size: 17, stroke: 1.7, 'aria-hidden': true } as const;
