import { Button } from '@mantine/core';
import { IconUsersGroup } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { AdminDashboard } from '#features/dashboards/dashboards.contract.ts';
import { teamsShown } from '#features/dashboards/dashboards.rules.ts';
import { ownTexts, texts } from '#features/dashboards/dashboards.texts.ts';
import { EmptyState } from '#web/widgets/EmptyState.tsx';
import { Initial } from '#web/widgets/Initial.tsx';
import { DashboardCard } from '../DashboardCard.tsx';
import { filesOfTeam } from '../files-of.ts';
import { Loaded } from '../Loaded.tsx';
import { RowShapes } from './RowShapes.tsx';
import styles from './Rows.module.css';

/** 'Team Overview'. A number opens the files that it counts. See docs/specification.md#admin-dashboard. */
export function TeamOverviewCard({ dashboard }: { dashboard: UseQueryResult<AdminDashboard> }) {
  return (
    <DashboardCard title={texts.teamOverview}>
      <Loaded query={dashboard} loading={<RowShapes rows={teamsShown} />}>
        {({ teams, teams_count }) => (
          <>
            {teams.length === 0 ? (
              <EmptyState icon={IconUsersGroup} title={ownTexts.noTeams} hint={ownTexts.noTeamsHint} />
            ) : (
              <ul className={styles.rows}>
                {teams.map(({ id, name, files }) => (
                  <li key={id} className={styles.row}>
                    <Initial name={name} />
                    <bdi className={styles.teamName} title={name}>
                      {name}
                    </bdi>
                    <Link to={filesOfTeam(id)} className={styles.count} aria-label={ownTexts.filesOfTeam(files, name)}>
                      {ownTexts.filesCount(files)}
                    </Link>
                  </li>
                ))}
              </ul>
            )}
            {teams_count > teamsShown && (
              <div className={styles.more}>
                <Button component={Link} to="/teammodule" variant="default" fullWidth>
                  {texts.viewAllTeams(teams_count)}
                </Button>
              </div>
            )}
          </>
        )}
      </Loaded>
    </DashboardCard>
  );
}
