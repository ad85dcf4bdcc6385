import { Button, SegmentedControl } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router';
import { fileTypesQuery } from '#features/file-types/web/file-types.data.ts';
import { withoutFilters, writeView } from '#features/files/files-view.rules.ts';
import type { PageView } from '#features/files/files-view.rules.ts';
import type { File, Grouping } from '#features/files/files.contract.ts';
import { mayDeleteFile } from '#features/files/files.rules.ts';
import { ownTexts, texts } from '#features/files/files.texts.ts';
import { trashTexts } from '#features/files/keeping.texts.ts';
import { useCurrentUser } from '#features/session/web/session.data.ts';
import { teamsQuery } from '#features/teams/web/teams.data.ts';
import { isRoleId, roles } from '#shared/access.ts';
import { fetchForPerson } from '#web/fetch-early.ts';
import { LoadingSpinner } from '#web/widgets/Loading.tsx';
import { PageHeader } from '#web/widgets/PageHeader.tsx';
import { EditFileDialog, loadEditFileForm } from './EditFileDialog.tsx';
import { createFileSelection, FileSelectionContext } from './file-selection.ts';
import type { FileSelection } from './file-selection.ts';
import { FileDetailsDrawer, loadFileDetails } from './FileDetailsDrawer.tsx';
import { FilesPageContext } from './files-page.context.ts';
import { overviewQuery } from './files.data.ts';
import { FilesFailed, FilesLoading } from './FilesPending.tsx';
import { FilesResults } from './FilesResults.tsx';
import { FilesStats } from './FilesStats.tsx';
import { FilesToolbar } from './FilesToolbar.tsx';
import { SelectButton } from './SelectButton.tsx';
import { SelectionArea } from './SelectionArea.tsx';
import { SelectionBar } from './SelectionBar.tsx';
import { TextResults } from './TextResults.tsx';
import { usePageView } from './use-page-view.ts';
import { usePreviewed } from './use-previewed.ts';
import { useTextSearch } from './use-text-search.ts';
import { useTrashFile } from './use-trash-file.tsx';
import styles from './FilesPage.module.css';

const loadPreview = () => import('./PreviewPanel.tsx');
const PreviewPanel = lazy(() => loadPreview().then((file) => ({ default: file.PreviewPanel })));

/** Files & Documents. Source: spec section 2. */
export function FilesPage() {
  const { id, role_id } = useCurrentUser();
  const { view, change } = usePageView();
  const overview = useQuery(overviewQuery({ ...view, search: view.search.trim() }));
  const teams = useQuery(teamsQuery);
  const fileTypes = useQuery(fileTypesQuery);
  const inTexts = useTextSearch(view);
  const selection = useSelectionOf(view);
  const [edited, setEdited] = useState<File>();
  const [detailed, setDetailed] = useState<File>();
  const { trash, dialog } = useTrashFile(selection);
  const heading = useRef<HTMLHeadingElement>(null);
  const previewed = usePreviewed();
  const onPreview = previewed.open;
  useEffect(() => fetchForPerson(loadPreview, loadEditFileForm, loadFileDetails), []);

  // The same until something in it changes: every row reads it, and there may be thousands.
  const parts = useMemo(
    () => ({
      person: { id, role_id: isRoleId(role_id) ? role_id : roles.user },
      teamNames: new Map(teams.data?.map((team) => [team.id, team.name])),
      fileTypes: fileTypes.data,
      onEdit: setEdited,
      onDelete: trash,
      onDetails: setDetailed,
      onPreview,
    }),
    [id, role_id, teams.data, fileTypes.data, trash, onPreview],
  );

  const ready = overview.data && !teams.isPending && !fileTypes.isPending;
  return (
    <FilesPageContext value={parts}>
      <FileSelectionContext value={selection}>
        <SelectionArea className={styles.page}>
          <PageHeader
            title={texts.title}
            subtitle={ownTexts.subtitle}
            headingRef={heading}
            actions={
              <div className={styles.tools}>
                {mayDeleteFile(parts.person) && <ToTrash />}
                <SelectButton />
                <SegmentedControl
                  aria-label={texts.groupBy}
                  data={groupings}
                  value={view.grouping}
                  onChange={(grouping) => change({ grouping })}
                />
              </div>
            }
          />
          <FilesStats totals={overview.data?.totals} failed={overview.isError} />
          <FilesToolbar view={view} teams={teams.data ?? []} fileTypes={fileTypes.data ?? []} onChange={change} />
          {overview.isError && !overview.isPlaceholderData ? (
            <FilesFailed query={overview} />
          ) : ready ? (
            <>
              <FilesResults
                overview={overview.data}
                stale={overview.isPlaceholderData}
                isInTexts={inTexts.isFound}
                onClear={() => change(withoutFilters(view))}
              />
              <TextResults search={inTexts} />
            </>
          ) : (
            <FilesLoading />
          )}
          <SelectionBar onDone={() => heading.current?.focus()} />
        </SelectionArea>
        <EditFileDialog file={edited} onClose={() => setEdited(undefined)} />
        <FileDetailsDrawer file={detailed} onClose={() => setDetailed(undefined)} />
        {previewed.id !== undefined && (
          <Suspense fallback={<PreviewOpening />}>
            <PreviewPanel
              id={previewed.id}
              overview={overview.data}
              onWalk={previewed.walk}
              onClose={previewed.close}
            />
          </Suspense>
        )}
        {dialog}
      </FileSelectionContext>
    </FilesPageContext>
  );
}

/**
 * A selection belongs to what it was made in: with another filter, search or grouping a new one begins. Where nothing was
 * selected it is the same one, so that no row is drawn again before there is an answer.
 */
function useSelectionOf(view: PageView): FileSelection {
  const address = writeView(view).toString();
  const [made, setMade] = useState(() => ({ address, selection: createFileSelection() }));
  if (made.address === address) return made.selection;
  const { files, isSelecting } = made.selection.picked();
  const isUsed = isSelecting || files.length > 0;
  const next = { address, selection: isUsed ? createFileSelection() : made.selection };
  setMade(next);
  return next.selection;
}

/** While the code of the preview is on its way. */
function PreviewOpening() {
  return (
    <div className={styles.opening}>
      <LoadingSpinner label={ownTexts.openingPreview} />
    </div>
  );
}

function ToTrash() {
  return (
    <Button
      component={Link}
      to="/trash"
      variant="default"
      className={styles.tool ?? ''}
      leftSection={<IconTrash size={17} stroke={1.75} aria-hidden="true" />}
    >
      {trashTexts.title}
    </Button>
  );
}

const groupings: { value: Grouping; label: string }[] = [
  { value: 'file_type', label: texts.byFileType },
  { value: 'team', label: texts.byTeam },
];
