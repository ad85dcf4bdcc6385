import { VisuallyHidden } from '@mantine/core';
import { IconFlag3, IconMessageOff } from '@tabler/icons-react';
import type { Container } from '#features/containers/core/containers.contract.ts';
import { carriesDelay, displayedStatus } from '#features/containers/core/containers.rules.ts';
import { ownTexts, texts } from '#features/containers/core/containers.texts.ts';
import { daysSilent, isDelayDerived } from '#features/containers/core/silence.rules.ts';
import { markTexts } from '#features/containers/core/silence.texts.ts';
import { StateBadge } from '#web/widgets/StateBadge.tsx';
import { statusIcons, statusTones } from './status-looks.ts';
import styles from './StatusBadge.module.css';

/** The displayed status, and beside it the marker of a delay. See docs/specification.md#containers-the-card. */
export function StatusBadges({ container, today }: { container: Container; today: string }) {
  const status = displayedStatus(container, today);
  const silent = daysSilent(container, today);
  return (
    <div className={styles.badges}>
      <StateBadge
        tone={statusTones[status]}
        icon={statusIcons[status]}
        derived={status === 'Delayed' ? markTexts.overdue : undefined}
      >
        {status}
      </StateBadge>
      {carriesDelay(container) && <DelayMarker container={container} />}
      {silent !== undefined && <SilenceMarker days={silent} />}
    </div>
  );
}

/** The marker of a delay, with the date that is delayed. */
function DelayMarker({ container }: { container: Container }) {
  const kinds = [
    ...(container.is_delayed_pfi === 1 ? [ownTexts.pfi] : []),
    ...(container.is_delayed_ex_factory === 1 ? [ownTexts.exFactory] : []),
  ];
  const isDerived = isDelayDerived(container);
  return (
    <span className={styles.marker} data-derived={isDerived} title={isDerived ? markTexts.byRule : markTexts.byPerson}>
      <IconFlag3 size={14} stroke={2} aria-hidden="true" />
      <span>{texts.delayed}</span>
      {kinds.map((kind) => (
        <span key={kind} className={styles.kind}>
          {kind}
        </span>
      ))}
      {isDerived && <VisuallyHidden>{markTexts.byRule}</VisuallyHidden>}
    </span>
  );
}

/** Marks a container for which no person has made an entry for some days. */
function SilenceMarker({ days }: { days: number }) {
  return (
    <span className={styles.silence} data-silence title={markTexts.silentHint}>
      <IconMessageOff size={14} stroke={1.8} aria-hidden="true" />
      <span>{markTexts.silent(days)}</span>
    </span>
  );
}
