import { Badge, Box, Text } from '@mantine/core';
import { IconUsersGroup } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { maxDescriptionLength, maxNameLength, teamsContract } from '#features/teams/teams.contract.ts';
import { affectedByDelete, ownTexts, texts } from '#features/teams/teams.texts.ts';
import { call } from '#web/call.ts';
import { currentUserKey } from '#web/query-client.ts';
import { filesKey, usersKey } from '#web/query-keys.ts';
import { NamedItemsPage, nameIdOf } from '#web/widgets/NamedItemsPage.tsx';
import { NamedItemUsage } from '#web/widgets/NamedItemUsage.tsx';
import { Row } from '#web/widgets/Row.tsx';
import { isTeamInUseQuery, managedTeamsQuery, teamCountsQuery, teamUsageQuery, teamsQuery } from './teams.data.ts';
import styles from './TeamList.module.css';

/** The queries to refresh after a change: teams, the files grouped by them, users, and the caller's own team. */
const withTeams = [teamsQuery.queryKey, filesKey, usersKey, currentUserKey];

/** The effects of deleting one, for the confirmation. */
const effectsOf = (id: number) => ({
  affected: <NamedItemUsage query={teamUsageQuery(id)} lookingUp={ownTexts.lookingUp} affected={affectedByDelete} />,
  isRefused: isTeamInUseQuery(id),
});

/** See docs/specification.md#team-form-and-list. */
export function TeamsPage() {
  const { data: teams } = useQuery(managedTeamsQuery);
  const { data: counts } = useQuery(teamCountsQuery);
  return (
    <NamedItemsPage
      texts={{ ...texts, ...ownTexts, noMatch: texts.none }}
      icon={IconUsersGroup}
      contract={teamsContract}
      query={managedTeamsQuery}
      readAll={() => call(teamsContract.list, {})}
      refresh={withTeams}
      limits={{ name: maxNameLength, description: maxDescriptionLength, rows: 4 }}
      existing={texts.existing}
      count={teams && <Badge variant="light">{teams.length}</Badge>}
      effectsOf={effectsOf}
    >
      {(shown, { editedId, toolsOf }) => (
        <Box component="ul" m={0} p={0}>
          {shown.map((team) => {
            const ofTeam = counts?.get(team.id);
            return (
              <Row
                key={team.id}
                className={styles.row ?? ''}
                selected={team.id === editedId}
                data-edited={team.id === editedId}
              >
                <Box miw={0} style={{ overflowWrap: 'anywhere' }}>
                  <Text component="bdi" fw={550} id={nameIdOf(team)}>
                    {team.name}
                  </Text>
                  {team.description && (
                    <Text fz="sm" c="dimmed" lineClamp={2}>
                      {team.description}
                    </Text>
                  )}
                </Box>
                <Text fz="sm" c="dimmed" className={styles.counts ?? ''} component="div">
                  {ofTeam && (
                    <>
                      <span>{ownTexts.members(ofTeam.members)}</span>
                      <span>{ownTexts.files(ofTeam.files)}</span>
                    </>
                  )}
                </Text>
                {toolsOf(team)}
              </Row>
            );
          })}
        </Box>
      )}
    </NamedItemsPage>
  );
}
