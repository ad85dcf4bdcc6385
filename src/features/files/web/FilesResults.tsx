import { Button, VisuallyHidden } from '@mantine/core';
import { IconFileSearch, IconFolderOpen } from '@tabler/icons-react';
import { isNarrowed } from '#features/files/files-view.rules.ts';
import { inTextTexts, ownTexts, texts } from '#features/files/files.texts.ts';
import { EmptyState } from '#web/widgets/EmptyState.tsx';
import { FileGroups } from './FileGroups.tsx';
import type { ShownOverview } from './files.data.ts';
import styles from './FilesResults.module.css';

type Props = {
  overview: ShownOverview;
  stale: boolean;
  /** Whether the text of documents has what was searched for; undefined until that is known. */
  isInTexts: boolean | undefined;
  onClear: () => void;
};

/** What was found, or why there is nothing. While the next view loads, the last one stays on screen. */
export function FilesResults({ overview, stale, isInTexts, onClear }: Props) {
  const { view, totals, matching } = overview;
  const narrowed = isNarrowed(view);
  // A narrowed list is about what matches; the whole list also shows teams and types that wait for their first file.
  const groups = narrowed ? overview.groups.filter((group) => group.files_count > 0) : overview.groups;
  const clear = (
    <Button variant="subtle" size="compact-sm" onClick={onClear}>
      {texts.clearFilters}
    </Button>
  );

  return (
    <div className={styles.results} aria-busy={stale}>
      {narrowed && (
        <div className={styles.summary}>
          <p className={styles.showing}>
            {texts.showing(matching, totals.files, groups.length, view.grouping === 'team' ? 'teams' : 'file types')}
          </p>
          {clear}
        </div>
      )}
      <VisuallyHidden role="status">{narrowed && !stale ? ownTexts.found(matching) : ''}</VisuallyHidden>
      {groups.length === 0 && isInTexts !== false ? (
        isInTexts && <p className={styles.noNames}>{inTextTexts.noNames}</p>
      ) : groups.length === 0 ? (
        <div className={styles.nothing}>
          {narrowed ? (
            <EmptyState icon={IconFileSearch} title={texts.noFiles} hint={texts.noMatch} />
          ) : (
            <EmptyState icon={IconFolderOpen} title={texts.noFiles} hint={ownTexts.noFilesYet} />
          )}
        </div>
      ) : (
        <FileGroups groups={groups} view={view} />
      )}
    </div>
  );
}
