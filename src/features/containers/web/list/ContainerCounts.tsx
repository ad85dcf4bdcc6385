import { IconPackages } from '@tabler/icons-react';
import type { ContainerCounts as Counts } from '#features/containers/core/containers.contract.ts';
import { countedTwice, displayedStatuses } from '#features/containers/core/containers.rules.ts';
import type { DisplayedStatus } from '#features/containers/core/containers.rules.ts';
import { ownTexts, texts } from '#features/containers/core/containers.texts.ts';
import { Card } from '#web/widgets/Card.tsx';
import { Count } from '#web/widgets/Count.tsx';
import { IconTile } from '#web/widgets/IconTile.tsx';
import { statusIcons, statusTones } from '../status-looks.ts';
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
        {cards.map(({ status, label, field, icon: Icon, tone }) => (
          <Card
            as="button"
            key={label}
            type="button"
            className={styles.card}
            data-tone={tone}
            aria-pressed={status === chosen}
            onClick={() => onChange(status)}
          >
            <IconTile icon={Icon} size="medium" className={styles.icon} />
            <span className={styles.label}>
              {label}
              {status === 'Delayed' && twice > 0 && (
                <span className={styles.hint} title={ownTexts.countedTwice(twice)}>
                  {ownTexts.inOtherStates(twice)}
                </span>
              )}
            </span>
            <span className={styles.value}>
              <Count value={counts?.[field]} failed={failed} />
            </span>
          </Card>
        ))}
      </div>
      {twice > 0 && chosen === 'Delayed' ? (
        <p className={styles.note}>{ownTexts.countedTwice(twice)}</p>
      ) : (
        <p className={styles.note} data-narrow>
          {twice > 0 && ownTexts.delayedInOtherStates(twice)}
        </p>
      )}
    </div>
  );
}
