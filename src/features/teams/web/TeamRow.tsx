import { Box, Text } from '@mantine/core';
import { useId } from 'react';
import type { Team } from '#features/teams/teams.contract.ts';
import { ownTexts, texts } from '#features/teams/teams.texts.ts';
import { NamedItemActions } from '#web/widgets/NamedItemActions.tsx';
import { Row } from '#web/widgets/Row.tsx';
import styles from './TeamList.module.css';

type Props = {
  team: Team;
  /** Undefined until they are loaded. */
  counts: { members: number; files: number } | undefined;
  edited: boolean;
  onEdit: (team: Team) => void;
  onDelete: (team: Team) => void;
};

export function TeamRow({ team, counts, edited, onEdit, onDelete }: Props) {
  const nameId = useId();
  return (
    <Row className={styles.row ?? ''} selected={edited}>
      <Box miw={0} style={{ overflowWrap: 'anywhere' }}>
        <Text component="bdi" fw={550} id={nameId}>
          {team.name}
        </Text>
        {team.description && (
          <Text fz="sm" c="dimmed" lineClamp={2}>
            {team.description}
          </Text>
        )}
      </Box>
      <Text fz="sm" c="dimmed" className={styles.counts ?? ''} component="div">
        {counts && (
          <>
            <span>{ownTexts.members(counts.members)}</span>
            <span>{ownTexts.files(counts.files)}</span>
          </>
        )}
      </Text>
      <NamedItemActions edit={texts.edit} nameId={nameId} onEdit={() => onEdit(team)} onDelete={() => onDelete(team)} />
    </Row>
  );
}
