import { VisuallyHidden } from '@mantine/core';
import { IconPaperclip } from '@tabler/icons-react';
import type { MouseEvent, ReactNode } from 'react';
import { Link } from 'react-router';
import { papersText, paperTexts } from '#features/checklist/checklist.texts.ts';
import { cardTexts } from '#features/containers/container-card.texts.ts';
import { portText } from '#features/containers/container-details.rules.ts';
import { openedParameter } from '#features/containers/containers-view.rules.ts';
import type { Container } from '#features/containers/containers.contract.ts';
import { ownTexts } from '#features/containers/containers.texts.ts';
import { formatCalendarDate } from '#shared/format.ts';
import { useContainersPage } from './containers-page.context.ts';
import styles from './CardDetails.module.css';

/** The filled optional fields that distinguish containers, and 'Documents', in one muted line. */
export function CardDetails({ container, nameId }: { container: Container; nameId: string }) {
  const { act } = useContainersPage();
  const open = (event: MouseEvent) => {
    // With one of these keys the browser opens a tab.
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    act('documents', container);
  };
  const details = detailsOf(container);
  return (
    <div className={styles.details} data-details>
      {details.length > 0 && (
        <ul className={styles.list}>
          {details.map(([name, value]) => (
            <li key={name}>{value}</li>
          ))}
        </ul>
      )}
      <Link
        className={styles.documents ?? ''}
        to={`/container-status?${openedParameter}=${container.id}`}
        aria-describedby={nameId}
        onClick={open}
      >
        <IconPaperclip size={14} stroke={1.7} aria-hidden="true" />
        {cardTexts.documents}
        <Papers container={container} />
      </Link>
    </div>
  );
}

/** '3/5': the linked types of the expected ones. Nothing if none is expected. */
function Papers({ container: { papers_expected, papers_there = 0, papers_missing = 0 } }: { container: Container }) {
  if (papers_expected === undefined) return null;
  return (
    <span className={styles.papers} data-tone={papers_missing > 0 ? 'danger' : 'neutral'}>
      <span aria-hidden="true">{papersText(papers_there, papers_expected)}</span>
      <VisuallyHidden>{paperTexts.counted(papers_there, papers_expected)}</VisuallyHidden>
    </span>
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
  return details.flatMap(([name, value]) =>
    value
      ? [
          [
            name,
            <bdi key={name} data-cut>
              {value}
            </bdi>,
          ],
        ]
      : [],
  );
}
