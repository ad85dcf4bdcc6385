import { Skeleton } from '@mantine/core';
import { IconUsersGroup } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { RefObject } from 'react';
import type { Team } from '#features/teams/teams.contract.ts';
import { ownTexts, texts } from '#features/teams/teams.texts.ts';
import { NamedItemList } from '#web/widgets/NamedItemList.tsx';
import { TeamRow } from './TeamRow.tsx';
import styles from './TeamList.module.css';

type Props = {
  teams: UseQueryResult<Team[]>;
  editedId: number | undefined;
  headingRef: RefObject<HTMLHeadingElement | null>;
  onEdit: (team: Team) => void;
  onDelete: (team: Team) => void;
};

/** 'Existing Teams'. See docs/specification.md#team-form-and-list. */
export function TeamList({ teams, editedId, headingRef, onEdit, onDelete }: Props) {
  return (
    <NamedItemList
      query={teams}
      title={texts.existing}
      count={teams.data && <span className={styles.count}>{teams.data.length}</span>}
      headingRef={headingRef}
      icon={IconUsersGroup}
      texts={ownTexts}
      none={texts.none}
      noMatch={texts.none}
      pending={<PendingRows />}
    >
      {(shown) => (
        <ul className={styles.list}>
          {shown.map((team) => (
            <TeamRow key={team.id} team={team} edited={team.id === editedId} onEdit={onEdit} onDelete={onDelete} />
          ))}
        </ul>
      )}
    </NamedItemList>
  );
}

function PendingRows() {
  return (
    <div className={styles.list}>
      {[52, 38, 60, 44, 50].map((width) => (
        <div key={width} className={styles.row}>
          <Skeleton height={34} width={34} circle />
          <Skeleton height={14} width={`${width}%`} />
        </div>
      ))}
    </div>
  );
}
