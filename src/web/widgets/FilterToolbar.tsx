import { Badge, Button } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import { SearchBox } from './SearchBox.tsx';
import styles from './FilterToolbar.module.css';

type Props = {
  searchLabel: string;
  search: string;
  /** The number of active filters, shown on the button. */
  active: number;
  texts: { filters: string; activeFilters: (count: number) => string };
  /** Whether the filters collapse only on phones. */
  collapsesOnPhones?: boolean;
  /** Whether the other ones start expanded. By default, if a filter is active. */
  startsExpanded?: boolean;
  onChange: (part: { search: string }) => void;
  /** Shown in the line of the search box if there is room, otherwise below it. */
  summary?: ReactNode;
  className?: string | undefined;
  filtersClassName: string | undefined;
  children: ReactNode;
};

/** The search box of a list and, behind a button, its filters. */
export function FilterToolbar(props: Props) {
  const {
    searchLabel,
    search,
    active,
    texts,
    collapsesOnPhones = false,
    onChange,
    className = '',
    summary,
    children,
  } = props;
  const { filtersClassName = '', startsExpanded = active > 0 } = props;
  const [expanded, setExpanded] = useState(!collapsesOnPhones && startsExpanded);
  const filtersId = useId();
  return (
    <div className={`${styles.toolbar} ${collapsesOnPhones ? styles.onPhones : ''} ${className}`}>
      <div className={styles.line}>
        <SearchBox label={searchLabel} value={search} onSearch={(text) => onChange({ search: text })} />
        <Button
          className={styles.toggle ?? ''}
          variant="default"
          leftSection={<IconAdjustmentsHorizontal size={17} stroke={1.75} aria-hidden="true" />}
          rightSection={
            active > 0 && (
              <Badge size="sm" circle title={texts.activeFilters(active)}>
                {active}
              </Badge>
            )
          }
          aria-expanded={expanded}
          aria-controls={filtersId}
          onClick={() => setExpanded(!expanded)}
        >
          <span className={styles.toggleText}>{texts.filters}</span>
        </Button>
        {summary !== undefined && <div className={styles.summary}>{summary}</div>}
      </div>
      {(expanded || collapsesOnPhones) && (
        <div id={filtersId} className={`${styles.filters} ${filtersClassName}`} data-unfolded={expanded}>
          {children}
        </div>
      )}
    </div>
  );
}
