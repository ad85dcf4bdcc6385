import { SimpleGrid } from '@mantine/core';
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

/** The parts are in the order of the work: late containers come before the counts. See docs/specification.md#admin-dashboard. */
export function AdminDashboardPage() {
  const user = useCurrentUser();
  const counts = useQuery(adminIndexQuery);
  const dashboard = useQuery(adminDashboardQuery);
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <>
      <AdminHeader
        user={user}
        isLoading={counts.isPending || dashboard.isPending}
        hasFailed={counts.isError || dashboard.isError}
        headingRef={heading}
      />
      <PartBoundary>
        <DueContainers />
      </PartBoundary>
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
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        <FileTypesCard dashboard={dashboard} />
        <TrendsCard dashboard={dashboard} totalUsers={counts.data?.totalUsers} />
        <RecentFilesCard dashboard={dashboard} />
        <TeamOverviewCard dashboard={dashboard} />
      </SimpleGrid>
    </>
  );
}
