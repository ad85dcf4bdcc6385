import { Text } from '@mantine/core';
import { IconPackages } from '@tabler/icons-react';
import type { ContainerCounts as Counts } from '#features/containers/core/containers.contract.ts';
import { countedTwice, displayedStatuses } from '#features/containers/core/containers.rules.ts';
import type { DisplayedStatus } from '#features/containers/core/containers.rules.ts';
import { ownTexts, texts } from '#features/containers/core/containers.texts.ts';
import { Card } from '#web/widgets/Card.tsx';
import { Count } from '#web/widgets/Count.tsx';
import { IconTile } from '#web/widgets/IconTile.tsx';
import { statusIcons, statusTones } from '../StatusBadge.tsx';
import styles from './ContainerCounts.module.css';

type Props = {
  /** Undefined while the counts load. */
  counts: Counts | undefined;
  failed: boolean;
  status: DisplayedStatus | undefined;
  onChange: (status: DisplayedStatus | undefined) => void;
};

const countOf: Record<DisplayedStatus, keyof Counts> = {
  'Not Received': 'not_received',
  Received: 'received',
  Departed: 'departed',
  Delayed: 'delayed',
};

const cards = [
  { status: undefined, label: texts.all, field: 'all' as const, icon: IconPackages, tone: 'neutral' },
  ...displayedStatuses.map((status) => ({
    status,
    label: status,
    field: countOf[status],
    icon: statusIcons[status],
    tone: statusTones[status],
  })),
];

/**
 * The number of containers in each state. A click on a card filters by its state.
 * See docs/specification.md#containers-the-screen.
 */
export function ContainerCounts({ counts, failed, status: chosen, onChange }: Props) {
  const twice = counts ? countedTwice(counts) : 0;
  return (
    <div>
      <div className={styles.cards} role="group" aria-label={ownTexts.counts}>
        {cards.map(({ status, label, field, icon, tone }) => (
          <Card
            as="button"
            key={label}
            type="button"
            className={styles.card}
            data-tone={tone}
            aria-pressed={status === chosen}
            onClick={() => onChange(status)}
          >
            <IconTile icon={icon} size={32} className={styles.icon} />
            <span className={styles.label}>{label}</span>
            <Text span fz="lg" fw={650} lh={1.25} style={{ fontVariantNumeric: 'tabular-nums' }}>
              <Count value={counts?.[field]} failed={failed} />
            </Text>
          </Card>
        ))}
      </div>
      <Text fz="xs" c="dimmed" lh={1.3} className={styles.note ?? ''}>
        {twice > 0 && ownTexts.countedTwice(twice)}
      </Text>
    </div>
  );
}
