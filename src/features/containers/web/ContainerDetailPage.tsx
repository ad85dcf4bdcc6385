import { Button } from '@mantine/core';
import { IconZoomExclamation } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useParams } from 'react-router';
import { pageTexts } from '#features/containers/container-page.texts.ts';
import { BackLink } from '#web/widgets/BackLink.tsx';
import { Card } from '#web/widgets/Card.tsx';
import { EmptyState } from '#web/widgets/EmptyState.tsx';
import { LoadFailed } from '#web/widgets/LoadFailed.tsx';
import { LoadingScreen } from '#web/widgets/Loading.tsx';
import { PageHeader } from '#web/widgets/PageHeader.tsx';
import { containerQuery, isMissing } from './containers.data.ts';
import { ContainerView } from './ContainerView.tsx';

/** `/container-status/:id`: one container with all that belongs to it. See docs/choices.md#the-page-of-a-container. */
export function ContainerDetailPage() {
  const { id = '' } = useParams();
  return /^[1-9][0-9]{0,9}$/.test(id) ? <Loaded key={id} id={Number(id)} /> : <Gone />;
}

function Loaded({ id }: { id: number }) {
  const container = useQuery(containerQuery(id));
  const { data, error } = container;
  if (error && isMissing(error)) return <Gone />;
  if (data) return <ContainerView container={data} />;
  if (!error) return <LoadingScreen />;
  return (
    <>
      <PageHeader title={pageTexts.title} actions={<BackLink to="/container-status">{pageTexts.back}</BackLink>} />
      <Card>
        <LoadFailed query={container} title={pageTexts.loadFailed} />
      </Card>
    </>
  );
}

function Gone() {
  const { search } = useLocation();
  return (
    <>
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
    </>
  );
}
