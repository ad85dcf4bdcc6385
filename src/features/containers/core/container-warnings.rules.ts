import { numberOf, wrongCheckDigit } from '#features/papers/container-number.rules.ts';
import type { ContainerWarning } from './container-fields.contract.ts';
import type { DateField } from './container-fields.rules.ts';
import type { Container } from './containers.contract.ts';
import { warningTexts } from './containers.texts.ts';

/** Each date is usually not later than the next one. */
const usualOrder = [
  ['ex_factory_date', 'pfi_date'],
  ['ex_factory_date', 'etd'],
  ['etd', 'eta'],
  ['atd', 'ata'],
  ['ata', 'last_free_day'],
  ['ata', 'empty_return_due'],
  ['received_on', 'departed_on'],
] as const;

/** The values that are compared. A form has empty texts. */
export type Checked = Pick<Container, 'name' | 'container_no' | 'container_number' | DateField>;

/** Returns notes about values that are probably wrong. They never refuse a change. */
export function warningsOf(container: Checked, isDuplicate: boolean): ContainerWarning[] {
  const warnings: ContainerWarning[] = [];
  const number = numberOf(container);
  if (isDuplicate && number)
    warnings.push({ code: 'duplicate_number', field: number.field, message: warningTexts.duplicate(number.value) });
  const wrong = number && wrongCheckDigit(number.value);
  if (number && wrong)
    warnings.push({
      code: 'check_digit',
      field: number.field,
      message: warningTexts.checkDigit(wrong.number, wrong.expected),
    });
  for (const [earlier, later] of usualOrder) {
    const [from, to] = [container[earlier], container[later]];
    if (from && to && from > to)
      warnings.push({ code: 'date_order', field: later, message: warningTexts.dateOrder(earlier, later) });
  }
  return warnings;
}
