import { Button, VisuallyHidden } from '@mantine/core';
import { IconArrowBackUp, IconTrashX } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { nameLabel } from '#features/files/list/files-view.rules.ts';
import { trashContract } from '#features/files/trash/trash.contract.ts';
import type { TrashedFile } from '#features/files/trash/trash.contract.ts';
import { isRunningOut } from '#features/files/trash/trash.rules.ts';
import { trashTexts as texts } from '#features/files/trash/trash.texts.ts';
import { formatDateTime, formatSize } from '#shared/format.ts';
import { filesKey } from '#web/query-keys.ts';
import { useAction } from '#web/use-action.ts';
import { FileIcon } from '#web/widgets/FileIcon.tsx';
import { isInTrash, trashQuery } from '../trash.data.ts';
import styles from './TrashList.module.css';

type Props = { file: TrashedFile; onDelete: (file: TrashedFile) => void; onGone: () => void };

/** A deleted file: its name, the user who deleted it, the time, and the days left to restore it. */
export function TrashRow({ file, onDelete, onGone }: Props) {
  const client = useQueryClient();
  const nameId = useId();
  const name = nameLabel(file);
  const restoring = useAction(trashContract.restore, {
    done: texts.restored(name),
    failed: texts.restoreFailed,
    refresh: [filesKey],
  });

  const restore = async () => {
    const restored = await restoring.run({ id: file.id });
    // Another user may have restored or deleted the file.
    if (!restored) await client.invalidateQueries({ queryKey: trashQuery.queryKey });
    if (!isInTrash(client, file.id)) onGone();
  };

  return (
    <li className={styles.row} data-row-id={file.id}>
      <FileIcon name={name} />
      <div className={styles.file}>
        <p className={styles.name} id={nameId} title={name}>
          <bdi data-cut>{name}</bdi>
        </p>
        <p className={styles.facts}>
          <VisuallyHidden>{texts.team} </VisuallyHidden>
          <bdi>{file.team_name}</bdi>
          <VisuallyHidden>{texts.size} </VisuallyHidden>
          <span className={styles.next}>{formatSize(file.size)}</span>
        </p>
      </div>
      <p className={styles.deletion}>
        <span className={styles.remover}>{texts.deletedBy(file.trashed_by?.name ?? texts.unknownUser)}</span>
        <time dateTime={file.trashed_at}>{formatDateTime(file.trashed_at)}</time>
      </p>
      <DaysLeft file={file} />
      <div className={styles.actions}>
        <Button
          size="compact-md"
          variant="default"
          leftSection={<IconArrowBackUp size={16} stroke={1.8} aria-hidden="true" />}
          aria-describedby={nameId}
          loading={restoring.busy}
          onClick={() => void restore()}
        >
          {texts.restore}
        </Button>
        <Button
          size="compact-md"
          variant="subtle"
          className={styles.forGood ?? ''}
          leftSection={<IconTrashX size={16} stroke={1.8} aria-hidden="true" />}
          aria-describedby={nameId}
          onClick={() => onDelete(file)}
        >
          {texts.deleteForGood}
        </Button>
      </div>
    </li>
  );
}

function DaysLeft({ file }: { file: TrashedFile }) {
  return (
    <span className={styles.left} data-urgent={isRunningOut(file)}>
      {texts.daysLeft(file.days_left)}
    </span>
  );
}
