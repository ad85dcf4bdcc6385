import { SegmentedControl, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { fileTypesQuery } from '#features/file-types/web/file-types.data.ts';
import { withoutFilters } from '#features/files/files-view.rules.ts';
import { filesContract } from '#features/files/files.contract.ts';
import type { File, Grouping } from '#features/files/files.contract.ts';
import { ownTexts, texts } from '#features/files/files.texts.ts';
import { useCurrentUser } from '#features/session/web/session.data.ts';
import { teamsQuery } from '#features/teams/web/teams.data.ts';
import { isRoleId, roles } from '#shared/access.ts';
import { useAction } from '#web/use-action.ts';
import { useConfirm } from '#web/widgets/ConfirmDialog.tsx';
import { EditFileDialog } from './EditFileDialog.tsx';
import { FilesPageContext } from './files-page.context.ts';
import { filesKey, overviewQuery } from './files.data.ts';
import { FilesFailed, FilesLoading } from './FilesPending.tsx';
import { FilesResults } from './FilesResults.tsx';
import { FilesStats } from './FilesStats.tsx';
import { FilesToolbar } from './FilesToolbar.tsx';
import { usePageView } from './use-page-view.ts';
import styles from './FilesPage.module.css';

/** Files & Documents. Source: spec section 2. */
export function FilesPage() {
  const { id, role_id } = useCurrentUser();
  const { view, change } = usePageView();
  const overview = useQuery(overviewQuery({ ...view, search: view.search.trim() }));
  const teams = useQuery(teamsQuery);
  const fileTypes = useQuery(fileTypesQuery);
  const [edited, setEdited] = useState<File>();
  const { confirm, dialog } = useConfirm();
  const removal = useAction(filesContract.remove, {
    done: texts.deleted,
    failed: texts.deleteFailed,
    refresh: [filesKey],
  });

  const remove = async (file: File) => {
    if (await confirm(texts.confirmDelete)) await removal.run({ id: file.id });
  };

  const ready = overview.data && !teams.isPending && !fileTypes.isPending;
  return (
    <FilesPageContext
      value={{
        person: { id, role_id: isRoleId(role_id) ? role_id : roles.user },
        teamNames: new Map(teams.data?.map((team) => [team.id, team.name])),
        fileTypes: fileTypes.data,
        onEdit: setEdited,
        onDelete: (file) => void remove(file),
      }}
    >
      <div className={styles.page}>
        <header className={styles.header}>
          <div>
            <Title order={1}>{texts.title}</Title>
            <p className={styles.subtitle}>{ownTexts.subtitle}</p>
          </div>
          <SegmentedControl
            aria-label={texts.groupBy}
            data={groupings}
            value={view.grouping}
            onChange={(grouping) => change({ grouping })}
          />
        </header>
        <FilesStats totals={overview.data?.totals} failed={overview.isError} />
        <FilesToolbar view={view} teams={teams.data ?? []} fileTypes={fileTypes.data ?? []} onChange={change} />
        {overview.isError && !overview.isPlaceholderData ? (
          <FilesFailed onTryAgain={() => void overview.refetch()} busy={overview.isFetching} />
        ) : ready ? (
          <FilesResults
            overview={overview.data}
            stale={overview.isPlaceholderData}
            onClear={() => change(withoutFilters(view))}
          />
        ) : (
          <FilesLoading />
        )}
      </div>
      <EditFileDialog file={edited} onClose={() => setEdited(undefined)} />
      {dialog}
    </FilesPageContext>
  );
}

const groupings: { value: Grouping; label: string }[] = [
  { value: 'file_type', label: texts.byFileType },
  { value: 'team', label: texts.byTeam },
];
