import { Autocomplete, NativeSelect, Textarea, TextInput } from '@mantine/core';
import type { AutocompleteProps, NativeSelectProps, TextInputProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { inputKindOf, portText } from '#features/containers/core/container-details.rules.ts';
import type { InputKind } from '#features/containers/core/container-details.rules.ts';
import { maxTextLengths } from '#features/containers/core/container-fields.rules.ts';
import type { Container } from '#features/containers/core/containers.contract.ts';
import { ownTexts } from '#features/containers/core/containers.texts.ts';
import type { EditableField } from '#features/containers/core/field-changes.rules.ts';
import { teamsQuery } from '#features/teams/web/teams.data.ts';
import { searchDebounceMs } from '#shared/limits.ts';
import { partiesQuery, portsQuery } from '../parties.data.ts';
import { AssigneeField } from './AssigneeField.tsx';

type Look = Pick<
  TextInputProps,
  'name' | 'label' | 'aria-label' | 'placeholder' | 'description' | 'error' | 'size' | 'className' | 'required'
> & { classNames?: { description: string }; 'data-autofocus'?: boolean };

type Props = Look & {
  field: EditableField;
  /** The present assignee and team may be missing in the suggestions. */
  container: Container | undefined;
  /** As the form holds it. */
  value: string;
  /** `shown`: the name of a person or a team. */
  onChange: (value: string, shown?: string) => void;
  /** The user has chosen a suggestion. */
  onChoose?: (value: string, shown?: string) => void;
  /** The lists of suggestions stand outside of a box that scrolls. */
  withinPortal?: boolean;
};

const maxNameLength = 255;

/** The input for one field of a container: in the form, in a cell of the table, and for many containers at once. */
export function ContainerInput({
  field,
  container,
  onChange,
  onChoose = onChange,
  withinPortal = false,
  ...look
}: Props) {
  const kind = inputKindOf(field);
  const common = { autoComplete: 'off', withAsterisk: false, ...look };
  const typed = {
    ...common,
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  };
  const suggested = { ...common, onChange, onOptionSubmit: onChoose, comboboxProps: { withinPortal } };
  const inputs: Record<InputKind, () => React.ReactNode> = {
    text: () => <TextInput {...typed} maxLength={maxTextLengths[field as 'seal'] ?? maxNameLength} />,
    lines: () => <Textarea {...typed} maxLength={maxTextLengths.remarks} autosize minRows={2} maxRows={8} />,
    date: () => <TextInput {...typed} type="date" min="1900-01-01" max="9999-12-31" />,
    number: () => <TextInput {...typed} type="number" min={0} step={field === 'packages' ? 1 : 'any'} />,
    party: () => <PartyField {...suggested} />,
    port: () => <PortField {...suggested} />,
    person: () => (
      <AssigneeField
        {...common}
        container={look.value === '' ? undefined : container}
        onChange={(id, name) => (id === '' ? onChange('', '') : onChoose(id, name))}
        comboboxProps={{ withinPortal }}
      />
    ),
    team: () => (
      <TeamField
        {...common}
        container={container}
        onChange={({ currentTarget: { value: id, selectedOptions } }) => onChange(id, selectedOptions[0]?.text)}
      />
    ),
  };
  return inputs[kind]();
}

type SuggestedProps = Omit<AutocompleteProps, 'data' | 'value'> & { value: string };

/** A supplier, customer or carrier. Every name is allowed. */
function PartyField(props: SuggestedProps) {
  const [search] = useDebouncedValue(props.value.trim(), searchDebounceMs);
  const { data = [] } = useQuery(partiesQuery(search));
  return <Suggested {...props} maxLength={maxNameLength} data={data.map((party) => party.name)} />;
}

/** A port, found by its name, country or code. Codes that the product does not know are allowed. */
function PortField(props: SuggestedProps) {
  const [typed] = useDebouncedValue(props.value.trim(), searchDebounceMs);
  const search = typed.replace(/ *\([A-Z0-9]{5}\)$/, '');
  const { data = [] } = useQuery(portsQuery(search));
  return <Suggested {...props} maxLength={60} data={data.map(({ code, name }) => portText(code, name))} />;
}

/** The server has chosen the suggestions; it compares without accents and spaces. */
const Suggested = (props: AutocompleteProps) => (
  <Autocomplete
    filter={({ options }) => options}
    maxDropdownHeight={220}
    // Otherwise Tab reaches the list, which closes and takes the focus with it. A listbox may have groups.
    scrollAreaProps={{ viewportProps: { tabIndex: -1, role: 'group' } }}
    {...props}
  />
);

type TeamProps = Omit<NativeSelectProps, 'data'> & { container: Container | undefined };

/** Without a team, everyone with the module sees the container. */
function TeamField({ container, ...rest }: TeamProps) {
  const { data = [] } = useQuery(teamsQuery);
  const teams = data.map(({ id, name }) => ({ value: String(id), label: name }));
  const present = String(container?.team_id ?? '');
  const isKnown = present === '' || teams.some(({ value }) => value === present);
  const unknown = isKnown ? [] : [{ value: present, label: container?.team_name ?? present }];
  return <NativeSelect {...rest} data={[{ value: '', label: ownTexts.everybodysTeam }, ...unknown, ...teams]} />;
}
