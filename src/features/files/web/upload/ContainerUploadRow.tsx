import { NativeSelect, Progress } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { ownTexts, texts as fileTexts } from '#features/files/core/files.texts.ts';
import { containerUploadTexts as texts } from '#features/files/upload/container-upload.texts.ts';
import type { TypeProposal } from '#features/files/upload/type-proposals.rules.ts';
import { percent } from '#features/files/upload/upload.rules.ts';
import { formatSize } from '#shared/format.ts';
import { FileIcon } from '#web/widgets/FileIcon.tsx';
import { rowAction } from '#web/widgets/row-action.ts';
import { TransferControls } from './TransferControls.tsx';
import type { TransferHandlers } from './TransferControls.tsx';
import type { Transfer } from './transfers.ts';
import { TransferState } from './TransferState.tsx';
import type { SelectedFile } from './use-selected-files.ts';
import styles from './ContainerUpload.module.css';

type Props = {
  selected: SelectedFile;
  types: readonly { id: number; name: string }[];
  type: number | undefined;
  proposal: TypeProposal | undefined;
  /** The user has tried to upload without a type. */
  isMissing: boolean;
  busy: boolean;
  /** Sent bytes; undefined until the request of the file starts. */
  sent: number | undefined;
  transfer: Transfer | undefined;
  on: TransferHandlers;
  onChoose: (type: number | undefined) => void;
};

/** A file to upload with its type, and the reason for a proposed type. */
export function ContainerUploadRow(props: Props) {
  const { selected, types, type, proposal, isMissing, busy, sent, transfer, on, onChoose } = props;
  const { key, name, size } = selected;
  const isProposed = type !== undefined && proposal?.file_type_id === type;
  return (
    <li className={styles.row}>
      <FileIcon name={name} />
      <div className={styles.text}>
        <span className={styles.name} title={name}>
          <bdi>{name}</bdi>
        </span>
        {transfer ? (
          <TransferState name={name} size={size} transfer={transfer} />
        ) : sent === undefined ? (
          <span className={styles.size}>{formatSize(size)}</span>
        ) : (
          <Progress value={percent(sent, size)} size="sm" mt={6} aria-label={ownTexts.progressOf(name)} />
        )}
      </div>
      <NativeSelect
        className={styles.type}
        aria-label={texts.typeOf(name)}
        value={type === undefined ? '' : String(type)}
        disabled={busy}
        error={isMissing && texts.typeMissing}
        description={isProposed ? texts.similar(proposal.matching, proposal.similar) : undefined}
        onChange={(event) => onChoose(event.currentTarget.value === '' ? undefined : Number(event.currentTarget.value))}
        data={[
          { value: '', label: texts.chooseType },
          ...types.map((one) => ({ value: String(one.id), label: one.name })),
        ]}
        {...(type === undefined && { 'data-untyped': true })}
      />
      {transfer ? (
        <TransferControls selected={selected} transfer={transfer} on={on} />
      ) : (
        !busy && (
          <button
            {...rowAction(fileTexts.remove(name))}
            type="button"
            data-danger="true"
            onClick={() => on.remove([key])}
          >
            <IconX size={18} stroke={1.7} aria-hidden="true" />
          </button>
        )
      )}
    </li>
  );
}
