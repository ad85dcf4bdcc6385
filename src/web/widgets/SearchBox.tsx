import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { searchDebounceMs } from '#shared/limits.ts';
import { texts } from '../texts.ts';

type Props = {
  /** The accessible name and, unless `placeholder` says otherwise, the placeholder. */
  label: string;
  placeholder?: string;
  /** What is being searched for; typing runs ahead of it by 300 ms. */
  value: string;
  onSearch: (text: string) => void;
  className?: string;
};

/** A search field that waits until typing pauses. Source: spec section 5. */
export function SearchBox({ label, placeholder = label, value, onSearch, className }: Props) {
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  const searchSoon = useDebouncedCallback(onSearch, searchDebounceMs);

  // The search was changed from outside, by 'Clear Filters' or the address bar.
  if (value !== known) {
    setKnown(value);
    setTyped(value);
  }

  const type = (text: string) => {
    setTyped(text);
    searchSoon(text);
  };
  const clear = () => {
    searchSoon.cancel();
    setTyped('');
    onSearch('');
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
      {...(className !== undefined && { className })}
    />
  );
}
