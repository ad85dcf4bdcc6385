import { IconX } from '@tabler/icons-react';
import { useRef } from 'react';
import { extraFilters, filterTexts } from '#features/containers/container-filters.texts.ts';
import type { ContainersView } from '#features/containers/containers-view.rules.ts';
import type { Container } from '#features/containers/containers.contract.ts';
import { useFilterNames } from './use-filter-names.ts';
import styles from './MoreFilters.module.css';

type Props = {
  view: ContainersView;
  containers: readonly Container[];
  onChange: (part: Partial<ContainersView>) => void;
  /** Called when the last chip is removed with the focus on it. */
  onFocusLost: () => void;
};

/** The active filters of 'More filters'. A click removes one. */
export function FilterChips({ view, containers, onChange, onFocusLost }: Props) {
  const nameOf = useFilterNames(view, containers);
  const filters = extraFilters(view, nameOf);
  const list = useRef<HTMLUListElement>(null);
  if (filters.length === 0) return null;
  const remove = (without: Partial<ContainersView>) => {
    onChange(without);
    if (filters.length === 1) onFocusLost();
    else list.current?.querySelector('button')?.focus();
  };
  return (
    <ul className={styles.chips} aria-label={filterTexts.active} ref={list}>
      {filters.map(({ key, text, without }) => (
        <li key={key}>
          <button
            type="button"
            className={styles.chip}
            aria-label={filterTexts.remove(text)}
            onClick={() => remove(without)}
          >
            <bdi>{text}</bdi>
            <IconX size={14} stroke={2} aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  );
}
