import { Box, Flex, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Tone } from '#web/widgets/StatCard.tsx';
import styles from './LinkTile.module.css';

type Props = { to: string; label: string; hint: string; mark: ReactNode; tone?: Tone };

/** A link with a mark and a hint. The whole tile is clickable. */
export function LinkTile({ to, label, hint, mark, tone = 'primary' }: Props) {
  return (
    <Flex className={styles.tile ?? ''} gap="sm" p="sm" data-tone={tone}>
      <span className={styles.mark} aria-hidden="true">
        {mark}
      </span>
      <Box miw={0}>
        <Link to={to} className={styles.link ?? ''}>
          {label}
        </Link>
        <Text fz="sm" c="dimmed">
          {hint}
        </Text>
      </Box>
    </Flex>
  );
}
