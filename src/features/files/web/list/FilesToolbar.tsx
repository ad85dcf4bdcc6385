import type { FileType } from '#features/file-types/file-types.contract.ts';
import { filesView } from '#features/files/files-view.rules.ts';
import type { PageView } from '#features/files/files-view.rules.ts';
import { inTextTexts, ownTexts, texts } from '#features/files/files.texts.ts';
import type { Team } from '#features/teams/teams.contract.ts';
import { FilterToolbar } from '#web/widgets/FilterToolbar.tsx';
import { FileFilters } from './FileFilters.tsx';
import styles from './FilesToolbar.module.css';

type Props = {
  view: PageView;
  teams: readonly Team[];
  fileTypes: readonly FileType[];
  onChange: (part: Partial<PageView>) => void;
};

/** The filters that chips show. */
const withoutChips = { uploaderId: undefined, month: undefined };

/** The search box and, behind a button, the filters. */
export function FilesToolbar(props: Props) {
  const { view, onChange } = props;
  const searched = view.search.trim();
  return (
    <>
      <FilterToolbar
        searchLabel={texts.searchPlaceholder}
        search={view.search}
        active={filesView.activeFilters(view)}
        startsExpanded={filesView.activeFilters({ ...view, ...withoutChips }) > 0}
        texts={{ filters: texts.filters, activeFilters: ownTexts.activeFilters }}
        onChange={onChange}
        filtersClassName={styles.filters}
      >
        <FileFilters {...props} />
      </FilterToolbar>
      {searched !== '' && <p className={styles.hint}>{inTextTexts.hint}</p>}
    </>
  );
}
