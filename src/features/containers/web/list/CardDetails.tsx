import { Anchor, Text, VisuallyHidden } from '@mantine/core';
import { IconPaperclip } from '@tabler/icons-react';
import type { MouseEvent, ReactNode } from 'react';
import { Link } from 'react-router';
import type { Container } from '#features/containers/core/containers.contract.ts';
import { movedText, texts } from '#features/containers/core/containers.texts.ts';
import { cardFacts } from '#features/containers/list/container-card.rules.ts';
import { cardTexts } from '#features/containers/list/container-card.texts.ts';
import { openedParameter } from '#features/containers/list/containers-view.rules.ts';
import { papersText, paperTexts } from '#features/papers/checklist.texts.ts';
import { daysBetween } from '#shared/calendar.ts';
import { formatCalendarDate } from '#shared/format.ts';
import { useContainersPage } from '../containers-page.context.ts';
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

/** Both dates with their changes. */
export function dateFacts(container: Container): [label: string, value: ReactNode][] {
  const { pfi_date, first_pfi_date, pfi_moves, ex_factory_date, first_ex_factory_date, ex_factory_moves } = container;
  return [
    [texts.pfiDate, <MovedDate key="pfi" date={pfi_date} first={first_pfi_date} times={pfi_moves} />],
    [
      texts.exFactoryDate,
      <MovedDate key="exFactory" date={ex_factory_date} first={first_ex_factory_date} times={ex_factory_moves} />,
    ],
  ];
}

function MovedDate({ date, first, times }: { date: string; first: string; times: number }) {
  return (
    <>
      <time dateTime={date}>{formatCalendarDate(date)}</time>
      {times > 0 && (
        <Text fz="xs" c="var(--accent-text)">
          {movedText(daysBetween(first, date), times)}
        </Text>
      )}
    </>
  );
}
