import { optionalDateFields, textFields } from './container-fields.rules.ts';
import type { OptionalField } from './container-fields.rules.ts';
import type { Container } from './containers.contract.ts';

/** The optional fields as the form holds them: parties by name, ports as 'Hamburg (DEHAM)', people and teams by id. */
export type DetailValues = Record<OptionalField, string>;

const shown = (value: string | number | undefined) => (value === undefined ? '' : String(value));

export const portText = (code: string | undefined, name: string | undefined) =>
  code === undefined ? '' : name === undefined ? code : `${name} (${code})`;

export function detailsOf(container: Partial<Container> = {}): DetailValues {
  const { supplier_name, customer_name, carrier_name, pol, pol_name, pod, pod_name } = container;
  const same = [
    ...textFields,
    ...optionalDateFields,
    'packages',
    'weight_kg',
    'assignee_id',
    'team_id',
    'remarks',
  ] as const;
  // `Object.fromEntries` loses the type of its keys, which are the optional fields.
  return {
    ...Object.fromEntries(same.map((field) => [field, shown(container[field])])),
    supplier_id: shown(supplier_name),
    customer_id: shown(customer_name),
    carrier_id: shown(carrier_name),
    pol: portText(pol, pol_name),
    pod: portText(pod, pod_name),
  } as DetailValues;
}

/** Returns the fields that differ from those of the container. Only these are sent, so that others stay as they are. */
export function changedDetails(values: DetailValues, container: Container | undefined): OptionalField[] {
  const before = detailsOf(container);
  return (Object.keys(before) as OptionalField[]).filter((field) => values[field].trim() !== before[field]);
}

/** Returns the value for the call. A party is sent by its id, which another call returns. */
export function detailInput(field: OptionalField, text: string): string | number | null {
  const value = text.trim();
  if (value === '') return null;
  if (field === 'pol' || field === 'pod') return /\(([A-Z0-9]{5})\)$/.exec(value)?.[1] ?? value;
  const isNumber = field === 'packages' || field === 'weight_kg' || field.endsWith('_id');
  return isNumber ? Number(value) : value;
}

/** Returns the stored value of a field as the form shows it, if it differs from the entered one. An empty one is ''. */
export function storedDetail(
  field: OptionalField,
  values: DetailValues,
  stored: Container | undefined,
): string | undefined {
  if (!stored) return undefined;
  const shownNow = { ...detailsOf(stored), assignee_id: stored.assignee_name ?? '', team_id: stored.team_name ?? '' };
  return changedDetails(values, stored).includes(field) ? shownNow[field] : undefined;
}
