import { Button, Group, Text } from '@mantine/core';
import { skipToken, useQuery } from '@tanstack/react-query';
import type { FileType } from '#features/file-types/file-types.contract.ts';
import { ownTexts, texts } from '#features/files/core/files.texts.ts';
import { filesView, typeLabel, withoutFilters } from '#features/files/list/files-view.rules.ts';
import type { PageView } from '#features/files/list/files-view.rules.ts';
import { waitingTexts } from '#features/files/list/waiting-papers.texts.ts';
import { FilterChips } from '#web/widgets/FilterChips.tsx';
import { useFilesPage } from '../files-page.context.ts';
import type { ShownOverview } from '../files.data.ts';
import { withMatches } from '../list/FilesResults.tsx';
import styles from './FilesSummary.module.css';

type Props = {
  view: PageView;
  overview: ShownOverview | undefined;
  fileTypes: readonly FileType[];
  onChange: (part: Partial<PageView>) => void;
  /** Called when the element with the focus disappears. */
  onFocusLost: () => void;
};

/** How many files a narrowed list has, and the filters that narrow it. Absent while none does. */
export function FilesSummary({ view, overview, fileTypes, onChange, onFocusLost }: Props) {
  const filters = useFilters(view, overview, fileTypes);
  if (!filesView.isNarrowed(view)) return null;
  return (
    <Group className={styles.summary ?? ''} gap="xs">
      {overview && filesView.isNarrowed(overview.view) && (
        <Text fz="sm" c="dimmed" lh={1.25}>
          {texts.showing(
            overview.matching,
            overview.totals.files,
            withMatches(overview.groups).length,
            overview.view.grouping === 'team' ? 'teams' : 'file types',
          )}
        </Text>
      )}
      <FilterChips<PageView> filters={filters} onChange={onChange} onFocusLost={onFocusLost} />
      <Button
        variant="subtle"
        size="compact-sm"
        onClick={() => {
          onChange(withoutFilters(view));
          onFocusLost();
        }}
      >
        {texts.clearFilters}
      </Button>
    </Group>
  );
}

function useFilters(view: PageView, overview: ShownOverview | undefined, fileTypes: readonly FileType[]) {
  const { person, teamNames, slots } = useFilesPage();
  const { uploaderId, month, teamId, fileTypeId, uploadDate, folder, containerId, waiting } = view;
  const container = useQuery({
    queryKey: ['containers', 'name', containerId],
    queryFn: containerId === undefined ? skipToken : ({ client }) => slots.nameOfContainer(client, containerId),
  });
  const uploader = () => {
    if (uploaderId === person.id) return ownTexts.uploadedByYou;
    // The name comes with the files, because not everyone may read the users.
    const files = overview?.groups.flatMap((group) => group.files) ?? [];
    return ownTexts.uploadedBy(
      files.find(({ user_id }) => user_id === uploaderId)?.user?.name || texts.unknownUploader,
    );
  };
  const containerName = () => container.data ?? (container.isError ? waitingTexts.noContainer : waitingTexts.loading);
  return [
    uploaderId !== undefined && { key: 'uploader', text: uploader(), without: { uploaderId: undefined } },
    month !== undefined && { key: 'month', text: ownTexts.uploadedIn(month), without: { month: undefined } },
    teamId !== undefined && {
      key: 'team',
      text: teamNames.get(teamId) ?? texts.unknownType(teamId),
      without: { teamId: undefined },
    },
    fileTypeId !== undefined && {
      key: 'type',
      text: typeLabel(fileTypeId, fileTypes),
      without: { fileTypeId: undefined },
    },
    uploadDate !== 'all' && {
      key: 'date',
      text: texts.uploadDates[uploadDate],
      without: { uploadDate: 'all' as const },
    },
    folder !== undefined && { key: 'folder', text: folder, without: { folder: undefined } },
    containerId !== undefined && { key: 'container', text: containerName(), without: { containerId: undefined } },
    waiting !== undefined && { key: 'waiting', text: waitingTexts.waiting, without: { waiting: undefined } },
  ].filter((filter) => filter !== false);
}
