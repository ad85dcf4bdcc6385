import { Group } from '@mantine/core';
import {
  IconAlertTriangle,
  IconClockDollar,
  IconClockHour4,
  IconFlag3,
  IconMessageOff,
  IconPackageImport,
  IconShip,
} from '@tabler/icons-react';
import type { Container } from '#features/containers/core/containers.contract.ts';
import { carriesDelay, displayedStatus } from '#features/containers/core/containers.rules.ts';
import type { DisplayedStatus } from '#features/containers/core/containers.rules.ts';
import { ownTexts, texts } from '#features/containers/core/containers.texts.ts';
import { nextFreeTime } from '#features/containers/core/free-time.rules.ts';
import type { FreeTimeStage } from '#features/containers/core/free-time.rules.ts';
import { namedFreeTime } from '#features/containers/core/free-time.texts.ts';
import { daysSilent, isDelayDerived } from '#features/containers/core/silence.rules.ts';
import { markTexts } from '#features/containers/core/silence.texts.ts';
import type { Icon } from '#web/widgets/EmptyState.tsx';
import type { Tone } from '#web/widgets/StatCard.tsx';
import { StateBadge } from '#web/widgets/StateBadge.tsx';
import styles from './StatusBadge.module.css';

type Props = { container: Container; today: string };

/** The displayed status, and after it the markers of a delay and of a free time that ends. See docs/specification.md#containers-the-card. */
export function StatusBadges({ container, today, className = '' }: Props & { className?: string | undefined }) {
  const silent = daysSilent(container, today);
  const freeTime = nextFreeTime(container, today);
  return (
    <Group gap="xs" className={className}>
      <StatusBadge container={container} today={today} />
      {carriesDelay(container) && <DelayMarker container={container} />}
      {freeTime?.stage && (
        <StateBadge tone={freeTimeTones[freeTime.stage]} icon={IconClockDollar}>
          {namedFreeTime(freeTime)}
        </StateBadge>
      )}
      {silent !== undefined && (
        <span className={styles.silence} title={markTexts.silentHint}>
          <IconMessageOff size={14} stroke={1.8} aria-hidden="true" />
          <span>{markTexts.silent(silent)}</span>
        </span>
      )}
    </Group>
  );
}

/** The displayed status alone. */
export function StatusBadge({ container, today }: Props) {
  const status = displayedStatus(container, today);
  return (
    <StateBadge
      tone={statusTones[status]}
      icon={statusIcons[status]}
      derived={status === 'Delayed' ? markTexts.overdue : undefined}
    >
      {status}
    </StateBadge>
  );
}

/** The marker of a delay, with the date that is delayed. */
function DelayMarker({ container }: { container: Container }) {
  const kinds = [
    ...(container.is_delayed_pfi === 1 ? [ownTexts.pfi] : []),
    ...(container.is_delayed_ex_factory === 1 ? [ownTexts.exFactory] : []),
  ];
  return (
    <StateBadge
      tone="accent"
      icon={IconFlag3}
      title={markTexts.byPerson}
      derived={isDelayDerived(container) ? markTexts.byRule : undefined}
    >
      <span>{texts.delayed}</span>
      {kinds.map((kind, index) => (
        <span key={kind}>
          {' '}
          {index > 0 && <span aria-hidden="true">{'+ '}</span>}
          <span>{kind}</span>
        </span>
      ))}
    </StateBadge>
  );
}

/** Icon and colour of each state. The text beside them has the same information. */
export const statusIcons: Record<DisplayedStatus, Icon> = {
  'Not Received': IconClockHour4,
  Received: IconPackageImport,
  Departed: IconShip,
  Delayed: IconAlertTriangle,
};

export const statusTones: Record<DisplayedStatus, Tone> = {
  'Not Received': 'primary',
  Received: 'success',
  Departed: 'neutral',
  Delayed: 'danger',
};

/** The words beside a colour name the days. */
export const freeTimeTones: Record<FreeTimeStage, Tone> = { week: 'primary', days: 'accent', passed: 'danger' };
