import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { teamsContract } from '#features/teams/teams.contract.ts';
import type { Team } from '#features/teams/teams.contract.ts';
import { affectedByDelete, ownTexts, texts } from '#features/teams/teams.texts.ts';
import { currentUserKey } from '#web/query-client.ts';
import { filesKey, usersKey } from '#web/query-keys.ts';
import { texts as webTexts } from '#web/texts.ts';
import { useAction } from '#web/use-action.ts';
import { useConfirm } from '#web/widgets/ConfirmDialog.tsx';
import { NamedItemUsage } from '#web/widgets/NamedItemUsage.tsx';
import { PageHeader } from '#web/widgets/PageHeader.tsx';
import { TeamForm } from './TeamForm.tsx';
import { TeamList } from './TeamList.tsx';
import { isTeamInUseQuery, managedTeamsQuery, teamUsageQuery, teamsQuery } from './teams.data.ts';
import named from '#web/widgets/NamedItems.module.css';

/** The queries to refresh after a change: teams, the files grouped by them, users, and the caller's own team. */
const withTeams = [teamsQuery.queryKey, filesKey, usersKey, currentUserKey];

/** See docs/specification.md#team-form-and-list. */
export function TeamsPage() {
  const client = useQueryClient();
  const teams = useQuery(managedTeamsQuery);
  // The number is the key of the form. A new number resets it, for a new team or for the one to edit.
  const [form, setForm] = useState<{ number: number; teamId?: number }>({ number: 0 });
  const edited = teams.data?.find((team) => team.id === form.teamId);
  const listHeading = useRef<HTMLHeadingElement>(null);
  const { confirm, dialog } = useConfirm();
  const removal = useAction(teamsContract.remove, {
    done: texts.deleted,
    failed: texts.deleteFailed,
    refresh: withTeams,
  });

  const begin = (team: Team) => setForm(({ number }) => ({ number: number + 1, teamId: team.id }));
  // The lists are fetched again before a save ends. Until then another row may have been chosen.
  const end = (number: number) => setForm((now) => (now.number === number ? { number: number + 1 } : now));
  const remove = async (team: Team) => {
    const usage = (
      <NamedItemUsage query={teamUsageQuery(team.id)} lookingUp={ownTexts.lookingUp} affected={affectedByDelete} />
    );
    const isRefused = isTeamInUseQuery(team.id);
    const title = webTexts.confirmTitle(team.name);
    if (!(await confirm({ title, question: texts.confirmDelete, affected: usage, isRefused }))) return;
    await removal.run({ id: team.id });
    const isThere = client.getQueryData(teamsQuery.queryKey)?.some(({ id }) => id === team.id);
    // The focused button was removed with its row.
    if (!isThere) listHeading.current?.focus();
  };

  return (
    <>
      <PageHeader title={texts.title} subtitle={ownTexts.subtitle} />
      <div className={named.columns}>
        <TeamList
          teams={teams}
          editedId={edited?.id}
          headingRef={listHeading}
          onEdit={begin}
          onDelete={(team) => void remove(team)}
        />
        <TeamForm
          key={`${form.number}:${edited?.id ?? ''}`}
          team={edited}
          focused={form.number > 0}
          refresh={withTeams}
          onDone={() => end(form.number)}
        />
      </div>
      {dialog}
    </>
  );
}
