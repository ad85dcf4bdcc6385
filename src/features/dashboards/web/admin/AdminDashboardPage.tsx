import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useCurrentUser } from '#features/session/web/session.data.ts';
import { roles } from '#shared/access.ts';
import { PartBoundary } from '#web/widgets/PartBoundary.tsx';
import { adminDashboardQuery, adminIndexQuery } from '../dashboards.data.ts';
import { DueContainers } from '../DueContainers.tsx';
import { FirstStepsCard, ManagersStepsCard } from '../first-steps/FirstStepsCard.tsx';
import { GivenPassword } from '../first-steps/GivenPassword.tsx';
import { SamplePresent } from '../first-steps/SampleCompany.tsx';
import { AdminHeader } from './AdminHeader.tsx';
import { AdminStats } from './AdminStats.tsx';
import { FileTypesCard } from './FileTypesCard.tsx';
import { RecentFilesCard } from './RecentFilesCard.tsx';
import { TeamOverviewCard } from './TeamOverviewCard.tsx';
import { TrendsCard } from './TrendsCard.tsx';
import styles from './AdminDashboardPage.module.css';

/** See docs/specification.md#admin-dashboard. */
export function AdminDashboardPage() {
  const user = useCurrentUser();
  const counts = useQuery(adminIndexQuery);
  const dashboard = useQuery(adminDashboardQuery);
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <div className={styles.page}>
      <AdminHeader
        user={user}
        isLoading={counts.isPending || dashboard.isPending}
        hasFailed={counts.isError || dashboard.isError}
        headingRef={heading}
      />
      <GivenPassword />
      {user.role_id === roles.administrator ? (
        <>
          <SamplePresent onRemoved={() => heading.current?.focus()} />
          <FirstStepsCard />
        </>
      ) : (
        <ManagersStepsCard files={counts.data?.filesUploaded} />
      )}
      <PartBoundary>
        <AdminStats counts={counts} />
      </PartBoundary>
      <PartBoundary>
        <DueContainers />
      </PartBoundary>
      <div className={styles.charts}>
        <FileTypesCard dashboard={dashboard} />
        <TrendsCard dashboard={dashboard} totalUsers={counts.data?.totalUsers} />
      </div>
      <div className={styles.lists}>
        <RecentFilesCard dashboard={dashboard} />
        <TeamOverviewCard dashboard={dashboard} />
      </div>
    </div>
  );
}
