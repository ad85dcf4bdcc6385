import { IconPlayerPause, IconPlayerPlay, IconRefresh, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { ownTexts, texts } from '#features/files/core/files.texts.ts';
import { rowAction } from '#web/widgets/row-action.ts';
import { isUnderWay } from '../sending/transfers.ts';
import type { Transfer, Transfers } from '../sending/transfers.ts';
import type { SelectedFile } from '../use-selected-files.ts';
import actions from '../../list/FileActions.module.css';

export type TransferHandlers = Pick<Transfers, 'pause' | 'resume' | 'cancel'> & {
  retry: (file: SelectedFile) => void;
  remove: (keys: readonly number[]) => void;
};

type Props = { selected: SelectedFile; transfer: Transfer; on: TransferHandlers };

/** Pause, resume and cancel for an active transfer; retry and remove for a failed or cancelled one. */
export function TransferControls({ selected, transfer, on }: Props) {
  const { key, name } = selected;
  if (!isUnderWay(transfer))
    return (
      <div className={actions.actions}>
        <Control label={ownTexts.retry(name)} icon={<IconRefresh {...look} />} onClick={() => on.retry(selected)} />
        <Control label={texts.remove(name)} icon={<IconX {...look} />} danger onClick={() => on.remove([key])} />
      </div>
    );
  const isPaused = transfer.state === 'paused';
  return (
    <div className={actions.actions}>
      <Control
        label={isPaused ? ownTexts.resume(name) : ownTexts.pause(name)}
        icon={isPaused ? <IconPlayerPlay {...look} /> : <IconPlayerPause {...look} />}
        onClick={() => (isPaused ? on.resume(key) : on.pause(key))}
      />
      <Control label={ownTexts.cancelOne(name)} icon={<IconX {...look} />} danger onClick={() => on.cancel(key)} />
    </div>
  );
}

const look = { size: 18, stroke: 1.7, 'aria-hidden': true } as const;

type ControlProps = { label: string; icon: ReactNode; danger?: boolean; onClick: () => void };

function Control({ label, icon, danger, onClick }: ControlProps) {
  return (
    <button {...rowAction(label)} type="button" data-danger={danger} onClick={onClick}>
      {icon}
    </button>
  );
}
