import { IconPlayerPause, IconPlayerPlay, IconRefresh, IconX } from '@tabler/icons-react';
import { ownTexts, texts } from '#features/files/core/files.texts.ts';
import type { Icon } from '#web/widgets/EmptyState.tsx';
import { RowTool } from '#web/widgets/RowTool.tsx';
import { isUnderWay } from '../sending/transfers.ts';
import type { Transfer, Transfers } from '../sending/transfers.ts';
import type { SelectedFile } from '../upload/use-selected-files.ts';
import actions from '../list/FileActions.module.css';

export type TransferHandlers = Pick<Transfers, 'pause' | 'resume' | 'cancel'> & {
  retry: (file: SelectedFile) => void;
  remove: (keys: readonly number[]) => void;
};

type Props = { selected: SelectedFile; transfer: Transfer; on: TransferHandlers };
type Control = [label: string, Icon, onClick: () => void];

/** Pause, resume and cancel for an active transfer; retry and remove for a failed or cancelled one. */
export function TransferControls({ selected, transfer, on }: Props) {
  const { key, name } = selected;
  const first: Control = !isUnderWay(transfer)
    ? [ownTexts.retry(name), IconRefresh, () => on.retry(selected)]
    : transfer.state === 'paused'
      ? [ownTexts.resume(name), IconPlayerPlay, () => on.resume(key)]
      : [ownTexts.pause(name), IconPlayerPause, () => on.pause(key)];
  const last: Control = isUnderWay(transfer)
    ? [ownTexts.cancelOne(name), IconX, () => on.cancel(key)]
    : [texts.remove(name), IconX, () => on.remove([key])];
  return (
    <div className={actions.actions}>
      {[first, last].map(([label, icon, onClick]) => (
        <RowTool key={label} icon={icon} label={label} isDangerous={icon === IconX} onClick={onClick} />
      ))}
    </div>
  );
}
