import { Button, Group } from '@mantine/core';
import { IconTrash, IconZoomExclamation } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useParams } from 'react-router';
import { containersContract } from '#features/containers/core/containers.contract.ts';
import { ownTexts } from '#features/containers/core/containers.texts.ts';
import { pageTexts } from '#features/containers/core/detail-page.texts.ts';
import { trashDays } from '#shared/limits.ts';
import { useAction } from '#web/use-action.ts';
import { Card } from '#web/widgets/Card.tsx';
import { EmptyState } from '#web/widgets/EmptyState.tsx';
import { LoadFailed } from '#web/widgets/LoadFailed.tsx';
import { LoadingScreen } from '#web/widgets/Loading.tsx';
import { PageHeader } from '#web/widgets/PageHeader.tsx';
import type { ContainersSlots } from '../containers-page.context.ts';
import { containerQuery, isDeleted, isMissing, restoration } from '../containers.data.ts';
import { ContainerView } from './ContainerView.tsx';
import styles from './ContainerView.module.css';

/** `/container-status/:id`: one container with all that belongs to it. See docs/choices.md#the-page-of-a-container. */
export function ContainerDetailPage({ slots }: { slots: ContainersSlots }) {
  const { id = '' } = useParams();
  return /^[1-9][0-9]{0,9}$/.test(id) ? <Loaded key={id} id={Number(id)} slots={slots} /> : <Gone />;
}

function Loaded({ id, slots }: { id: number; slots: ContainersSlots }) {
  const container = useQuery(containerQuery(id));
  const { data, error } = container;
  const isInTrash = isDeleted(error);
  if (isMissing(error) && !isInTrash) return <Gone />;
  if (data && !isInTrash) return <ContainerView container={data} slots={slots} />;
  if (!error) return <LoadingScreen />;
  return (
    <div className={styles.page}>
      <PageHeader title={pageTexts.title} back={{ to: '/container-status', label: pageTexts.back }} />
      <Card>
        {isInTrash ? <DeletedContainer id={id} /> : <LoadFailed query={container} title={pageTexts.loadFailed} />}
      </Card>
    </div>
  );
}

function Gone() {
  const { search } = useLocation();
  return (
    <div className={styles.page}>
      <PageHeader title={pageTexts.title} />
      <Card>
        <EmptyState
          icon={IconZoomExclamation}
          title={pageTexts.gone}
          hint={pageTexts.goneHint}
          action={
            <Button component={Link} to={`/container-status${search}`} variant="default">
              {pageTexts.back}
            </Button>
          }
        />
      </Card>
    </div>
  );
}

/** Replaces a container that is in the trash, for users who may restore it. */
function DeletedContainer({ id }: { id: number }) {
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
