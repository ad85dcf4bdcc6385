import { Stack, Text, VisuallyHidden } from '@mantine/core';
import { IconFileSearch, IconFolderOpen } from '@tabler/icons-react';
import { inTextTexts, ownTexts, refusals, texts } from '#features/files/core/files.texts.ts';
import { filesView } from '#features/files/list/files-view.rules.ts';
import type { PageView } from '#features/files/list/files-view.rules.ts';
import { useCurrentUser } from '#features/session/web/session.data.ts';
import { Card } from '#web/widgets/Card.tsx';
import { EmptyState } from '#web/widgets/EmptyState.tsx';
import type { ShownOverview } from '../files.data.ts';
import { useMayUpload } from '../may-upload.data.ts';
import { FileGroups } from './FileGroups.tsx';
import { FileHeadings } from './FileHeadings.tsx';
import styles from './FilesPage.module.css';

type Props = {
  overview: ShownOverview;
  stale: boolean;
  /** Whether the text search has results; undefined until known. */
  isInTexts: boolean | undefined;
  /** Whether the text search has ended without results. */
  isNotInTexts: boolean;
  onSort: (order: Pick<PageView, 'sort' | 'order'>) => void;
};

/** The groups, or the reason for an empty list. While the next view loads, the previous one stays on screen. */
export function FilesResults({ overview, stale, isInTexts, isNotInTexts, onSort }: Props) {
  const { view, totals, matching } = overview;
  const narrowed = filesView.isNarrowed(view);
  // A filtered list shows only groups with matches. The whole list also shows teams and types without files.
  const groups = narrowed ? withMatches(overview.groups) : overview.groups;

  return (
    <Stack gap="md" className={styles.results ?? ''} aria-busy={stale} data-narrowed={narrowed}>
      <VisuallyHidden role="status">{narrowed && !stale ? ownTexts.found(matching) : ''}</VisuallyHidden>
      {groups.length === 0 && isInTexts !== false ? (
        isInTexts && (
          <Text c="dimmed" px="md">
            {inTextTexts.noNames}
          </Text>
        )
      ) : groups.length === 0 ? (
        <Card>
          {narrowed ? (
            <EmptyState
              icon={IconFileSearch}
              title={texts.noFiles}
              hint={
                <>
                  <span>{texts.noMatch}</span>
                  <br />
                  {isNotInTexts && <span>{inTextTexts.none}</span>}
                </>
              }
            />
          ) : (
            <NoFilesYet />
          )}
        </Card>
      ) : (
        <>
          {!narrowed && totals.files === 0 && (
            <Card>
              <NoFilesYet />
            </Card>
          )}
          <div>
            {totals.files > 0 && <FileHeadings view={view} onSort={onSort} />}
            <FileGroups groups={groups} view={view} />
          </div>
        </>
      )}
    </Stack>
  );
}

/** Returns the groups of a narrowed list, which shows only those with matches. */
export const withMatches = <Group extends { files_count: number }>(groups: readonly Group[]): Group[] =>
  groups.filter((group) => group.files_count > 0);

/** Shows the first step in a company without files. */
function NoFilesYet() {
  const { team_id } = useCurrentUser();
  const mayUpload = useMayUpload();
  const hint = !mayUpload ? ownTexts.noFilesYet : team_id === null ? refusals.noTeam : <HowToUpload />;
  return <EmptyState icon={IconFolderOpen} title={texts.noFiles} hint={hint} />;
}

function HowToUpload() {
  return (
    <>
      {ownTexts.chooseWithUpload} <span className={styles.forPointer}>{ownTexts.orDrop}</span>
    </>
  );
}
