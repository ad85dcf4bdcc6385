import { isDateField } from '#features/containers/core/container-fields.rules.ts';
import { fieldLabels } from '#features/containers/core/container-fields.texts.ts';
import type { ImportField } from '#features/containers/import/import-fields.rules.ts';
import { formatCalendarDate } from '#shared/format.ts';

/** A change names the stored field: 'supplier_id' is the column 'supplier_name'. */
export const importFieldOf = (field: string) =>
  field.replace(/^(supplier|customer|carrier|assignee|team)_id$/, '$1_name') as ImportField;

export const labelOf = (field: string): string => fieldLabels[importFieldOf(field)];

export const shownValue = (field: string, value: string): string =>
  isDateField(field) ? formatCalendarDate(value) : value;
