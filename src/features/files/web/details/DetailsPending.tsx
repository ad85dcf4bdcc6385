import { Skeleton } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import { detailsTexts as texts } from '#features/files/core/versions.texts.ts';
import { LoadFailed } from '#web/widgets/LoadFailed.tsx';
import { Loading } from '#web/widgets/Loading.tsx';

type Query<T> = ComponentProps<typeof LoadFailed>['query'] & { data: T | undefined; isPending: boolean };

type Props<T> = { query: Query<T>; children: (data: T) => ReactNode };

/** Renders the result of a query, and before that a skeleton or an error. */
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
  return <LoadFailed query={query} title={texts.loadFailed} />;
}
