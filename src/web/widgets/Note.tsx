import { Text } from '@mantine/core';
import type { TextProps } from '@mantine/core';
import type { ReactNode } from 'react';

/** A sentence in soft letters that explains what is beside it. */
export function Note(props: TextProps & { children: ReactNode }) {
  return <Text fz="sm" c="dimmed" {...props} />;
}
