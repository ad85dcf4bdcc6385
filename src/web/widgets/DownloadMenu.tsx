import { IconDownload } from '@tabler/icons-react';
import { lazyPart } from '../lazy-part.ts';
import { exportTexts } from './download-menu.texts.ts';
import type { TableLinks } from './DownloadMenuOpened.tsx';
import { MenuOnDemand } from './MenuOnDemand.tsx';

const loadMenu = () => import('./DownloadMenuOpened.tsx');
const OpenedMenu = lazyPart(() => loadMenu().then((file) => file.DownloadMenuOpened));

type Props = { links: TableLinks; className?: string | undefined };

/** A button with a menu of formats in which a list is downloaded. */
export function DownloadMenu({ links, className = '' }: Props) {
  return (
    <MenuOnDemand label={exportTexts.export} icon={IconDownload} load={loadMenu} className={className}>
      <OpenedMenu links={links} className={className} />
    </MenuOnDemand>
  );
}
