import { Button, Group } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { Link, useLocation } from 'react-router';
import { containersContract } from '#features/containers/core/containers.contract.ts';
import { ownTexts } from '#features/containers/core/containers.texts.ts';
import { pageTexts } from '#features/containers/core/detail-page.texts.ts';
import { trashDays } from '#shared/limits.ts';
import { useAction } from '#web/use-action.ts';
import { EmptyState } from '#web/widgets/EmptyState.tsx';
import { restoration } from '../containers.data.ts';

/** Replaces a container that is in the trash, for users who may restore it. */
export function DeletedContainer({ id }: { id: number }) {
  const { search } = useLocation();
  const restoring = useAction(containersContract.restore, restoration);
  return (
    <EmptyState
      icon={IconTrash}
      title={pageTexts.deleted}
      hint={pageTexts.deletedHint(trashDays)}
      action={
        <Group gap="sm" justify="center">
          <Button loading={restoring.busy} onClick={() => void restoring.run({ id })}>
            {ownTexts.restore}
          </Button>
          <Button component={Link} to={`/container-status${search}`} variant="default">
            {pageTexts.back}
          </Button>
        </Group>
      }
    />
  );
}
