import { useCurrentUser } from '#features/session/web/session.data.ts';
import { AccountCard } from './AccountCard.tsx';
import { ActivityCard } from './ActivityCard.tsx';
import { PersonalHeader } from './PersonalHeader.tsx';
import { PersonalStats } from './PersonalStats.tsx';
import { QuickActions } from './QuickActions.tsx';
import styles from './Dashboard.module.css';

/** Source: spec section 2, Personal dashboard. */
export function PersonalDashboardPage() {
  const user = useCurrentUser();
  return (
    <div className={styles.page}>
      <PersonalHeader user={user} />
      <PersonalStats user={user} />
      <QuickActions />
      <div className={styles.columns}>
        <AccountCard user={user} />
        <ActivityCard user={user} />
      </div>
    </div>
  );
}
