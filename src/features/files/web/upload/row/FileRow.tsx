import { Box, Progress, Text } from '@mantine/core';
import { IconPencil, IconX } from '@tabler/icons-react';
import { memo, useState } from 'react';
import type { ComponentProps } from 'react';
import { ownTexts, texts } from '#features/files/core/files.texts.ts';
import { containerUploadTexts } from '#features/files/upload/container-upload.texts.ts';
import { percent } from '#features/files/upload/upload.rules.ts';
import { formatSize } from '#shared/format.ts';
import { rowAction } from '#web/widgets/row-action.ts';
import type { Transfer } from '../sending/transfers.ts';
import type { SelectedFile } from '../use-selected-files.ts';
import { FilePicture } from './FilePicture.tsx';
import { FileTypeSelect } from './FileTypeSelect.tsx';
import { RenameField } from './RenameField.tsx';
import { TransferControls } from './TransferControls.tsx';
import type { TransferHandlers } from './TransferControls.tsx';
import { TransferState } from './TransferState.tsx';
import actions from '../../list/FileActions.module.css';
import styles from './FileRow.module.css';

type Props = Pick<ComponentProps<'li'>, 'aria-posinset' | 'aria-setsize'> & {
  selected: SelectedFile;
  types: ComponentProps<typeof FileTypeSelect>['types'];
  type: number | undefined;
  /** Why the type is proposed. */
  why: string | undefined;
  /** The user has tried to upload without a type. */
  isMissing?: boolean;
  busy: boolean;
  /** Sent bytes; undefined until the request of the file starts. */
  sent: number | undefined;
  /** The transfer of a large file. */
  transfer: Transfer | undefined;
  on: TransferHandlers;
  onChoose: (files: readonly SelectedFile[], type: number | undefined) => void;
  /** Without it, the file keeps its name. */
  onRename?: (key: number, typed: string) => void;
};

/** A selected file with its type, and buttons to rename and remove it. Memoised, because progress renders the list often. */
export const FileRow = memo(function FileRow(props: Props) {
  const { selected, types, type, why, isMissing = false, busy, sent, transfer, on, onChoose, onRename, ...li } = props;
  const [renaming, setRenaming] = useState<'no' | 'now' | 'done'>('no');
  const { key, name, file } = selected;
  const endRename = (typed?: string) => {
    if (typed !== undefined) onRename?.(key, typed);
    setRenaming('done');
  };
  const isLocked = busy || transfer !== undefined;

  return (
    <li className={styles.row} {...li}>
      <FilePicture file={file} name={name} />
      {renaming === 'now' && !isLocked ? (
        <RenameField name={name} onConfirm={endRename} onCancel={() => endRename()} />
      ) : (
        <>
          <Box flex="1 1 0" miw={0}>
            <Text fw={550} lh={1.35} truncate title={name}>
              <bdi data-cut>{name}</bdi>
            </Text>
            <State selected={selected} why={why} sent={sent} transfer={transfer} />
          </Box>
          {!transfer?.isResumed && (
            <FileTypeSelect
              className={styles.type ?? ''}
              size="sm"
              aria-label={containerUploadTexts.typeOf(name)}
              types={types}
              type={type}
              disabled={busy}
              error={isMissing && containerUploadTexts.typeMissing}
              onChoose={(chosen) => onChoose([selected], chosen)}
            />
          )}
          {transfer && <TransferControls selected={selected} transfer={transfer} on={on} />}
          {!isLocked && (
            <div className={actions.actions}>
              {onRename && (
                <button
                  {...rowAction(texts.rename(name))}
                  type="button"
                  // Focus returns to the rename button.
                  ref={renaming === 'done' ? focus : undefined}
                  onClick={() => setRenaming('now')}
                >
                  <IconPencil size={18} stroke={1.7} aria-hidden="true" />
                </button>
              )}
              <button
                {...rowAction(texts.remove(name))}
                type="button"
                data-danger="true"
                onClick={() => on.remove([key])}
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

/** The facts of a file, or the progress of its upload. */
function State({ selected, why, sent, transfer }: Pick<Props, 'selected' | 'why' | 'sent' | 'transfer'>) {
  const { name, originalName, size, folder } = selected;
  if (transfer) return <TransferState name={name} size={size} transfer={transfer} />;
  if (sent !== undefined)
    return <Progress value={percent(sent, size)} size="sm" mt={6} aria-label={ownTexts.progressOf(name)} />;
  return (
    <Text fz="xs" c="dimmed" lh={1.35} truncate>
      {formatSize(size)}
      {folder && (
        <span title={folder}>
          {' · '}
          <bdi>{folder}</bdi>
        </span>
      )}
      {name !== originalName && <span title={originalName}>{ownTexts.wasNamed(originalName)}</span>}
      {why && (
        <>
          {' · '}
          <span>{why}</span>
        </>
      )}
    </Text>
  );
}
