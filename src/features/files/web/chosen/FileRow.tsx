import { Box, Progress, Text, Group } from '@mantine/core';
import { IconPencil, IconX } from '@tabler/icons-react';
import { memo, useState, useCallback } from 'react';
import type { ComponentProps } from 'react';
import { ownTexts, texts } from '#features/files/core/files.texts.ts';
import { containerUploadTexts } from '#features/files/upload/container-upload.texts.ts';
import { percent } from '#features/files/upload/upload.rules.ts';
import { formatSize } from '#shared/format.ts';
import { FileIcon } from '#web/widgets/FileIcon.tsx';
import { RowTool } from '#web/widgets/RowTool.tsx';
import type { Transfer } from '../sending/transfers.ts';
import type { SelectedFile } from '../upload/use-selected-files.ts';
import { FileTypeSelect } from './FileTypeSelect.tsx';
import { RenameField } from './RenameField.tsx';
import { TransferControls } from './TransferControls.tsx';
import type { TransferHandlers } from './TransferControls.tsx';
import actions from '../list/FileActions.module.css';
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
                <RowTool
                  icon={IconPencil}
                  label={texts.rename(name)}
                  // Focus returns to the rename button.
                  ref={renaming === 'done' ? focus : undefined}
                  onClick={() => setRenaming('now')}
                />
              )}
              <RowTool icon={IconX} label={texts.remove(name)} isDangerous onClick={() => on.remove([key])} />
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

/** The small picture of a selected photo, or the icon of another file. */
function FilePicture({ file, name }: { file: globalThis.File; name: string }) {
  const [isBroken, setIsBroken] = useState(false);
  const show = useCallback(
    (image: HTMLImageElement) => {
      image.src = URL.createObjectURL(file);
      return () => URL.revokeObjectURL(image.src);
    },
    [file],
  );
  if (isBroken || !shownTypes.includes(file.type)) return <FileIcon name={name} />;
  return (
    <Box
      component="img"
      ref={show}
      alt=""
      w={40}
      h={40}
      m={-3}
      style={{ flex: 'none', objectFit: 'cover', borderRadius: 'var(--mantine-radius-sm)' }}
      decoding="async"
      onError={() => setIsBroken(true)}
    />
  );
}

const shownTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'];

type TransferStateProps = { name: string; size: number; transfer: Transfer };

const words = {
  queued: ownTexts.queued,
  waiting: ownTexts.offline,
  paused: ownTexts.paused,
  failed: ownTexts.failedAlone,
  cancelled: ownTexts.notSent,
} as const;

const colors = { waiting: 'yellow', paused: 'gray', queued: 'gray' } as const;

const line = { fz: 'xs', lh: 1.35, truncate: true } as const;

/** The progress of a large file, and the reason if it is not being sent. */
function TransferState({ name, size, transfer }: TransferStateProps) {
  const { state, sent, reason } = transfer;
  if (state === 'failed' || state === 'cancelled')
    return (
      <Text {...line} c={state === 'failed' ? 'var(--danger-text)' : 'dimmed'} title={reason}>
        {reason ?? words[state]}
      </Text>
    );
  const done = percent(sent, size);
  return (
    <Group gap="xs" wrap="nowrap">
      <Progress
        flex="1 1 40px"
        value={done}
        size="sm"
        aria-label={ownTexts.progressOf(name)}
        {...(state !== 'sending' && { color: colors[state] })}
      />
      <Text {...line} c="dimmed">
        {state === 'sending' ? moving(done) : ownTexts.percentAnd(done, words[state])}
      </Text>
    </Group>
  );
}

/** The server joins the pieces after the last byte. */
const moving = (done: number) => (done === 100 ? ownTexts.finishing : ownTexts.percent(done));
