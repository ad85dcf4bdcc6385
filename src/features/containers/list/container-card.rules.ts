import { daysBetween } from '#shared/calendar.ts';
import { normalForm } from '#shared/fold.ts';
import { shortened } from '#shared/format.ts';
import { namedText } from '../core/container-details.rules.ts';
import { optionalDateFields, partyFields } from '../core/container-fields.rules.ts';
import type { revisedDates } from '../core/container-fields.rules.ts';
import { fieldLabel, fieldLabels, readableText } from '../core/container-fields.texts.ts';
import type { Container } from '../core/containers.contract.ts';
import { movedText, ownTexts } from '../core/containers.texts.ts';
import type { EditableField } from '../core/field-changes.rules.ts';
import { cardTexts } from './container-card.texts.ts';

/** Returns the first and the present value of a date, and in words how often and how far it has moved. */
export function revisionOf(container: Container, field: (typeof revisedDates)[number]) {
  const name = field.replace(/_date$/, '') as 'pfi' | 'ex_factory' | 'etd' | 'eta';
  const present = container[field] ?? '';
  const first = container[`first_${field}`] ?? present;
  const times = container[`${name}_moves`] ?? 0;
  return { first, present, change: times === 0 ? undefined : movedText(daysBetween(first, present), times) };
}

type Fact = [label: string, text: string];

/** The people of a container. See docs/specification.md#containers-the-card. */
export const personFacts = ({ user_name, checkedBy }: Container): Fact[] => [
  [ownTexts.createdBy, user_name],
  ...(checkedBy === null ? [] : [[ownTexts.checkedBy, checkedBy] satisfies Fact]),
];

/** Returns these fields of a container with their names, without the empty ones. */
export const factsOf = (container: Container, fields: readonly EditableField[]): Fact[] =>
  fields.flatMap((field) => {
    const text = readableText(field, namedText(container, field));
    return text === '' ? [] : [[fieldLabel(field), text] satisfies Fact];
  });

/**
 * Returns the people and the filled optional fields of a container for its card, with the names of the fields. The first ones
 * matter most, because a line of a card has no room for all. Values that are in the name of the container are left out.
 */
export function cardFacts(container: Container): Fact[] {
  const { vessel, voyage, pol, pol_name, pod, pod_name, remarks } = container;
  const joined = (label: string, sign: string, ...texts: (string | undefined)[]): Fact[] => {
    const text = texts.filter(Boolean).join(sign);
    return text === '' ? [] : [[label, text]];
  };
  const name = normalForm(container.name);
  const isInName = (field: 'container_number' | 'goods') => name.includes(normalForm(container[field] ?? ''));
  return [
    ...personFacts(container),
    ...joined(fieldLabels.remarks, '', remarks && shortened(remarks)),
    ...factsOf(container, partyFields),
    ...joined(fieldLabels.vessel, ' / ', vessel, voyage),
    ...joined(cardTexts.route, ' → ', pol_name ?? pol, pod_name ?? pod),
    ...factsOf(
      container,
      cardFields.filter((field) => !((field === 'container_number' || field === 'goods') && isInName(field))),
    ),
  ];
}

const cardFields = [
  ...optionalDateFields,
  'assignee_id',
  'team_id',
  'container_number',
  'bl_number',
  'booking_number',
  'goods',
  'packages',
  'weight_kg',
  'seal',
] as const;
