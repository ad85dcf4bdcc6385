import { Skeleton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { detailsTexts as texts } from '#features/files/keeping.texts.ts';
import { LoadFailed } from '#web/widgets/LoadFailed.tsx';
import { Loading } from '#web/widgets/Loading.tsx';

type Props<T> = { query: UseQueryResult<T>; children: (data: T) => ReactNode };

/** What was asked for, or that it is on its way, or that it did not come. */
export function DetailsPending<T>({ query, children }: Props<T>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isPending) {
    return (
      <Loading label={texts.loading}>
        {[70, 45, 60, 52, 38].map((width) => (
          <Skeleton key={width} height={16} width={`${width}%`} my="md" />
        ))}
      </Loading>
    );
  }
  return <LoadFailed query={query} title={texts.loadFailed} hint={texts.loadFailedHint} />;
}
