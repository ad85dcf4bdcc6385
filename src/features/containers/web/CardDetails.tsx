import { IconPaperclip } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { linkTexts } from '#features/container-files/container-files.texts.ts';
import { portText } from '#features/containers/container-details.rules.ts';
import type { Container } from '#features/containers/containers.contract.ts';
import { ownTexts } from '#features/containers/containers.texts.ts';
import { formatCalendarDate } from '#shared/calendar.ts';
import { useContainersPage } from './containers-page.context.ts';
import styles from './CardDetails.module.css';

/** The filled optional fields that tell containers apart, and 'Documents', in one muted line. */
export function CardDetails({ container, nameId }: { container: Container; nameId: string }) {
  const { act } = useContainersPage();
  return (
    <ul className={styles.details}>
      {detailsOf(container).map(([name, value]) => (
        <li key={name}>{value}</li>
      ))}
      <li>
        <button
          type="button"
          className={styles.documents}
          aria-describedby={nameId}
          onClick={() => act('documents', container)}
        >
          <IconPaperclip size={14} stroke={1.7} aria-hidden="true" />
          {linkTexts.documents}
        </button>
      </li>
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
