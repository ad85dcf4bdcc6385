import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { Suspense, useEffect, useState } from 'react';
import { fetchOnFirstInput } from '../fetch-early.ts';
import { lazyPart } from '../lazy-part.ts';
import { exportTexts } from './download-menu.texts.ts';
import type { TableLinks } from './DownloadMenuOpened.tsx';

const loadMenu = () => import('./DownloadMenuOpened.tsx');
const OpenedMenu = lazyPart(() => loadMenu().then((file) => file.DownloadMenuOpened));

type Props = { links: TableLinks; className?: string | undefined };

/** A button with a menu of formats in which a list is downloaded. The code of the menu is loaded at the first input. */
export function DownloadMenu({ links, className = '' }: Props) {
  const [isUsed, setIsUsed] = useState(false);
  useEffect(() => fetchOnFirstInput(loadMenu), []);
  const button = (
    <Button
      variant="default"
      className={className}
      leftSection={<IconDownload size={17} stroke={1.75} aria-hidden="true" />}
      aria-haspopup="menu"
      onClick={() => setIsUsed(true)}
    >
      {exportTexts.export}
    </Button>
  );
  if (!isUsed) return button;
  return (
    <Suspense fallback={button}>
      <OpenedMenu links={links} className={className} />
    </Suspense>
  );
}
