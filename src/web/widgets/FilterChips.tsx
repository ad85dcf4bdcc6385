import { IconX } from '@tabler/icons-react';
import { useRef } from 'react';
import { texts } from '../texts.ts';
import styles from './FilterChips.module.css';

type Filter<View> = {
  key: string;
  text: string;
  /** The change of the view that removes the filter. */
  without: Partial<View>;
};

type Props<View> = {
  filters: readonly Filter<View>[];
  onChange: (part: Partial<View>) => void;
  /** Called when the last chip is removed with the focus on it. */
  onFocusLost: () => void;
};

/** Active filters of a list. A click removes one. */
export function FilterChips<View>({ filters, onChange, onFocusLost }: Props<View>) {
  const list = useRef<HTMLUListElement>(null);
  if (filters.length === 0) return null;
  const remove = (without: Partial<View>, index: number) => {
    const chips = list.current?.querySelectorAll('button');
    onChange(without);
    if (filters.length === 1) onFocusLost();
    else (chips?.[index + 1] ?? chips?.[index - 1])?.focus();
  };
  return (
    <ul className={styles.chips} aria-label={texts.activeFilters} ref={list}>
      {filters.map(({ key, text, without }, index) => (
        <li key={key}>
          <button
            type="button"
            className={styles.chip}
            aria-label={texts.removeFilter(text)}
            onClick={() => remove(without, index)}
          >
            <bdi>{text}</bdi>
            <IconX size={14} stroke={2} aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  );
}
