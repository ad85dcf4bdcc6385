import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { searchDebounceMs } from '#shared/limits.ts';
import { texts } from '../texts.ts';
import styles from './SearchBox.module.css';

type Props = {
  /** The accessible name, and the default of the placeholder. */
  label: string;
  placeholder?: string;
  /** The current search text. It follows typing after 300 ms. */
  value: string;
  onSearch: (text: string) => void;
};

/** A search field that sends the search after a pause in typing. See docs/specification.md#user-list. */
export function SearchBox({ label, placeholder = label, value, onSearch }: Props) {
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  const [sent, setSent] = useState(value);
  const search = (text: string) => {
    setSent(text);
    onSearch(text);
  };
  const searchSoon = useDebouncedCallback(search, searchDebounceMs);

  if (value !== known) {
    setKnown(value);
    // A change by 'Clear Filters' or the address replaces the text. The arrival of this box's own search does not, because more
    // may have been typed.
    if (value !== sent) {
      setSent(value);
      setTyped(value);
    }
  }

  const type = (text: string) => {
    setTyped(text);
    searchSoon(text);
  };
  const clear = () => {
    searchSoon.cancel();
    setTyped('');
    search('');
  };

  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={placeholder}
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
      leftSection={<IconSearch size={17} stroke={1.75} aria-hidden="true" />}
      rightSection={typed && <CloseButton size="md" aria-label={texts.clearSearch} onClick={clear} />}
      className={styles.box ?? ''}
    />
  );
}
