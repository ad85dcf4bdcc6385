import { Box, Divider, Group, Stack, Text, Title } from '@mantine/core';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { Card } from '#web/widgets/Card.tsx';
import type { Icon } from '#web/widgets/EmptyState.tsx';
import { FactList } from '#web/widgets/FactList.tsx';
import { IconTile } from '#web/widgets/IconTile.tsx';
import type { Tone } from '#web/widgets/StatCard.tsx';

type Props = {
  title: string;
  icon: Icon;
  tone?: Tone;
  /** The main figure, in a word or two. */
  value: ReactNode;
  /** Below the value. */
  remark?: ReactNode;
  facts: readonly (readonly [label: string, value: ReactNode])[];
};

/** The card of one part of the system: its main figure and further facts. */
export function SystemPart({ title, icon: Icon, tone = 'primary', value, remark, facts }: Props) {
  const titleId = useId();
  return (
    <Card as="section" data-tone={tone} aria-labelledby={titleId}>
      <Stack gap="sm" p="md">
        <Group gap="sm" wrap="nowrap" align="flex-start">
          <IconTile icon={Icon} />
          <Box miw={0}>
            <Title order={2} id={titleId} fz="sm" fw={400} c="dimmed">
              {title}
            </Title>
            <Text fz="lg" fw={650}>
              {value}
            </Text>
          </Box>
        </Group>
        {remark}
        {facts.length > 0 && (
          <>
            <Divider color="var(--line)" />
            <FactList facts={facts} />
          </>
        )}
      </Stack>
    </Card>
  );
}
