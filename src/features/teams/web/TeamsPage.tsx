import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { filesKey } from '#features/files/web/files.data.ts';
import { teamsContract } from '#features/teams/teams.contract.ts';
import type { Team } from '#features/teams/teams.contract.ts';
import { ownTexts, texts } from '#features/teams/teams.texts.ts';
import { usersKey } from '#features/users/web/users.data.ts';
import { currentUserKey } from '#web/query-client.ts';
import { useAction } from '#web/use-action.ts';
import { useConfirm } from '#web/widgets/ConfirmDialog.tsx';
import { PageHeader } from '#web/widgets/PageHeader.tsx';
import { TeamForm } from './TeamForm.tsx';
import { TeamList } from './TeamList.tsx';
import { managedTeamsQuery, teamsQuery } from './teams.data.ts';
import { TeamUsage } from './TeamUsage.tsx';
import styles from './TeamsPage.module.css';

/** What shows teams: their list, the files below them, the people in them, and the name of one's own. */
const withTeams = [teamsQuery.queryKey, filesKey, usersKey, currentUserKey];

/** Team Management. Source: spec sections 2 and 4. */
export function TeamsPage() {
  const client = useQueryClient();
  const teams = useQuery(managedTeamsQuery);
  // Each turn of the form starts anew: for a new team, or for the one to be changed.
  const [turn, setTurn] = useState<{ number: number; teamId?: number }>({ number: 0 });
  const edited = teams.data?.find((team) => team.id === turn.teamId);
  const listHeading = useRef<HTMLHeadingElement>(null);
  const { confirm, dialog } = useConfirm();
  const removal = useAction(teamsContract.remove, {
    done: texts.deleted,
    failed: texts.deleteFailed,
    refresh: withTeams,
  });

  const begin = (team?: Team) => setTurn(({ number }) => ({ number: number + 1, ...(team && { teamId: team.id }) }));
  const remove = async (team: Team) => {
    if (!(await confirm(texts.confirmDelete, <TeamUsage team={team} />))) return;
    await removal.run({ id: team.id });
    const isThere = client.getQueryData(teamsQuery.queryKey)?.some(({ id }) => id === team.id);
    // The button that had the focus is gone with its row.
    if (!isThere) listHeading.current?.focus();
  };

  return (
    <div className={styles.page}>
      <PageHeader title={texts.title} subtitle={ownTexts.subtitle} />
      <TeamForm
        key={`${turn.number}:${edited?.id ?? ''}`}
        team={edited}
        focused={turn.number > 0}
        refresh={withTeams}
        onDone={() => begin()}
      />
      <TeamList
        teams={teams}
        editedId={edited?.id}
        headingRef={listHeading}
        onEdit={begin}
        onDelete={(team) => void remove(team)}
      />
      {dialog}
    </div>
  );
}
