import { Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Icon } from '#web/widgets/EmptyState.tsx';
import { IconTile } from '#web/widgets/IconTile.tsx';

type Props = { icon: Icon; title: string; hint: string; action: ReactNode };

/** A page with one message. */
export function Notice({ icon, title, hint, action }: Props) {
  return (
    <Stack component="section" align="center" ta="center" gap="sm" px="md" py="14vh" data-tone="accent">
      <IconTile icon={icon} />
      <Title order={1}>{title}</Title>
      <Text c="dimmed" maw="52ch" mb="sm">
        {hint}
      </Text>
      {action}
    </Stack>
  );
}
