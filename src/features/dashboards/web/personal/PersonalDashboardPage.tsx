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

/** The counts are fetched again unless they are newer than this, because links to downloads do not update the cache. */
const freshForMs = 2_000;

/** The parts are in the order of the work: the account comes last. See docs/specification.md#personal-dashboard. */
export function PersonalDashboardPage() {
  const user = useCurrentUser();
  useQuery({ ...currentUserQuery, staleTime: freshForMs });
  return (
    <>
      <PersonalHeader user={user} />
      <DueContainers />
      <GivenPassword />
      <QuickActions />
      {/* Below the links, which must not move when it appears. */}
      <SinceLastVisit />
      <ActivityCard user={user} />
      <PersonalStats user={user} />
      <AccountCard user={user} />
    </>
  );
}
