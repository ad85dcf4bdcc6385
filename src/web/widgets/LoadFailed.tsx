import { Button } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { texts } from '../texts.ts';
import { EmptyState } from './EmptyState.tsx';

type Props = {
  query: Pick<UseQueryResult, 'isFetching'> & { refetch: () => Promise<unknown> };
  title: string;
  /** A second line with advice; null for none. */
  hint?: string | null;
};

/** Replaces content that failed to load, with a button that tries again. */
export function LoadFailed({ query, title, hint = texts.checkConnection }: Props) {
  return (
    <EmptyState
      icon={IconCloudOff}
      title={title}
      hint={hint ?? undefined}
      action={
        <Button loading={query.isFetching} onClick={() => void query.refetch()}>
          {texts.tryAgain}
        </Button>
      }
    />
  );
}
