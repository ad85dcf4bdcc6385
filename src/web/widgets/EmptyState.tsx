import { Box, Stack, Text, ThemeIcon } from '@mantine/core';
import type { ComponentType, ReactNode } from 'react';

export type Icon = ComponentType<{ size?: number | string; stroke?: number | string }>;

type Props = { icon: Icon; title: string; hint?: ReactNode; action?: ReactNode };

/** Replaces an empty list: a title, a hint and an action. */
export function EmptyState({ icon: Icon, title, hint, action }: Props) {
  return (
    <Stack align="center" gap="xxs" ta="center" px="md" py="xl">
      <ThemeIcon size={56} radius="lg" mb="xs" color="var(--surface-sunken)" c="dimmed" aria-hidden="true">
        <Icon size={26} stroke={1.5} />
      </ThemeIcon>
      <Text fw={550}>{title}</Text>
      {hint && (
        <Text component="div" fz="sm" c="dimmed" maw="46ch" style={{ textWrap: 'balance' }}>
          {hint}
        </Text>
      )}
      {action && <Box mt="sm">{action}</Box>}
    </Stack>
  );
}
