import { IconCalendar, IconMail, IconUsersGroup } from '@tabler/icons-react';
import { texts } from '#features/dashboards/dashboards.texts.ts';
import type { CurrentUser } from '#features/session/session.contract.ts';
import { formatDate } from '#shared/format.ts';
import { Initial } from '#web/widgets/Initial.tsx';
import styles from './PersonalDashboardPage.module.css';

/** The user's name, address and team. The badge is fixed text. See docs/specification.md#personal-dashboard. */
export function PersonalHeader({ user }: { user: CurrentUser }) {
  return (
    <header className={styles.header}>
      <Initial name={user.name} size={64} />
      <div className={styles.headerText}>
        <div className={styles.headline}>
          <h1 className={styles.title}>{texts.welcome(user.name)}</h1>
          <span className={styles.badge}>{texts.active}</span>
        </div>
        <p className={styles.intro}>{texts.personalIntro}</p>
        <ul className={styles.facts}>
          <li>
            <IconMail size={16} stroke={1.75} aria-hidden="true" />
            <span>{user.email}</span>
          </li>
          <li>
            <IconCalendar size={16} stroke={1.75} aria-hidden="true" />
            <span>
              {texts.memberSince} <time dateTime={user.created_at}>{formatDate(user.created_at)}</time>
            </span>
          </li>
          {user.team && (
            <li>
              <IconUsersGroup size={16} stroke={1.75} aria-hidden="true" />
              <span>{user.team.name}</span>
            </li>
          )}
        </ul>
      </div>
    </header>
  );
}
