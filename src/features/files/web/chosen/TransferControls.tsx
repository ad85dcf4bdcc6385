import { IconPlayerPause, IconPlayerPlay, IconRefresh, IconX } from '@tabler/icons-react';
import { ownTexts, texts } from '#features/files/core/files.texts.ts';
import type { Icon } from '#web/widgets/EmptyState.tsx';
import { rowAction } from '#web/widgets/row-action.ts';
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
      {[first, last].map(([label, ShownIcon, onClick]) => (
        <button
          key={label}
          {...rowAction(label)}
          type="button"
          data-danger={ShownIcon === IconX || undefined}
          onClick={onClick}
        >
          <ShownIcon size={18} stroke={1.7} aria-hidden="true" />
        </button>
      ))}
    </div>
  );
}
