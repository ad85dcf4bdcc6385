import { useQuery } from '@tanstack/react-query';
import { currentUserQuery, useCurrentUser } from '#features/session/web/session.data.ts';
import { DueContainers } from '../DueContainers.tsx';
import { GivenPassword } from '../first-steps/GivenPassword.tsx';
import { AccountCard } from './AccountCard.tsx';
import { ActivityCard } from './ActivityCard.tsx';
import { PersonalHeader } from './PersonalHeader.tsx';
import { PersonalStats } from './PersonalStats.tsx';
import { QuickActions } from './QuickActions.tsx';
import { SinceLastVisit } from './SinceLastVisit.tsx';
import styles from './PersonalDashboardPage.module.css';

/** The counts are fetched again unless they are newer than this, because links to downloads do not update the cache. */
const freshForMs = 2_000;

/** See docs/specification.md#personal-dashboard. */
export function PersonalDashboardPage() {
  const user = useCurrentUser();
  useQuery({ ...currentUserQuery, staleTime: freshForMs });
  return (
    <div className={styles.page}>
      <PersonalHeader user={user} />
      <GivenPassword />
      <PersonalStats user={user} />
      <DueContainers />
      <QuickActions />
      {/* Below the links, which must not move when it appears. */}
      <SinceLastVisit />
      <div className={styles.columns}>
        <AccountCard user={user} />
        <ActivityCard user={user} />
      </div>
    </div>
  );
}
