import { normalForm } from '#shared/fold.ts';
import { formatCalendarDate, locale, shortened } from '#shared/format.ts';
import { portText } from '../core/container-details.rules.ts';
import { optionalDateFields } from '../core/container-fields.rules.ts';
import { fieldLabels } from '../core/container-fields.texts.ts';
import type { Container } from '../core/containers.contract.ts';
import { ownTexts } from '../core/containers.texts.ts';
import { cardTexts } from './container-card.texts.ts';

/** Returns the filled optional fields of a container with the texts of its card. Values that are in the name are left out. */
export function cardDetails(container: Container): [field: string, text: string][] {
  const { vessel, voyage, pol, pol_name, pod, pod_name, packages, weight_kg, assignee_name } = container;
  const ports = [pol_name ?? portText(pol, undefined), pod_name ?? portText(pod, undefined)].filter(Boolean);
  const labelled = (field: 'booking_number' | 'customer_name' | 'carrier_name' | 'seal' | 'team_name') =>
    container[field] && cardTexts.labelled(fieldLabels[field], container[field]);
  const name = normalForm(container.name);
  const unlessInName = (text: string | undefined) => (text && name.includes(normalForm(text)) ? undefined : text);
  const details: [string, string | undefined][] = [
    ['number', unlessInName(container.container_number)],
    ['lading', container.bl_number],
    ['booking', labelled('booking_number')],
    ['supplier', container.supplier_name],
    ['customer', labelled('customer_name')],
    ['carrier', labelled('carrier_name')],
    ['vessel', [vessel, voyage].filter(Boolean).join(' / ')],
    ['ports', ports.join(' → ')],
    ...optionalDateFields.map((field): [string, string | undefined] => {
      const date = container[field];
      return [field, date && cardTexts.labelled(fieldLabels[field], formatCalendarDate(date))];
    }),
    ['goods', unlessInName(container.goods)],
    ['packages', packages === undefined ? undefined : cardTexts.packages(packages)],
    ['weight', weight_kg === undefined ? undefined : cardTexts.weight(weight_kg.toLocaleString(locale))],
    ['seal', labelled('seal')],
    ['assignee', assignee_name && ownTexts.assignedTo(assignee_name)],
    ['team', labelled('team_name')],
    ['remarks', container.remarks && cardTexts.labelled(fieldLabels.remarks, shortened(container.remarks))],
  ];
  return details.filter((detail): detail is [string, string] => Boolean(detail[1]));
}
