import { IconHistory, IconLogin2 } from '@tabler/icons-react';
import type { CurrentUser } from '#features/session/session.contract.ts';
import { formatDateTime } from '#shared/format.ts';
import { EmptyState } from '#web/widgets/EmptyState.tsx';
import { texts } from '../dashboards.texts.ts';
import styles from './Dashboard.module.css';

export function ActivityCard({ user }: { user: CurrentUser }) {
  return (
    <section className={styles.card} aria-labelledby="recent-activity">
      <h2 id="recent-activity" className={styles.sectionTitle}>
        {texts.recentActivity}
      </h2>
      {user.last_login_at ? (
        <ul className={styles.activities}>
          <li className={styles.activity}>
            <span className={styles.activityIcon} aria-hidden="true">
              <IconLogin2 size={18} stroke={1.75} />
            </span>
            <span className={styles.activityText}>{texts.loggedIn}</span>
            <time className={styles.activityTime} dateTime={user.last_login_at}>
              {formatDateTime(user.last_login_at)}
            </time>
          </li>
        </ul>
      ) : (
        <EmptyState icon={IconHistory} title={texts.noActivity} />
      )}
    </section>
  );
}
