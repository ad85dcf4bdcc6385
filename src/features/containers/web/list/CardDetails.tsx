import { Anchor, Text, VisuallyHidden } from '@mantine/core';
import { IconPaperclip } from '@tabler/icons-react';
import { Fragment } from 'react';
import type { MouseEvent, ReactNode } from 'react';
import { Link } from 'react-router';
import { fieldLabels } from '#features/containers/core/container-fields.texts.ts';
import type { Container } from '#features/containers/core/containers.contract.ts';
import { cardFacts, revisionOf } from '#features/containers/list/container-card.rules.ts';
import { cardTexts } from '#features/containers/list/container-card.texts.ts';
import { openedParameter } from '#features/containers/list/containers-view.rules.ts';
import { papersText, paperTexts } from '#features/papers/checklist.texts.ts';
import { useContainersPage } from '../containers-page.context.ts';
import { Day } from '../Day.tsx';
import styles from './ContainerCard.module.css';

/** The people and the filled optional fields, each with its name. */
export function CardDetails({ container }: { container: Container }) {
  return (
    <dl className={styles.details}>
      {cardFacts(container).map(([label, text]) => (
        <div key={label}>
          <dt>{label}</dt>{' '}
          <dd>
            <bdi>{text}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Opens the documents. With '3/5', the linked types of the expected ones, if any are expected. */
export function CardDocuments({ container, nameId }: { container: Container; nameId: string }) {
  const { act } = useContainersPage();
  const open = (event: MouseEvent) => {
    // With one of these keys the browser opens a tab.
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    act('documents', container);
  };
  const { papers_expected, papers_there = 0, papers_missing = 0 } = container;
  return (
    <Anchor
      component={Link}
      inherit
      className={styles.documents ?? ''}
      to={`/container-status?${openedParameter}=${container.id}`}
      aria-describedby={nameId}
      onClick={open}
    >
      <IconPaperclip size={14} stroke={1.7} aria-hidden="true" />
      {cardTexts.documents}
      {papers_expected !== undefined && (
        <span className={styles.papers} data-tone={papers_missing > 0 ? 'danger' : 'neutral'}>
          <span aria-hidden="true">{papersText(papers_there, papers_expected)}</span>
          <VisuallyHidden>{paperTexts.counted(papers_there, papers_expected)}</VisuallyHidden>
        </span>
      )}
    </Anchor>
  );
}

type Fact = [label: string, value: ReactNode];

const bothDates = ['pfi_date', 'ex_factory_date'] as const;

/** Both dates with their changes. */
export const dateFacts = (container: Container) =>
  bothDates.map((field): Fact => {
    const { present, change } = revisionOf(container, field);
    return [
      fieldLabels[field],
      <Fragment key={field}>
        <Day date={present} />
        {change && (
          <Text fz="xs" c="var(--accent-text)">
            {change}
          </Text>
        )}
      </Fragment>,
    ];
  });

/** The first values of both dates. Later changes are measured against them. */
export const firstDateFacts = (container: Container) =>
  bothDates.map((field): Fact => [fieldLabels[field], <Day key={field} date={revisionOf(container, field).first} />]);
