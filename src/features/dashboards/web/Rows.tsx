import { Box, Skeleton, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { Row } from '#web/widgets/Row.tsx';

/** A list inside of a card. Its texts are in line with the title of the card. */
export function Rows({ children }: { children: ReactNode }) {
  return (
    <Box component="ul" p={0} my={0} mx="calc(-1 * var(--mantine-spacing-sm))">
      {children}
    </Box>
  );
}

/** Placeholders of rows while a card loads. */
export function RowShapes({ rows }: { rows: number }) {
  return (
    <Rows>
      {[...Array(rows).keys()].map((row) => (
        <Row key={row}>
          <Skeleton height={34} width={34} radius="sm" />
          <Stack gap="xs" flex={1}>
            <Skeleton height={13} width={`${64 - ((row * 17) % 30)}%`} />
            <Skeleton height={10} width={`${44 - ((row * 11) % 20)}%`} />
          </Stack>
        </Row>
      ))}
    </Rows>
  );
}
