import { Skeleton, VisuallyHidden } from '@mantine/core';
import { IconUsersGroup } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { RefObject } from 'react';
import type { Team } from '#features/teams/teams.contract.ts';
import { ownTexts, texts } from '#features/teams/teams.texts.ts';
import { fold } from '#shared/fold.ts';
import { EmptyState } from '#web/widgets/EmptyState.tsx';
import { LoadFailed } from '#web/widgets/LoadFailed.tsx';
import { Loading } from '#web/widgets/Loading.tsx';
import { SearchBox } from '#web/widgets/SearchBox.tsx';
import { TeamRow } from './TeamRow.tsx';
import styles from './TeamList.module.css';

type Props = {
  teams: UseQueryResult<Team[]>;
  editedId: number | undefined;
  headingRef: RefObject<HTMLHeadingElement | null>;
  onEdit: (team: Team) => void;
  onDelete: (team: Team) => void;
};

/** From this many teams on, the list can be filtered. Our choice: more do not fit a screen. */
const filteredFrom = 12;

/** 'Existing Teams'. Source: spec section 2, Team Management. */
export function TeamList({ teams, editedId, headingRef, onEdit, onDelete }: Props) {
  const headingId = useId();
  const [filter, setFilter] = useState('');
  const wanted = fold(filter.trim());
  const shown = teams.data?.filter((team) => fold(`${team.name} ${team.description ?? ''}`).includes(wanted));

  return (
    <section className={styles.card} aria-labelledby={headingId}>
      <div className={styles.head}>
        <h2 className={styles.heading} id={headingId} ref={headingRef} tabIndex={-1}>
          {texts.existing}
        </h2>
        {teams.data && <span className={styles.count}>{teams.data.length}</span>}
        {teams.data && teams.data.length >= filteredFrom && (
          <SearchBox label={ownTexts.filter} value={filter} onSearch={setFilter} className={styles.filter ?? ''} />
        )}
      </div>
      <VisuallyHidden role="status">{wanted && shown ? ownTexts.found(shown.length) : ''}</VisuallyHidden>
      {shown ? (
        shown.length === 0 ? (
          <EmptyState icon={IconUsersGroup} title={texts.none} />
        ) : (
          <ul className={styles.list}>
            {shown.map((team) => (
              <TeamRow key={team.id} team={team} edited={team.id === editedId} onEdit={onEdit} onDelete={onDelete} />
            ))}
          </ul>
        )
      ) : teams.isPending ? (
        <TeamsLoading />
      ) : (
        <LoadFailed query={teams} title={ownTexts.failedTitle} />
      )}
    </section>
  );
}

function TeamsLoading() {
  return (
    <Loading label={ownTexts.loading}>
      <div className={styles.list}>
        {[52, 38, 60, 44, 50].map((width) => (
          <div key={width} className={styles.row}>
            <Skeleton height={34} width={34} circle />
            <Skeleton height={14} width={`${width}%`} />
          </div>
        ))}
      </div>
    </Loading>
  );
}
