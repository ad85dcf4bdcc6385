import { Autocomplete } from '@mantine/core';
import type { AutocompleteProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { portText } from '#features/containers/core/container-details.rules.ts';
import { searchDebounceMs } from '#shared/limits.ts';
import { partiesQuery, portsQuery } from '../parties.data.ts';

type Props = Omit<AutocompleteProps, 'data' | 'value'> & { value: string };

/** A supplier, customer or carrier. Every name is allowed. */
export function PartyField(props: Props) {
  const [search] = useDebouncedValue(props.value.trim(), searchDebounceMs);
  const { data = [] } = useQuery(partiesQuery(search));
  return <Suggested {...props} maxLength={255} data={data.map((party) => party.name)} />;
}

/** A port, found by its name, country or code. Codes that the product does not know are allowed. */
export function PortField(props: Props) {
  const [typed] = useDebouncedValue(props.value.trim(), searchDebounceMs);
  const search = typed.replace(/ *\([A-Z0-9]{5}\)$/, '');
  const { data = [] } = useQuery(portsQuery(search));
  return <Suggested {...props} maxLength={60} data={data.map(({ code, name }) => portText(code, name))} />;
}

/** The server has chosen the suggestions; it compares without accents and spaces. */
function Suggested({ data = [], ...rest }: AutocompleteProps) {
  return (
    <Autocomplete
      data={data}
      filter={({ options }) => options}
      maxDropdownHeight={220}
      comboboxProps={{ withinPortal: false }}
      // Otherwise Tab reaches the list, which closes and takes the focus with it. A listbox may have groups.
      scrollAreaProps={{ viewportProps: { tabIndex: -1, role: 'group' } }}
      {...rest}
    />
  );
}
