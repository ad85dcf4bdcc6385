import { detailInput, detailsOf } from '../core/container-details.rules.ts';
import { eventDays, isDateField, partyFields, revisedDates } from '../core/container-fields.rules.ts';
import type { Container } from '../core/containers.contract.ts';
import { editableFields, valueOf } from '../core/field-changes.rules.ts';
import type { EditableField, Value } from '../core/field-changes.rules.ts';
import { isRequiredCell } from './container-cells.rules.ts';
import type { requiredCells } from './container-cells.rules.ts';

type Required = (typeof requiredCells)[number];
const isRequired = (field: EditableField): field is Required => isRequiredCell(field);

export type CellKind = 'text' | 'lines' | 'date' | 'number' | 'party' | 'port' | 'person' | 'team';

/** The field of the form that edits a cell. */
export function cellKindOf(field: EditableField): CellKind {
  if (isDateField(field)) return 'date';
  if (partyFields.some((one) => one === field)) return 'party';
  const kinds: { [Field in EditableField]?: CellKind } = {
    remarks: 'lines',
    packages: 'number',
    weight_kg: 'number',
    pol: 'port',
    pod: 'port',
    assignee_id: 'person',
    team_id: 'team',
  };
  return kinds[field] ?? 'text';
}

/** Returns the text of a field as the form holds it: people and teams by id. */
export const formText = (container: Container, field: EditableField): string =>
  isRequired(field) ? container[field] : detailsOf(container)[field];

/** Returns the value of a text of the form for the call. */
export function cellInput(field: EditableField, text: string): Value {
  const value = text.trim();
  if (!isRequired(field) && cellKindOf(field) !== 'party') return detailInput(field, value);
  return value === '' ? null : value;
}

/** Returns the text of a field on the clipboard, which the import reads again: people and teams by name. */
export function copiedText(container: Container, field: EditableField): string {
  if (field === 'assignee_id') return container.assignee_name ?? '';
  if (field === 'team_id') return container.team_name ?? '';
  return formText(container, field);
}

/** Whether the history of a change asks for a reason, as the form does: a promised date or a day of an event that was set. */
export const takesReason = (container: Container, field: EditableField): boolean =>
  [...revisedDates, ...eventDays].some((one) => one === field) && valueOf(container, field) !== null;

/** The fields in which a container differs from what a user has seen. */
export const fieldsChangedSince = (seen: Container, now: Container): EditableField[] =>
  editableFields.filter((field) => valueOf(seen, field) !== valueOf(now, field));
