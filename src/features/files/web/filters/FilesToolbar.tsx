import type { ReactNode } from 'react';
import type { FileType } from '#features/file-types/file-types.contract.ts';
import { ownTexts, texts } from '#features/files/core/files.texts.ts';
import { filesView } from '#features/files/list/files-view.rules.ts';
import type { PageView } from '#features/files/list/files-view.rules.ts';
import type { Team } from '#features/teams/teams.contract.ts';
import { FilterToolbar } from '#web/widgets/FilterToolbar.tsx';
import { FileFilters } from './FileFilters.tsx';
import styles from './FilesToolbar.module.css';

type Props = {
  view: PageView;
  teams: readonly Team[];
  fileTypes: readonly FileType[];
  onChange: (part: Partial<PageView>) => void;
  /** Shown in the same line if there is room. */
  summary: ReactNode;
};

/** The search box and, behind a button, the filters. */
export function FilesToolbar({ summary, ...props }: Props) {
  const { view, onChange } = props;
  return (
    <FilterToolbar
      searchLabel={texts.searchPlaceholder}
      search={view.search}
      active={filesView.activeFilters(view)}
      startsExpanded={false}
      texts={{ filters: texts.filters, activeFilters: ownTexts.activeFilters }}
      onChange={onChange}
      summary={summary}
      filtersClassName={styles.filters}
    >
      <FileFilters {...props} />
    </FilterToolbar>
  );
}
