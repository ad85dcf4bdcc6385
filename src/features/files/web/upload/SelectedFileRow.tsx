import { Progress } from '@mantine/core';
import { IconPencil, IconX } from '@tabler/icons-react';
import { memo, useState } from 'react';
import { ownTexts, texts } from '#features/files/core/files.texts.ts';
import { percent } from '#features/files/upload/upload.rules.ts';
import { formatSize } from '#shared/format.ts';
import { FileIcon } from '#web/widgets/FileIcon.tsx';
import { rowAction } from '#web/widgets/row-action.ts';
import { RenameField } from './RenameField.tsx';
import { TransferControls } from './TransferControls.tsx';
import type { TransferHandlers } from './TransferControls.tsx';
import type { Transfer } from './transfers.ts';
import { TransferState } from './TransferState.tsx';
import type { SelectedFile } from './use-selected-files.ts';
import actions from '../list/FileActions.module.css';
import styles from './SelectedFileRow.module.css';

type Props = {
  selected: SelectedFile;
  position: number;
  count: number;
  busy: boolean;
  /** Sent bytes; undefined until the request of the file starts. */
  sent: number | undefined;
  /** The transfer of a large file. */
  transfer: Transfer | undefined;
  on: TransferHandlers;
  onRename: (key: number, typed: string) => void;
};

/** A selected file, with buttons to rename and remove it. Memoised, because progress renders the list often. */
export const SelectedFileRow = memo(function SelectedFileRow(props: Props) {
  const { selected, position, count, busy, sent, transfer, on, onRename } = props;
  const [renaming, setRenaming] = useState<'no' | 'now' | 'done'>('no');
  const { name, originalName, size, folder } = selected;
  const endRename = (typed?: string) => {
    if (typed !== undefined) onRename(selected.key, typed);
    setRenaming('done');
  };

  return (
    <li className={styles.row} aria-posinset={position} aria-setsize={count}>
      <FileIcon name={name} />
      {renaming === 'now' && !busy && !transfer ? (
        <RenameField name={name} onConfirm={endRename} onCancel={() => endRename()} />
      ) : (
        <>
          <div className={styles.text}>
            <span className={styles.name} title={name}>
              <bdi data-cut>{name}</bdi>
            </span>
            {transfer ? (
              <TransferState name={name} size={size} transfer={transfer} />
            ) : sent === undefined ? (
              <span className={styles.size}>
                {formatSize(size)}
                {folder && (
                  <span title={folder}>
                    {' · '}
                    <bdi>{folder}</bdi>
                  </span>
                )}
                {name !== originalName && <span title={originalName}>{ownTexts.wasNamed(originalName)}</span>}
              </span>
            ) : (
              <Progress value={percent(sent, size)} size="sm" mt={6} aria-label={ownTexts.progressOf(name)} />
            )}
          </div>
          {transfer && <TransferControls selected={selected} transfer={transfer} on={on} />}
          {!busy && !transfer && (
            <div className={actions.actions}>
              <button
                {...rowAction(texts.rename(name))}
                type="button"
                // Focus returns to the rename button.
                ref={renaming === 'done' ? focus : undefined}
                onClick={() => setRenaming('now')}
              >
                <IconPencil size={18} stroke={1.7} aria-hidden="true" />
              </button>
              <button
                {...rowAction(texts.remove(name))}
                type="button"
                data-danger="true"
                onClick={() => on.remove([selected.key])}
              >
                <IconX size={18} stroke={1.7} aria-hidden="true" />
              </button>
            </div>
          )}
        </>
      )}
    </li>
  );
});

const focus = (button: HTMLElement | null) => button?.focus();
