import { Button } from '@mantine/core';
import type { ButtonProps } from '@mantine/core';
import { IconBookmark, IconColumns3, IconDownload } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { tableTexts } from '#features/containers/list/container-table.texts.ts';
import { exportTexts, viewTexts } from '#features/containers/list/exports-and-views.texts.ts';

export type MenuName = 'views' | 'columns' | 'export';

const looks = {
  views: { icon: IconBookmark, text: viewTexts.views },
  columns: { icon: IconColumns3, text: tableTexts.columns },
  export: { icon: IconDownload, text: exportTexts.export },
};

type Props = { menu: MenuName } & ButtonProps & Omit<ComponentProps<'button'>, keyof ButtonProps>;

/** The button of a menu. It looks the same before the code of the menu is loaded. */
export function MenuButton({ menu, ...props }: Props) {
  const { icon: Icon, text } = looks[menu];
  return (
    <Button variant="default" leftSection={<Icon size={17} stroke={1.75} aria-hidden="true" />} {...props}>
      {text}
    </Button>
  );
}
