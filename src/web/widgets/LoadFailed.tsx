import { Button } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { texts } from '../texts.ts';
import { EmptyState } from './EmptyState.tsx';

type Props = {
  query: Pick<UseQueryResult, 'isFetching'> & { refetch: () => Promise<unknown> };
  title: string;
  /** What may help; null where the title says it all. */
  hint?: string | null;
};

/** In place of what did not come: says so, and asks for it once more at a click. */
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
