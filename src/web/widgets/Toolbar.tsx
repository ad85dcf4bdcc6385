import { Group } from '@mantine/core';
import type { ReactNode } from 'react';

/** The controls above a list, on one line that wraps. */
export function Toolbar({ children }: { children: ReactNode }) {
  return <Group gap="xs">{children}</Group>;
}
