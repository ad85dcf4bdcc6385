import { Badge, Button } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useId, useState } from 'react';
import type { FileType } from '#features/file-types/file-types.contract.ts';
import { activeFilters } from '#features/files/files-view.rules.ts';
import type { PageView } from '#features/files/files-view.rules.ts';
import { ownTexts, texts } from '#features/files/files.texts.ts';
import type { Team } from '#features/teams/teams.contract.ts';
import { SearchBox } from '#web/widgets/SearchBox.tsx';
import { FileFilters } from './FileFilters.tsx';
import styles from './FilesToolbar.module.css';

type Props = {
  view: PageView;
  teams: readonly Team[];
  fileTypes: readonly FileType[];
  onChange: (part: Partial<PageView>) => void;
};

/** The search box and, behind a button, the filters. */
export function FilesToolbar(props: Props) {
  const { view, onChange } = props;
  const active = activeFilters(view);
  const [open, setOpen] = useState(active > 0);
  const panelId = useId();

  return (
    <div className={styles.toolbar}>
      <div className={styles.line}>
        <div className={styles.search}>
          <SearchBox label={texts.searchPlaceholder} value={view.search} onSearch={(search) => onChange({ search })} />
        </div>
        <Button
          variant="default"
          leftSection={<IconAdjustmentsHorizontal size={17} stroke={1.75} aria-hidden="true" />}
          rightSection={active > 0 && <ActiveCount count={active} />}
          aria-expanded={open}
          aria-controls={panelId}
          onClick={() => setOpen(!open)}
        >
          {texts.filters}
        </Button>
      </div>
      {open && <FileFilters {...props} id={panelId} />}
    </div>
  );
}

function ActiveCount({ count }: { count: number }) {
  return (
    <Badge size="sm" circle title={ownTexts.activeFilters(count)}>
      {count}
    </Badge>
  );
}
