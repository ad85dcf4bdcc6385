import type { ReactNode } from 'react';
import { portText } from '#features/containers/container-details.rules.ts';
import type { Container } from '#features/containers/containers.contract.ts';
import { ownTexts } from '#features/containers/containers.texts.ts';
import { formatCalendarDate } from '#shared/calendar.ts';
import styles from './CardDetails.module.css';

/** The filled optional fields that tell containers apart, in one muted line. Empty without any. */
export function CardDetails({ container }: { container: Container }) {
  const details = detailsOf(container);
  if (details.length === 0) return null;
  return (
    <ul className={styles.details}>
      {details.map(([name, value]) => (
        <li key={name}>{value}</li>
      ))}
    </ul>
  );
}

function detailsOf(container: Container): [string, ReactNode][] {
  const { container_number, bl_number, supplier_name, vessel, voyage, pol, pol_name, pod, pod_name, eta } = container;
  const ports = [pol_name ?? portText(pol, undefined), pod_name ?? portText(pod, undefined)].filter(Boolean);
  const details: [string, string | undefined][] = [
    ['number', container_number],
    ['lading', bl_number],
    ['supplier', supplier_name],
    ['vessel', [vessel, voyage].filter(Boolean).join(' / ')],
    ['ports', ports.join(' → ')],
    ['eta', eta && ownTexts.etaIs(formatCalendarDate(eta))],
    ['assignee', container.assignee_name && ownTexts.assignedTo(container.assignee_name)],
  ];
  return details.flatMap(([name, value]) => (value ? [[name, <bdi key={name}>{value}</bdi>]] : []));
}
