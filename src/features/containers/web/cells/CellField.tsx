import { Textarea, TextInput } from '@mantine/core';
import { cellKindOf } from '#features/containers/cells/cell-values.rules.ts';
import type { CellKind } from '#features/containers/cells/cell-values.rules.ts';
import { maxTextLengths } from '#features/containers/core/container-fields.rules.ts';
import type { Container } from '#features/containers/core/containers.contract.ts';
import type { EditableField } from '#features/containers/core/field-changes.rules.ts';
import { AssigneeField } from '../edit/AssigneeField.tsx';
import { personOf } from '../edit/container-values.ts';
import { PartyField, PortField } from '../edit/SuggestedField.tsx';
import { TeamField } from '../edit/TeamField.tsx';

type Props = {
  container: Container;
  field: EditableField;
  label: string;
  /** As the form holds it. */
  value: string;
  /** `shown`: the name of a person or a team. */
  onChange: (value: string, shown?: string) => void;
  /** The user has chosen a suggestion. */
  onChoose: (value: string, shown?: string) => void;
};

const maxNameLength = 255;
const inPortal = { withinPortal: true };

/** The field of the form for one cell. */
export function CellField({ container, field, label, value, onChange, onChoose }: Props) {
  const kind = cellKindOf(field);
  const common = { 'aria-label': label, size: 'xs', autoComplete: 'off', value } as const;
  const typed = {
    ...common,
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  };
  const suggested = { ...common, onChange, onOptionSubmit: onChoose, comboboxProps: inPortal };
  const fields: Record<CellKind, () => React.ReactNode> = {
    text: () => <TextInput {...typed} maxLength={maxTextLengths[field as 'seal'] ?? maxNameLength} />,
    lines: () => <Textarea {...typed} maxLength={maxTextLengths.remarks} autosize minRows={2} maxRows={8} />,
    date: () => <TextInput {...typed} type="date" min="1900-01-01" max="9999-12-31" />,
    number: () => <TextInput {...typed} type="number" min={0} step={field === 'packages' ? 1 : 'any'} />,
    party: () => <PartyField {...suggested} />,
    port: () => <PortField {...suggested} />,
    person: () => (
      <AssigneeField
        {...common}
        label={undefined}
        onChange={(id, name) => (id === '' ? onChange('', '') : onChoose(id, name))}
        known={value === '' ? undefined : personOf(container)}
        comboboxProps={inPortal}
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
  return fields[kind]();
}
