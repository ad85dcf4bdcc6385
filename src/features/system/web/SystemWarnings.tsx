import { Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import type { System } from '#features/system/system.contract.ts';
import type { WarningKind } from '#features/system/system.rules.ts';
import { texts, warnings } from '#features/system/system.texts.ts';
import { Card } from '#web/widgets/Card.tsx';
import type { Icon } from '#web/widgets/EmptyState.tsx';
import { IconTile } from '#web/widgets/IconTile.tsx';
import type { Tone } from '#web/widgets/StatCard.tsx';
import styles from './SystemWarnings.module.css';

/** The others are dangers. */
const tones: Partial<Record<WarningKind, Tone>> = {
  'open-folder': 'accent',
  'no-backup': 'accent',
  'job-failed': 'accent',
  'no-mail': 'neutral',
};

const icons: Partial<Record<Tone, Icon>> = { success: IconCircleCheck, neutral: IconInfoCircle };

/** The warnings, or a confirmation that there are none. */
export function SystemWarnings({ system, isOutdated }: { system: System; isOutdated: boolean }) {
  return (
    <section aria-label={texts.warnings} aria-live="polite">
      <Stack gap="xs" role="list">
        {isOutdated && <Warning tone="danger" title={texts.outdated} advice={texts.outdatedAdvice} />}
        {system.warnings.map((kind) => (
          <Warning key={kind} tone={tones[kind] ?? 'danger'} {...warnings[kind](system)} />
        ))}
        {!isOutdated && system.warnings.length === 0 && (
          <Warning tone="success" title={texts.allWell} advice={texts.allWellAdvice} />
        )}
      </Stack>
    </section>
  );
}

type Props = { tone: Tone; title: string; advice: string };

function Warning({ tone, title, advice }: Props) {
  return (
    <Card role="listitem" className={styles.warning} data-tone={tone}>
      <Group gap="sm" wrap="nowrap" align="flex-start" px="md" py="sm">
        <IconTile icon={icons[tone] ?? IconAlertTriangle} />
        <div>
          <Text fw={650}>{title}</Text>
          <Text fz="sm" c="dimmed">
            {advice}
          </Text>
        </div>
      </Group>
    </Card>
  );
}
