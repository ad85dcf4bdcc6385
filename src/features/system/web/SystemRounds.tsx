import { useId } from 'react';
import { relativeTime } from '#features/notifications/notifications.rules.ts';
import type { LastRound } from '#features/system/system.contract.ts';
import { formatLength } from '#features/system/system.rules.ts';
import { texts } from '#features/system/system.texts.ts';
import { formatDateTime } from '#shared/format.ts';
import styles from './SystemRounds.module.css';

/** What the server does by itself: when it was done last, how long it took, how it ended. */
export function SystemRounds({ rounds, now }: { rounds: readonly LastRound[]; now: Date }) {
  const titleId = useId();
  return (
    <section className={styles.card} aria-labelledby={titleId}>
      <h2 className={styles.title} id={titleId}>
        {texts.rounds}
      </h2>
      {rounds.length === 0 && <p className={styles.facts}>{texts.noRounds}</p>}
      <ul className={styles.list}>
        {rounds.map(({ name, began_at, took_ms, failed }) => (
          <li key={name} className={styles.row}>
            <div className={styles.text}>
              <p className={styles.name}>{name}</p>
              <p className={styles.facts}>
                <time dateTime={began_at} title={formatDateTime(began_at)}>
                  {relativeTime(began_at, now)}
                </time>
                {', '}
                {texts.roundTook(formatLength(took_ms))}
              </p>
            </div>
            <span className={styles.state} data-tone={failed ? 'danger' : 'success'}>
              {failed ? texts.failed : texts.done}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
