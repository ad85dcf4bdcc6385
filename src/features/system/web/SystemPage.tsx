import { SimpleGrid, Stack } from '@mantine/core';
import { IconApi } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { texts } from '#features/system/system.texts.ts';
import { Card } from '#web/widgets/Card.tsx';
import { IconButton } from '#web/widgets/IconButton.tsx';
import { LoadFailed } from '#web/widgets/LoadFailed.tsx';
import { Loading, LoadingBox } from '#web/widgets/Loading.tsx';
import { PageHeader } from '#web/widgets/PageHeader.tsx';
import { PartBoundary } from '#web/widgets/PartBoundary.tsx';
import { systemQuery } from './system.data.ts';
import { SystemJobs } from './SystemJobs.tsx';
import { SystemParts } from './SystemParts.tsx';
import { SystemWarnings } from './SystemWarnings.tsx';

/** The state of the system for administrators: the warnings first, then one card for each part. Our choice. */
export function SystemPage() {
  const system = useQuery(systemQuery);
  return (
    <>
      <PageHeader
        title={texts.title}
        subtitle={texts.subtitle}
        actions={
          <IconButton icon={IconApi} link={{ href: '/api/docs' }} variant="default">
            {texts.calls}
          </IconButton>
        }
      />
      {system.data ? (
        <>
          <PartBoundary>
            <SystemWarnings system={system.data} isOutdated={system.isError} />
          </PartBoundary>
          <PartBoundary>
            <SystemParts system={system.data} now={new Date(system.dataUpdatedAt)} />
          </PartBoundary>
          <PartBoundary>
            <SystemJobs jobs={system.data.jobs} now={new Date(system.dataUpdatedAt)} />
          </PartBoundary>
        </>
      ) : system.isPending ? (
        <SystemLoading />
      ) : (
        <Card as="section">
          <LoadFailed query={system} title={texts.loadFailed} />
        </Card>
      )}
    </>
  );
}

function SystemLoading() {
  return (
    <Loading label={texts.loading}>
      <Stack>
        <LoadingBox height={72} />
        <SimpleGrid minColWidth="min(300px, 100%)">
          {Array.from({ length: 8 }, (_, part) => (
            <LoadingBox key={part} height={178} lines={4} />
          ))}
        </SimpleGrid>
      </Stack>
    </Loading>
  );
}
