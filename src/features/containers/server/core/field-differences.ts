import { details as auditDetails } from '#features/audit/audit.texts.ts';
import { nameOf, portText } from '#features/containers/core/container-details.rules.ts';
import { partyFields } from '#features/containers/core/container-fields.rules.ts';
import { fieldLabel } from '#features/containers/core/container-fields.texts.ts';
import type { Container } from '#features/containers/core/containers.contract.ts';
import { changedFields, valueOf } from '#features/containers/core/field-changes.rules.ts';
import type { EditableField, FieldChange, Value } from '#features/containers/core/field-changes.rules.ts';
import { portName } from '../parties/ports.ts';
import type { OptionalValues } from './containers.queries.ts';

// The values of changed fields as the history, the audit log and previews show them.

/** The names of everything that a change refers to, by id. */
export type References = {
  parties: ReadonlyMap<number, string>;
  users: ReadonlyMap<number, string>;
  teams: ReadonlyMap<number, string>;
};

/** For a change of dates and statuses. */
export const noReferences: References = { parties: new Map(), users: new Map(), teams: new Map() };

export type Difference = { field: EditableField; from: string | null; to: string | null };

/** They contain names, which stay when the party or team is renamed or deleted. A new container has no values before. */
export function differencesOf(
  container: Container | undefined,
  change: FieldChange,
  references: References,
): Difference[] {
  const fields = container ? changedFields(container, change) : (Object.keys(change) as EditableField[]);
  return fields.map((field) => ({
    field,
    from: container ? shownBefore(container, field) : null,
    to: shownAfter(change[field] ?? null, field, references),
  }));
}

function shownBefore(old: Container, field: EditableField): string | null {
  const value = (field.endsWith('_id') && nameOf(old, field)) || valueOf(old, field);
  return value === null ? null : shownValue(field, value);
}

function shownAfter(value: Value, field: EditableField, { parties, users, teams }: References): string | null {
  if (value === null) return null;
  const names = field === 'assignee_id' ? users : field === 'team_id' ? teams : parties;
  return (field.endsWith('_id') ? names.get(Number(value)) : undefined) ?? shownValue(field, value);
}

const shownValue = (field: EditableField, value: string | number): string =>
  field === 'pol' || field === 'pod' ? portText(String(value), portName(String(value))) : String(value);

/** Returns the names of the parties that a container has after a change. */
export function partyNamesAfter(container: Container | undefined, change: OptionalValues, { parties }: References) {
  return partyFields.flatMap((field) => {
    const id = change[field];
    const isKept = id === undefined || id === container?.[field];
    return (isKept ? nameOf(container ?? {}, field) : parties.get(Number(id))) || [];
  });
}

/** Lists the changed fields for the audit log. */
export const editedText = (differences: readonly Difference[]) =>
  auditDetails.fields(
    differences.map(({ field, ...values }) => ({
      label: auditLabels[field] ?? fieldLabel(field),
      ...values,
    })),
  );

/** The audit log has its own names for the fields of the form. */
const auditLabels: Partial<Record<EditableField, string>> = {
  name: 'Name',
  container_no: 'Order number',
  pfi_date: 'PFI date',
  ex_factory_date: 'Ex-Factory date',
};
