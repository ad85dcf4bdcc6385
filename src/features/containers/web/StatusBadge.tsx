import { IconFlag3 } from '@tabler/icons-react';
import type { Container } from '#features/containers/containers.contract.ts';
import { carriesDelay, displayedStatus } from '#features/containers/containers.rules.ts';
import { ownTexts, texts } from '#features/containers/containers.texts.ts';
import { StateBadge } from '#web/widgets/StateBadge.tsx';
import { statusIcons, statusTones } from './status-looks.ts';
import styles from './StatusBadge.module.css';

/** The displayed status, and beside it the marker of a delay. See docs/specification.md#containers-the-card. */
export function StatusBadges({ container, today }: { container: Container; today: string }) {
  const status = displayedStatus(container, today);
  return (
    <div className={styles.badges}>
      <StateBadge tone={statusTones[status]} icon={statusIcons[status]}>
        {status}
      </StateBadge>
      {carriesDelay(container) && <DelayMarker container={container} />}
    </div>
  );
}

/** The marker of a delay, with the date that is delayed. */
function DelayMarker({ container }: { container: Container }) {
  const kinds = [
    ...(container.is_delayed_pfi === 1 ? [ownTexts.pfi] : []),
    ...(container.is_delayed_ex_factory === 1 ? [ownTexts.exFactory] : []),
  ];
  return (
    <span className={styles.marker}>
      <IconFlag3 size={14} stroke={2} aria-hidden="true" />
      <span>{texts.delayed}</span>
      {kinds.map((kind) => (
        <span key={kind} className={styles.kind}>
          {kind}
        </span>
      ))}
    </span>
  );
}
