import { Select } from '@mantine/core';
import type { SelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldLabels } from '#features/containers/core/container-fields.texts.ts';
import type { Container } from '#features/containers/core/containers.contract.ts';
import { ownTexts } from '#features/containers/core/containers.texts.ts';
import { searchDebounceMs } from '#shared/limits.ts';
import { peopleQuery } from '../parties.data.ts';

type Props = Omit<SelectProps, 'value' | 'onChange' | 'data'> & {
  /** The id as text; empty without an assignee. */
  value: string;
  onChange: (value: string, name: string) => void;
  /** Its assignee may be missing in the first suggestions. */
  container: Container | undefined;
};

/** Searches the people who may see containers. */
export function AssigneeField({ value, onChange, container, ...rest }: Props) {
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState(
    container?.assignee_id === undefined
      ? undefined
      : { id: container.assignee_id, name: container.assignee_name ?? '' },
  );
  const [search] = useDebouncedValue(typed === chosen?.name ? '' : typed.trim(), searchDebounceMs);
  const { data: found = [] } = useQuery(peopleQuery(search));
  const people = chosen && !found.some(({ id }) => id === chosen.id) ? [chosen, ...found] : found;
  return (
    <Select
      label={fieldLabels.assignee_name}
      data={people.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={value === '' ? null : value}
      onChange={(id) => {
        const person = people.find((one) => String(one.id) === id);
        setChosen(person);
        onChange(id ?? '', person?.name ?? '');
      }}
      onSearchChange={setTyped}
      placeholder={ownTexts.nobody}
      filter={({ options }) => options}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': ownTexts.unassign }}
      nothingFoundMessage={ownTexts.noPerson}
      comboboxProps={{ withinPortal: false }}
      // Otherwise Tab reaches the list, which closes and takes the focus with it. A listbox may have groups.
      scrollAreaProps={{ viewportProps: { tabIndex: -1, role: 'group' } }}
      maxDropdownHeight={220}
      {...rest}
    />
  );
}
