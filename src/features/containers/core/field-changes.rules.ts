import { optionalFields } from './container-fields.rules.ts';
import type { Container } from './containers.contract.ts';

export const editableFields = ['name', 'container_no', 'pfi_date', 'ex_factory_date', ...optionalFields] as const;
export type EditableField = (typeof editableFields)[number];

export type Value = string | number | null;
/** The new values of fields. A field that is missing or undefined stays. */
export type FieldChange = { [Field in EditableField]?: Value | undefined };

export const valueOf = (container: Container, field: EditableField): Value => container[field] ?? null;

/** Returns the fields that a change gives another value. */
export const changedFields = (container: Container, change: FieldChange): EditableField[] =>
  editableFields.filter((field) => change[field] !== undefined && change[field] !== valueOf(container, field));
