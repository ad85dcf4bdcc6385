import { Button } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { reasonOf } from '../query-client.ts';
import { texts } from '../texts.ts';
import { EmptyState } from './EmptyState.tsx';

type Props = {
  query: Pick<UseQueryResult, 'isFetching' | 'error'> & { refetch: () => Promise<unknown> };
  title: string;
};

/** Replaces content that failed to load, with the reason of the server and a button that tries again. */
export function LoadFailed({ query, title }: Props) {
  return (
    <EmptyState
      icon={IconCloudOff}
      title={title}
      hint={reasonOf(query.error) ?? texts.checkConnection}
      action={
        <Button loading={query.isFetching} onClick={() => void query.refetch()}>
          {texts.tryAgain}
        </Button>
      }
    />
  );
}
