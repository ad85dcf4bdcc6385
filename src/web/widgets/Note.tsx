import { Text } from '@mantine/core';
import type { TextProps } from '@mantine/core';
import type { ReactNode } from 'react';

/** An explanation in small grey text. */
export function Note(props: TextProps & { children: ReactNode }) {
  return <Text fz="sm" c="dimmed" {...props} />;
}
