import { useId } from 'react';
import type { LastJobRun } from '#features/system/system.contract.ts';
import { formatLength } from '#features/system/system.rules.ts';
import { texts } from '#features/system/system.texts.ts';
import { formatDateTime } from '#shared/format.ts';
import { relativeTime } from '#shared/relative-time.ts';
import { Card } from '#web/widgets/Card.tsx';
import { StateBadge } from '#web/widgets/StateBadge.tsx';
import styles from './SystemJobs.module.css';

/** The scheduled jobs with start time, duration and result of their last run. */
export function SystemJobs({ jobs, now }: { jobs: readonly LastJobRun[]; now: Date }) {
  const titleId = useId();
  return (
    <Card as="section" className={styles.card} aria-labelledby={titleId}>
      <h2 className={styles.title} id={titleId}>
        {texts.jobs}
      </h2>
      {jobs.length === 0 && <p className={styles.facts}>{texts.noJobs}</p>}
      <ul className={styles.list}>
        {jobs.map(({ name, began_at, took_ms, failed }) => (
          <li key={name} className={styles.row}>
            <div className={styles.text}>
              <p className={styles.name}>{name}</p>
              <p className={styles.facts}>
                <time dateTime={began_at} title={formatDateTime(began_at)}>
                  {relativeTime(began_at, now)}
                </time>
                {', '}
                {texts.jobTook(formatLength(took_ms))}
              </p>
            </div>
            <StateBadge tone={failed ? 'danger' : 'success'}>{failed ? texts.failed : texts.done}</StateBadge>
          </li>
        ))}
      </ul>
    </Card>
  );
}
