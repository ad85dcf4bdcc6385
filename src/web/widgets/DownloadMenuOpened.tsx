import { Button, Menu } from '@mantine/core';
import { IconDownload, IconFileSpreadsheet, IconFileTypeCsv } from '@tabler/icons-react';
import { exportTexts } from './download-menu.texts.ts';

/** The addresses of the same table in two formats. */
export type TableLinks = { csv: string; xlsx: string };

export function DownloadMenuOpened({ links, className }: { links: TableLinks; className: string }) {
  return (
    // Mantine's focus placeholder is an invalid child of a menu.
    <Menu defaultOpened position="bottom-end" width={190} shadow="md" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button
          variant="default"
          // Takes the place of the pressed button. The focus returns to it when the menu closes.
          autoFocus
          className={className}
          leftSection={<IconDownload size={17} stroke={1.75} aria-hidden="true" />}
        >
          {exportTexts.export}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component="a" href={links.csv} download leftSection={<IconFileTypeCsv {...icon} />}>
          {exportTexts.csv}
        </Menu.Item>
        <Menu.Item component="a" href={links.xlsx} download leftSection={<IconFileSpreadsheet {...icon} />}>
          {exportTexts.xlsx}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

const icon = { size: 17, stroke: 1.7, 'aria-hidden': true } as const;
