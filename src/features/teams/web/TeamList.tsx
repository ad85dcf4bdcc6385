import { Badge, Box } from '@mantine/core';
import { IconUsersGroup } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import type { RefObject } from 'react';
import type { Team } from '#features/teams/teams.contract.ts';
import { ownTexts, texts } from '#features/teams/teams.texts.ts';
import { LoadingRows } from '#web/widgets/Loading.tsx';
import { NamedItemList } from '#web/widgets/NamedItemList.tsx';
import { TeamRow } from './TeamRow.tsx';
import { teamCountsQuery } from './teams.data.ts';

type Props = {
  teams: UseQueryResult<Team[]>;
  editedId: number | undefined;
  headingRef: RefObject<HTMLHeadingElement | null>;
  onEdit: (team: Team) => void;
  onDelete: (team: Team) => void;
};

/** 'Existing Teams'. See docs/specification.md#team-form-and-list. */
export function TeamList({ teams, editedId, headingRef, onEdit, onDelete }: Props) {
  const { data: counts } = useQuery(teamCountsQuery);
  return (
    <NamedItemList
      query={teams}
      title={texts.existing}
      count={teams.data && <Badge variant="light">{teams.data.length}</Badge>}
      headingRef={headingRef}
      icon={IconUsersGroup}
      texts={ownTexts}
      none={texts.none}
      noMatch={texts.none}
      pending={<LoadingRows height={56} />}
    >
      {(shown) => (
        <Box component="ul" m={0} p={0}>
          {shown.map((team) => (
            <TeamRow
              key={team.id}
              team={team}
              counts={counts?.get(team.id)}
              edited={team.id === editedId}
              onEdit={onEdit}
              onDelete={onDelete}
            />
          ))}
        </Box>
      )}
    </NamedItemList>
  );
}
