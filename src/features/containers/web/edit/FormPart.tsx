import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** A part of a form with its heading. */
export function FormPart({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <Stack component="fieldset" gap="sm" m={0} p={0} miw={0} bd="none">
      <Text component="legend" fw={550} p={0} mb="xs">
        {legend}
      </Text>
      {children}
    </Stack>
  );
}
