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
  const { uploaderId, month, teamId, fileTypeId, uploadDate, folder, containerId } = view;
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
  const chips: [keyof PageView, () => string][] = [
    ['uploaderId', uploader],
    ['month', () => ownTexts.uploadedIn(month ?? '')],
    ['teamId', () => teamNames.get(Number(teamId)) ?? texts.unknownType(Number(teamId))],
    ['fileTypeId', () => typeLabel(Number(fileTypeId), fileTypes)],
    ['uploadDate', () => texts.uploadDates[uploadDate]],
    ['folder', () => folder ?? ''],
    ['containerId', containerName],
    ['waiting', () => waitingTexts.waiting],
  ];
  const { initial } = filesView;
  return chips
    .filter(([key]) => view[key] !== initial[key])
    .map(([key, text]) => ({ key, text: text(), without: { [key]: initial[key] } }));
}
