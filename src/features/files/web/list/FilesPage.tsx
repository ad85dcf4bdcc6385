import { Group, SegmentedControl } from '@mantine/core';
import { IconTrash, IconUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { fileTypesQuery } from '#features/file-types/web/file-types.data.ts';
import type { File, Grouping, ListedFile } from '#features/files/core/files.contract.ts';
import { managesFiles } from '#features/files/core/files.rules.ts';
import { ownTexts, texts } from '#features/files/core/files.texts.ts';
import { filesExportContract } from '#features/files/list/files-export.contract.ts';
import { filesView } from '#features/files/list/files-view.rules.ts';
import type { PageView } from '#features/files/list/files-view.rules.ts';
import { trashTexts } from '#features/files/trash/trash.texts.ts';
import { useCurrentUser, useMayView } from '#features/session/web/session.data.ts';
import { teamsQuery } from '#features/teams/web/teams.data.ts';
import { isRoleId, roles } from '#shared/access.ts';
import { productModules } from '#shared/product-modules.ts';
import { wantedText } from '#shared/search-query.ts';
import { fetchOnFirstInput } from '#web/fetch-early.ts';
import { lazyPart } from '#web/lazy-part.ts';
import { useNow } from '#web/use-now.ts';
import { useView } from '#web/use-view.ts';
import { Card } from '#web/widgets/Card.tsx';
import { DownloadMenu } from '#web/widgets/DownloadMenu.tsx';
import { IconButton } from '#web/widgets/IconButton.tsx';
import { LoadFailed } from '#web/widgets/LoadFailed.tsx';
import { PageHeader } from '#web/widgets/PageHeader.tsx';
import { PartBoundary } from '#web/widgets/PartBoundary.tsx';
import { EditFileDialog, loadEditFileForm } from '../details/EditFileDialog.tsx';
import { FileDetailsDrawer, loadFileDetails } from '../details/FileDetailsDrawer.tsx';
import { FilesPageContext } from '../files-page.context.ts';
import type { FilesSlots } from '../files-page.context.ts';
import { exportFilters, listedIn, overviewQuery } from '../files.data.ts';
import { FilesStats } from '../filters/FilesStats.tsx';
import { FilesSummary } from '../filters/FilesSummary.tsx';
import { FilesToolbar } from '../filters/FilesToolbar.tsx';
import { useMayUpload } from '../may-upload.data.ts';
import { PreviewOpening } from '../preview/PreviewOpening.tsx';
import { usePreviewed } from '../preview/use-previewed.ts';
import { TextResults } from '../search/TextResults.tsx';
import { useTextSearch } from '../search/use-text-search.ts';
import { createFileSelection, FileSelectionContext } from '../selection/file-selection.ts';
import type { FileSelection } from '../selection/file-selection.ts';
import { SelectButton } from '../selection/SelectButton.tsx';
import { SelectionArea } from '../selection/SelectionArea.tsx';
import { SelectionBar } from '../selection/SelectionBar.tsx';
import { useTrashFile } from '../trash/use-trash-file.tsx';
import { FilesLoading } from './AwaitedRows.tsx';
import { FilesResults } from './FilesResults.tsx';
import { focusRow } from './focus-row.ts';
import styles from './FilesPage.module.css';

const loadPreview = () => import('../preview/PreviewPanel.tsx');
const PreviewPanel = lazyPart(() => loadPreview().then((file) => file.PreviewPanel));

const tenMinutesMs = 10 * 60 * 1000;

/** See docs/specification.md#files-page. */
export function FilesPage({ slots }: { slots: FilesSlots }) {
  const { id, role_id } = useCurrentUser();
  const { view, change } = useView(filesView);
  const overview = useQuery(
    overviewQuery({ ...view, search: view.search.trim(), textOrder: filesView.initial.textOrder }),
  );
  const teams = useQuery(teamsQuery);
  const fileTypes = useQuery(fileTypesQuery);
  // The names are shown first. The other searches would delay them.
  const namesAnswered = overview.isFetched;
  const inTexts = useTextSearch(view, namesAnswered);
  const mayUpload = useMayUpload();
  const mayOpenContainers = useMayView()(productModules.containers);
  const searched = wantedText(view.search.trim());
  const selection = useSelectionOf(view);
  const [edited, setEdited] = useState<File>();
  const [detailed, setDetailed] = useState<{ file: ListedFile; section?: 'containers' | undefined }>();
  const now = useNow(tenMinutesMs, (known, fresh) => fresh.getTime() - known.getTime() < tenMinutesMs);
  const heading = useRef<HTMLHeadingElement>(null);
  const previewed = usePreviewed();
  const { trash, dialog } = useTrashFile(selection, {
    onTrashed: (file, neighbour) => {
      if (previewed.id !== file.id) focusRow(neighbour, heading.current);
      else if (neighbour === undefined) previewed.close();
      else previewed.show({ id: neighbour });
    },
    onRestored: (file) => focusRow(file.id, heading.current),
  });
  const onPreview = previewed.open;
  useEffect(() => fetchOnFirstInput(loadFileDetails, loadPreview, loadEditFileForm), []);

  // Memoised, because thousands of rows may read it.
  const parts = useMemo(
    () => ({
      now,
      person: { id, role_id: isRoleId(role_id) ? role_id : roles.user },
      teamNames: new Map(teams.data?.map((team) => [team.id, team.name])),
      fileTypes: fileTypes.data,
      onEdit: setEdited,
      onDelete: trash,
      onDetails: (file: ListedFile, section?: 'containers') => setDetailed({ file, section }),
      mayOpenContainers,
      onPreview,
      slots,
    }),
    [id, role_id, now, teams.data, fileTypes.data, trash, onPreview, mayOpenContainers, slots],
  );

  const ready = overview.data && !teams.isPending && !fileTypes.isPending;
  return (
    <FilesPageContext value={parts}>
      <FileSelectionContext value={selection}>
        <PageHeader
          title={texts.title}
          headingRef={heading}
          actions={
            <>
              <DownloadMenu className={styles.wide} contract={filesExportContract} filters={exportFilters(view)} />
              {managesFiles(parts.person) && <ToTrash className={styles.wide} />}
              {mayUpload && (
                <IconButton icon={IconUpload} to="/uploadPage">
                  {ownTexts.upload}
                </IconButton>
              )}
            </>
          }
        />
        <SelectionArea>
          <FilesStats totals={overview.data?.totals} failed={overview.isError} view={view} onChange={change} />
          <FilesToolbar
            view={view}
            teams={teams.data ?? []}
            fileTypes={fileTypes.data ?? []}
            onChange={change}
            summary={
              <Group gap="xxs" justify="space-between">
                <FilesSummary
                  view={view}
                  overview={overview.data}
                  fileTypes={fileTypes.data ?? []}
                  onChange={change}
                  onFocusLost={() => heading.current?.focus()}
                />
                <Group className={styles.tools ?? ''} gap="xs" ms="auto">
                  {overview.data?.totals.files !== 0 && <SelectButton />}
                  <SegmentedControl
                    aria-label={texts.groupBy}
                    data={groupings}
                    value={view.grouping}
                    onChange={(grouping) => change({ grouping })}
                  />
                  {managesFiles(parts.person) && <ToTrash className={styles.phone} />}
                </Group>
              </Group>
            }
          />
          {overview.isError && !overview.isPlaceholderData ? (
            <Card>
              <LoadFailed query={overview} title={texts.loadFailed} />
            </Card>
          ) : ready ? (
            <>
              <PartBoundary>
                <FilesResults
                  overview={overview.data}
                  stale={overview.isPlaceholderData}
                  isInTexts={inTexts.isFound}
                  isNotInTexts={inTexts.isSearching && !inTexts.failed && inTexts.waiting === 0}
                  onSort={change}
                />
              </PartBoundary>
              <PartBoundary>
                <TextResults
                  search={inTexts}
                  hasNamed={overview.data.matching > 0}
                  order={view.textOrder}
                  onOrder={(textOrder) => change({ textOrder })}
                  addressOf={(search) => `?${filesView.write({ ...view, search })}`}
                  onFocusLost={() => heading.current?.focus()}
                />
              </PartBoundary>
              {mayOpenContainers && searched !== '' && (
                <Suspense fallback={null}>
                  <slots.FoundContainers search={searched} enabled={namesAnswered} />
                </Suspense>
              )}
            </>
          ) : (
            <FilesLoading />
          )}
          <SelectionBar onDone={() => heading.current?.focus()} />
        </SelectionArea>
        <EditFileDialog file={edited} onClose={() => setEdited(undefined)} />
        <FileDetailsDrawer file={detailed?.file} section={detailed?.section} onClose={() => setDetailed(undefined)} />
        {previewed.id !== undefined && (
          <Suspense
            fallback={
              <PreviewOpening
                id={previewed.id}
                listed={overview.data && listedIn(overview.data, previewed.id)}
                onClose={previewed.close}
              />
            }
          >
            <PreviewPanel
              id={previewed.id}
              overview={overview.data}
              onShow={previewed.show}
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
 * Each filter, search or grouping has a selection of its own. An empty selection is reused, so that rows do not render
 * again before the next response.
 */
function useSelectionOf(view: PageView): FileSelection {
  const address = filesView.write(view).toString();
  const [current, setCurrent] = useState(() => ({ address, selection: createFileSelection() }));
  if (current.address === address) return current.selection;
  const { files, isSelecting } = current.selection.picked();
  const isUsed = isSelecting || files.length > 0;
  const next = { address, selection: isUsed ? createFileSelection() : current.selection };
  setCurrent(next);
  return next.selection;
}

function ToTrash({ className = '' }: { className: string | undefined }) {
  return (
    <IconButton icon={IconTrash} to="/trash" variant="default" className={className}>
      {trashTexts.title}
    </IconButton>
  );
}

const groupings: { value: Grouping; label: string }[] = [
  { value: 'file_type', label: texts.byFileType },
  { value: 'team', label: texts.byTeam },
];
