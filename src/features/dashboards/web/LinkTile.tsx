import { Box, Flex, Text, ThemeIcon } from '@mantine/core';
import type { ReactNode } from 'react';
import { CardLink, LinkCard } from '#web/widgets/LinkCard.tsx';
import type { Tone } from '#web/widgets/StatCard.tsx';

type Props = { to: string; label: string; hint: string; mark: ReactNode; tone?: Tone };

/** A link with a mark and a hint. The whole tile is clickable. */
export function LinkTile({ to, label, hint, mark, tone = 'primary' }: Props) {
  return (
    <LinkCard data-tone={tone}>
      <Flex gap="sm" p="sm">
        <ThemeIcon size={26} radius="xl" color="var(--tone-soft)" c="var(--tone-text)" fz="sm" fw={650} aria-hidden>
          {mark}
        </ThemeIcon>
        <Box miw={0}>
          <Text fw={550}>
            <CardLink to={to}>{label}</CardLink>
          </Text>
          <Text fz="sm" c="dimmed">
            {hint}
          </Text>
        </Box>
      </Flex>
    </LinkCard>
  );
}
