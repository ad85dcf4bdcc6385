import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldLabel } from '#features/containers/core/container-fields.texts.ts';
import { filterTexts } from '#features/containers/list/container-filters.texts.ts';
import type { ReferenceFilter } from '#features/containers/list/container-filters.texts.ts';
import { teamsQuery } from '#features/teams/web/teams.data.ts';
import { searchDebounceMs } from '#shared/limits.ts';
import { partiesQuery, peopleQuery, portsQuery } from '../parties.data.ts';

type Props = {
  field: ReferenceFilter;
  value: number | undefined;
  /** The name of the current choice, which the search may not find. */
  name: string | undefined;
  onChange: (id: number | undefined, name: string | undefined) => void;
  placeholder?: string;
};

/** Chooses a supplier, customer, carrier, person or team by a part of the name. */
export function ReferenceSelect({ field, value, name, onChange, placeholder = filterTexts.any }: Props) {
  const [typed, setTyped] = useState(name ?? '');
  const search = useSearched(typed, name);
  const isParty = field !== 'assignee_id' && field !== 'team_id';
  const parties = useQuery({ ...partiesQuery(search), enabled: isParty });
  const people = useQuery({ ...peopleQuery(search), enabled: field === 'assignee_id' });
  const teams = useQuery({ ...teamsQuery, enabled: field === 'team_id' });
  const found = (field === 'team_id' ? teams.data : field === 'assignee_id' ? people.data : parties.data) ?? [];
  const chosen =
    value === undefined || found.some(({ id }) => id === value) ? [] : [{ id: value, name: name ?? typed }];
  return (
    <SearchedSelect
      label={fieldLabel(field)}
      placeholder={placeholder}
      data={[...chosen, ...found].map(({ id, name }) => ({ value: String(id), label: name }))}
      value={value === undefined ? null : String(value)}
      typed={typed}
      onType={setTyped}
      onChange={(id, label) => onChange(id === undefined ? undefined : Number(id), label)}
      filtersItself={field === 'team_id'}
    />
  );
}

type PortProps = { label: string; value: string | undefined; onChange: (code: string | undefined) => void };

/** Chooses a port by a part of its name, country or code. */
export function PortSelect({ label, value, onChange }: PortProps) {
  const [typed, setTyped] = useState(value ?? '');
  const search = useSearched(typed, value);
  const ports = useQuery(portsQuery(search));
  const found = (ports.data ?? []).map(({ code, name, country }) => ({
    value: code,
    label: `${name}, ${country} (${code})`,
  }));
  const chosen = value === undefined || found.some((port) => port.value === value) ? [] : [{ value, label: value }];
  return (
    <SearchedSelect
      label={label}
      placeholder={filterTexts.any}
      data={[...chosen, ...found]}
      value={value ?? null}
      typed={typed}
      onType={setTyped}
      onChange={onChange}
    />
  );
}

type SearchedProps = {
  label: string;
  placeholder: string;
  data: { value: string; label: string }[];
  value: string | null;
  typed: string;
  onType: (text: string) => void;
  onChange: (value: string | undefined, label: string | undefined) => void;
  /** The options are complete, so typing narrows them here. Otherwise the server has searched. */
  filtersItself?: boolean;
};

function SearchedSelect({ typed, onType, onChange, filtersItself = false, ...rest }: SearchedProps) {
  return (
    <Select
      {...rest}
      searchable
      clearable
      searchValue={typed}
      onSearchChange={onType}
      onChange={(value, option) => onChange(value ?? undefined, option?.label)}
      nothingFoundMessage={filterTexts.noneFound}
      {...(!filtersItself && { filter: ({ options }) => options })}
      maxDropdownHeight={240}
    />
  );
}

/** The text to search for, after a pause in typing. The name of the current choice is not searched for. */
function useSearched(typed: string, name: string | undefined): string {
  const [search] = useDebouncedValue(typed.trim(), searchDebounceMs);
  return search === name ? '' : search;
}
