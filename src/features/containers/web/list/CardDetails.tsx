import { VisuallyHidden } from '@mantine/core';
import { IconPaperclip } from '@tabler/icons-react';
import type { MouseEvent } from 'react';
import { Link } from 'react-router';
import type { Container } from '#features/containers/core/containers.contract.ts';
import { cardDetails } from '#features/containers/list/container-card.rules.ts';
import { cardTexts } from '#features/containers/list/container-card.texts.ts';
import { openedParameter } from '#features/containers/list/containers-view.rules.ts';
import { papersText, paperTexts } from '#features/papers/checklist.texts.ts';
import { useContainersPage } from '../containers-page.context.ts';
import styles from './CardDetails.module.css';

/** The filled optional fields and 'Documents', muted. */
export function CardDetails({ container, nameId }: { container: Container; nameId: string }) {
  const { act } = useContainersPage();
  const open = (event: MouseEvent) => {
    // With one of these keys the browser opens a tab.
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    act('documents', container);
  };
  const details = cardDetails(container);
  return (
    <div className={styles.details} data-details>
      {details.length > 0 && (
        <ul className={styles.list}>
          {details.map(([field, text]) => (
            <li key={field}>
              <bdi data-cut>{text}</bdi>
            </li>
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
