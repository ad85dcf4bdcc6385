import { Box, Button, Stack, Text } from '@mantine/core';
import { IconArrowBackUp, IconTrash } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { containersContract } from '#features/containers/core/containers.contract.ts';
import type { TrashedContainer } from '#features/containers/core/containers.contract.ts';
import { ownTexts } from '#features/containers/core/containers.texts.ts';
import { formatDateTime } from '#shared/format.ts';
import { trashDays } from '#shared/limits.ts';
import { useAction } from '#web/use-action.ts';
import { SideDialog } from '#web/widgets/Dialog.tsx';
import { EmptyState } from '#web/widgets/EmptyState.tsx';
import { LoadFailed } from '#web/widgets/LoadFailed.tsx';
import { LoadingRows } from '#web/widgets/Loading.tsx';
import { MoreRows } from '#web/widgets/MoreRows.tsx';
import { Note } from '#web/widgets/Note.tsx';
import { Row } from '#web/widgets/Row.tsx';
import { restoration, trashQuery } from '../containers.data.ts';

/** Deleted containers, which can be restored. For roles 1 and 2. */
export function TrashDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <SideDialog opened={open} onClose={onClose} title={ownTexts.trashTitle} size={520}>
      <Trash />
    </SideDialog>
  );
}

function Trash() {
  const trash = useInfiniteQuery(trashQuery);
  const containers = trash.data?.pages.flatMap((page) => page.containers);
  if (!containers && trash.isError) {
    return <LoadFailed query={trash} title={ownTexts.trashFailed} />;
  }
  if (!containers) return <LoadingRows rows={4} height={76} />;
  if (containers.length === 0) {
    return <EmptyState icon={IconTrash} title={ownTexts.trashEmpty} hint={ownTexts.trashEmptyHint} />;
  }
  return (
    <>
      <Note mb="sm">{ownTexts.trashHint(trashDays)}</Note>
      <Stack component="ul" gap={0} m={0} p={0}>
        {containers.map((container) => (
          <Trashed key={container.id} container={container} />
        ))}
      </Stack>
      <MoreRows list={trash} more={ownTexts.loadMore} failed={ownTexts.moreFailed} />
    </>
  );
}

function Trashed({ container }: { container: TrashedContainer }) {
  const { id, name, container_no, deleted_by, deleted_at, days_left } = container;
  const nameId = useId();
  const restoring = useAction(containersContract.restore, restoration);
  return (
    <Row>
      <Box flex={1} miw={0} style={{ overflowWrap: 'anywhere' }}>
        <Text component="bdi" display="block" fw={550} id={nameId}>
          {name}
        </Text>
        <Text component="bdi" display="block" fz="sm" c="dimmed">
          {container_no}
        </Text>
        <Note fz="xs">{ownTexts.deletedBy(deleted_by, formatDateTime(deleted_at))}</Note>
        <Note fz="xs">{ownTexts.daysLeft(days_left)}</Note>
      </Box>
      <Button
        variant="light"
        leftSection={<IconArrowBackUp size={17} stroke={1.75} aria-hidden="true" />}
        aria-describedby={nameId}
        loading={restoring.busy}
        onClick={() => void restoring.run({ id })}
      >
        {ownTexts.restore}
      </Button>
    </Row>
  );
}
