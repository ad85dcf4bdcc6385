import { recordOf } from '#shared/record-of.ts';
import { eventDays, isDateField, partyFields, revisedDates } from './container-fields.rules.ts';
import type { Container } from './containers.contract.ts';
import { editableFields, valueOf } from './field-changes.rules.ts';
import type { EditableField, Value } from './field-changes.rules.ts';

/** The fields as a form holds them: parties by name, ports as 'Hamburg (DEHAM)', people and teams by id. */
export type FormValues = Record<EditableField, string>;

export type InputKind = 'text' | 'lines' | 'date' | 'number' | 'party' | 'port' | 'person' | 'team';

const kinds: { [Field in EditableField]?: InputKind } = {
  remarks: 'lines',
  packages: 'number',
  weight_kg: 'number',
  pol: 'port',
  pod: 'port',
  assignee_id: 'person',
  team_id: 'team',
};

/** The input that edits a field. */
export function inputKindOf(field: EditableField): InputKind {
  if (isDateField(field)) return 'date';
  return partyFields.some((one) => one === field) ? 'party' : (kinds[field] ?? 'text');
}

export const portText = (code: string | undefined, name: string | undefined) =>
  code === undefined ? '' : name === undefined ? code : `${name} (${code})`;

/** Returns the text of a field as a form holds it. An empty field is ''. */
export function formText(container: Partial<Container>, field: EditableField): string {
  if (field === 'pol' || field === 'pod') return portText(container[field], container[`${field}_name`]);
  return inputKindOf(field) === 'party' ? nameOf(container, field) : String(container[field] ?? '');
}

/** Returns the name of the party, person or team of a field. Without one it is ''. */
export const nameOf = (container: Partial<Container>, field: EditableField) =>
  container[field.replace(/_id$/, '_name') as 'team_name'] ?? '';

/** Returns the text of a field that a person reads, and an import as well: people and teams are named. */
export const namedText = (container: Container, field: EditableField): string =>
  field === 'assignee_id' || field === 'team_id' ? nameOf(container, field) : formText(container, field);

export const formValuesOf = (container: Partial<Container> = {}): FormValues =>
  recordOf(editableFields, (field) => formText(container, field));

const differs = (values: FormValues, container: Partial<Container>, field: EditableField) =>
  values[field].trim() !== formText(container, field);

/** Returns the fields that differ from those of the container. Only these are sent, so that others stay as they are. */
export const changedValues = (values: FormValues, container: Partial<Container> = {}): EditableField[] =>
  editableFields.filter((field) => differs(values, container, field));

/** Returns the stored text of a field if it differs from the entered one. An empty one is ''. */
export const storedText = (field: EditableField, values: FormValues, stored: Container | undefined) =>
  stored && differs(values, stored, field) ? namedText(stored, field) : undefined;

/** Returns the value of a text for a call. A party keeps its name. */
export function inputOf(field: EditableField, text: string): Value {
  const value = text.trim();
  if (value === '') return null;
  const kind = inputKindOf(field);
  if (kind === 'port') return /\(([A-Z0-9]{5})\)$/.exec(value)?.[1] ?? value;
  return kind === 'number' || kind === 'person' || kind === 'team' ? Number(value) : value;
}

/** Whether the history of a change asks for a reason: of a promised date or a day of an event that was set. */
export const takesReason = (container: Container, field: EditableField): boolean =>
  [...revisedDates, ...eventDays].some((one) => one === field) && valueOf(container, field) !== null;

/** The fields in which a container differs from what a user has seen. */
export const fieldsChangedSince = (seen: Container, now: Container): EditableField[] =>
  editableFields.filter((field) => valueOf(seen, field) !== valueOf(now, field));
