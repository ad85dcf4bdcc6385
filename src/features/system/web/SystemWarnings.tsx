import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import type { System } from '#features/system/system.contract.ts';
import type { WarningKind } from '#features/system/system.rules.ts';
import { texts, warnings } from '#features/system/system.texts.ts';
import { Card } from '#web/widgets/Card.tsx';
import type { Icon } from '#web/widgets/EmptyState.tsx';
import { IconTile } from '#web/widgets/IconTile.tsx';
import type { Tone } from '#web/widgets/StatCard.tsx';
import styles from './SystemWarnings.module.css';

const looks: Record<WarningKind, { tone: Tone; icon: Icon }> = {
  'database-lost': { tone: 'danger', icon: IconAlertTriangle },
  'database-damaged': { tone: 'danger', icon: IconAlertTriangle },
  'damaged-files': { tone: 'danger', icon: IconAlertTriangle },
  'store-away': { tone: 'danger', icon: IconAlertTriangle },
  'store-read-only': { tone: 'danger', icon: IconAlertTriangle },
  'scanner-away': { tone: 'danger', icon: IconAlertTriangle },
  'disk-full': { tone: 'danger', icon: IconAlertTriangle },
  'open-folder': { tone: 'accent', icon: IconAlertTriangle },
  'plain-http': { tone: 'danger', icon: IconAlertTriangle },
  'given-password': { tone: 'danger', icon: IconAlertTriangle },
  'no-backup': { tone: 'accent', icon: IconAlertTriangle },
  'backup-failed': { tone: 'danger', icon: IconAlertTriangle },
  'backup-late': { tone: 'danger', icon: IconAlertTriangle },
  'job-failed': { tone: 'accent', icon: IconAlertTriangle },
  'no-mail': { tone: 'neutral', icon: IconInfoCircle },
};

/** The warnings, or a confirmation that there are none. */
export function SystemWarnings({ system, isOutdated }: { system: System; isOutdated: boolean }) {
  return (
    <section aria-label={texts.warnings} aria-live="polite">
      <ul className={styles.list}>
        {isOutdated && (
          <Warning tone="danger" icon={IconAlertTriangle} title={texts.outdated} advice={texts.outdatedAdvice} />
        )}
        {system.warnings.map((kind) => (
          <Warning key={kind} {...looks[kind]} {...warnings[kind](system)} />
        ))}
        {!isOutdated && system.warnings.length === 0 && (
          <Warning tone="success" icon={IconCircleCheck} title={texts.allWell} advice={texts.allWellAdvice} />
        )}
      </ul>
    </section>
  );
}

type Props = { tone: Tone; icon: Icon; title: string; advice: string };

function Warning({ tone, icon: Icon, title, advice }: Props) {
  return (
    <Card as="li" className={styles.warning} data-tone={tone}>
      <IconTile icon={Icon} />
      <div>
        <p className={styles.title}>{title}</p>
        <p className={styles.advice}>{advice}</p>
      </div>
    </Card>
  );
}
