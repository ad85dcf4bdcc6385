import { IconDownload } from '@tabler/icons-react';
import type { Endpoint } from '#shared/endpoint.ts';
import { lazyPart } from '../lazy-part.ts';
import { fillRequest } from '../request.ts';
import { exportTexts } from './download-menu.texts.ts';
import { MenuOnDemand } from './MenuOnDemand.tsx';

const loadMenu = () => import('./DownloadMenuOpened.tsx');
const OpenedMenu = lazyPart(() => loadMenu().then((file) => file.DownloadMenuOpened));

type Props = {
  /** The calls for the same table in two formats. */
  contract: Record<'csv' | 'xlsx', Endpoint>;
  filters: object;
  className?: string | undefined;
};

/** A button with a menu of formats in which a list is downloaded. */
export function DownloadMenu({ contract, filters, className = '' }: Props) {
  const linkTo = (format: 'csv' | 'xlsx') => fillRequest(contract[format], { ...filters }).url;
  return (
    <MenuOnDemand label={exportTexts.export} icon={IconDownload} load={loadMenu} className={className}>
      <OpenedMenu links={{ csv: linkTo('csv'), xlsx: linkTo('xlsx') }} className={className} />
    </MenuOnDemand>
  );
}
