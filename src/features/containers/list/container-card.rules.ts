import { normalForm } from '#shared/fold.ts';
import { formatCalendarDate, locale, shortened } from '#shared/format.ts';
import { portText } from '../core/container-details.rules.ts';
import { optionalDateFields } from '../core/container-fields.rules.ts';
import { fieldLabels } from '../core/container-fields.texts.ts';
import type { Container } from '../core/containers.contract.ts';
import { ownTexts } from '../core/containers.texts.ts';
import { cardTexts } from './container-card.texts.ts';

type Fact = [label: string, text: string];

/** The people of a container. See docs/specification.md#containers-the-card. */
export const personFacts = ({ user_name, checkedBy }: Container): Fact[] => [
  [ownTexts.createdBy, user_name],
  ...(checkedBy === null ? [] : [[ownTexts.checkedBy, checkedBy] satisfies Fact]),
];

/**
 * Returns the people and the filled optional fields of a container for its card, with the names of the fields. The first ones
 * matter most, because a line of a card has no room for all. Values that are in the name of the container are left out.
 */
export function cardFacts(container: Container): Fact[] {
  const { vessel, voyage, pol, pol_name, pod, pod_name, packages, weight_kg, remarks } = container;
  const ports = [pol_name ?? portText(pol, undefined), pod_name ?? portText(pod, undefined)].filter(Boolean);
  const name = normalForm(container.name);
  const unlessInName = (text: string | undefined) => (text && name.includes(normalForm(text)) ? undefined : text);
  const dateOf = (field: (typeof optionalDateFields)[number]): [string, string | undefined] => {
    const date = container[field];
    return [fieldLabels[field], date && formatCalendarDate(date)];
  };
  const facts: [string, string | undefined][] = [
    ...personFacts(container),
    [fieldLabels.remarks, remarks && shortened(remarks)],
    [fieldLabels.supplier_name, container.supplier_name],
    [fieldLabels.customer_name, container.customer_name],
    [fieldLabels.carrier_name, container.carrier_name],
    [fieldLabels.vessel, [vessel, voyage].filter(Boolean).join(' / ')],
    [cardTexts.route, ports.join(' → ')],
    ...optionalDateFields.map(dateOf),
    [fieldLabels.assignee_name, container.assignee_name],
    [fieldLabels.team_name, container.team_name],
    [fieldLabels.container_number, unlessInName(container.container_number)],
    [fieldLabels.bl_number, container.bl_number],
    [fieldLabels.booking_number, container.booking_number],
    [fieldLabels.goods, unlessInName(container.goods)],
    [fieldLabels.packages, packages?.toLocaleString(locale)],
    [fieldLabels.weight_kg, weight_kg?.toLocaleString(locale)],
    [fieldLabels.seal, container.seal],
  ];
  return facts.filter((fact): fact is Fact => Boolean(fact[1]));
}
