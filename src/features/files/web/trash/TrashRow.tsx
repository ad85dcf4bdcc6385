import { Box, Group, Text, VisuallyHidden } from '@mantine/core';
import { IconArrowBackUp, IconTrashX } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { ownTexts } from '#features/files/core/files.texts.ts';
import { nameLabel } from '#features/files/list/files-view.rules.ts';
import { trashContract } from '#features/files/trash/trash.contract.ts';
import type { TrashedFile } from '#features/files/trash/trash.contract.ts';
import { isRunningOut } from '#features/files/trash/trash.rules.ts';
import { trashTexts as texts } from '#features/files/trash/trash.texts.ts';
import { formatDateTime, formatSize } from '#shared/format.ts';
import { filesKey } from '#web/query-keys.ts';
import { useAction } from '#web/use-action.ts';
import { FileIcon } from '#web/widgets/FileIcon.tsx';
import { IconButton } from '#web/widgets/IconButton.tsx';
import { Row } from '#web/widgets/Row.tsx';
import { StateBadge } from '#web/widgets/StateBadge.tsx';
import { isInTrash, trashQuery } from '../trash.data.ts';
import styles from './TrashRow.module.css';

type Props = { file: TrashedFile; onDelete: (file: TrashedFile) => void; onGone: () => void };

/** A deleted file: its name, the user who deleted it, the time, and the days left to restore it. */
export function TrashRow({ file, onDelete, onGone }: Props) {
  const client = useQueryClient();
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
    <Row className={styles.row ?? ''} data-row-id={file.id}>
      <FileIcon name={name} />
      <Box miw={0}>
        <Text component="bdi" fw={550} lineClamp={2} title={name} className={styles.name ?? ''}>
          {name}
        </Text>
        <Text fz="sm" c="dimmed">
          <VisuallyHidden>{texts.team} </VisuallyHidden>
          <bdi>{file.team_name}</bdi>
          <VisuallyHidden> {texts.size} </VisuallyHidden>
          <span className={styles.size}>{formatSize(file.size)}</span>
        </Text>
      </Box>
      <Text className={styles.deletion ?? ''} fz="sm" c="dimmed">
        <Text component="span" inherit display="block" c="var(--ink)">
          {texts.deletedBy(file.trashed_by?.name ?? texts.unknownUser)}
        </Text>
        <time dateTime={file.trashed_at}>{formatDateTime(file.trashed_at)}</time>
      </Text>
      <div className={styles.left}>
        <StateBadge tone={isRunningOut(file) ? 'accent' : 'neutral'}>{texts.daysLeft(file.days_left)}</StateBadge>
      </div>
      <Group className={styles.actions ?? ''} gap="xs">
        <IconButton
          icon={IconArrowBackUp}
          size="compact-md"
          variant="default"
          aria-label={ownTexts.actionOn(texts.restore, name)}
          loading={restoring.busy}
          onClick={() => void restore()}
        >
          {texts.restore}
        </IconButton>
        <IconButton
          icon={IconTrashX}
          size="compact-md"
          variant="subtle"
          color="gray"
          className={styles.forGood ?? ''}
          aria-label={ownTexts.actionOn(texts.deleteForGood, name)}
          onClick={() => onDelete(file)}
        >
          {texts.deleteForGood}
        </IconButton>
      </Group>
    </Row>
  );
}
