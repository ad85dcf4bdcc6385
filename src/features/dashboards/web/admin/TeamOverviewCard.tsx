import { Anchor, Button, Text } from '@mantine/core';
import { IconUsersGroup } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { AdminDashboard } from '#features/dashboards/dashboards.contract.ts';
import { teamsShown } from '#features/dashboards/dashboards.rules.ts';
import { ownTexts, texts } from '#features/dashboards/dashboards.texts.ts';
import { EmptyState } from '#web/widgets/EmptyState.tsx';
import { Initial } from '#web/widgets/Initial.tsx';
import { Row } from '#web/widgets/Row.tsx';
import { Section } from '#web/widgets/Section.tsx';
import { filesOfTeam } from '../files-of.ts';
import { Loaded } from '../Loaded.tsx';
import { Rows, RowShapes } from '../Rows.tsx';

/** 'Team Overview'. A number opens the files that it counts. See docs/specification.md#admin-dashboard. */
export function TeamOverviewCard({ dashboard }: { dashboard: UseQueryResult<AdminDashboard> }) {
  return (
    <Section title={texts.teamOverview}>
      <Loaded query={dashboard} loading={<RowShapes rows={teamsShown} />}>
        {({ teams, teams_count }) => (
          <>
            {teams.length === 0 ? (
              <EmptyState icon={IconUsersGroup} title={ownTexts.noTeams} hint={ownTexts.noTeamsHint} />
            ) : (
              <Rows>
                {teams.map(({ id, name, files }) => (
                  <Row key={id}>
                    <Initial name={name} />
                    <Text component="bdi" inherit fw={550} flex={1} truncate title={name}>
                      {name}
                    </Text>
                    <Anchor
                      component={Link}
                      to={filesOfTeam(id)}
                      fz="sm"
                      c="dimmed"
                      flex="none"
                      py="xs"
                      aria-label={ownTexts.filesOfTeam(files, name)}
                    >
                      {ownTexts.filesCount(files)}
                    </Anchor>
                  </Row>
                ))}
              </Rows>
            )}
            {teams_count > teamsShown && (
              <Button component={Link} to="/teammodule" variant="default" fullWidth>
                {texts.viewAllTeams(teams_count)}
              </Button>
            )}
          </>
        )}
      </Loaded>
    </Section>
  );
}
