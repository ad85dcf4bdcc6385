import { Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './PreviewPaper.module.css';

type Props = { label: string; remark?: string | undefined; tools?: ReactNode; children: ReactNode };

/** A scrolling sheet, also by keyboard, with a notice above it. */
export function PreviewPaper({ label, remark, tools, children }: Props) {
  return (
    <Stack className={styles.paper ?? ''} gap={0} maw={1200} h="100%" mx="auto">
      {(remark ?? tools) && (
        <Group className={styles.head ?? ''} gap="xs" px="md" py="xs">
          {tools}
          {remark && (
            <Text role="status" fz="sm" c="dimmed">
              {remark}
            </Text>
          )}
        </Group>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- A scrolling element must be reachable by keyboard. */}
      <div className={styles.sheet} role="region" aria-label={label} tabIndex={0}>
        {children}
      </div>
    </Stack>
  );
}
