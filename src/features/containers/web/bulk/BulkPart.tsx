import { Fieldset, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** A part of the form with its heading. */
export function BulkPart({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <Fieldset variant="unstyled" p={0} m={0} bd={0} miw={0} legend={<Text fw={550}>{legend}</Text>}>
      <Stack gap="sm" mt="xs">
        {children}
      </Stack>
    </Fieldset>
  );
}
