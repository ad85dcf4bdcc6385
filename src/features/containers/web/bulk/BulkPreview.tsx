import { IconArrowRight } from '@tabler/icons-react';
import type { bulkContract } from '#features/containers/bulk/container-bulk.contract.ts';
import { bulkTexts, plannedLabel, plannedValue } from '#features/containers/bulk/container-bulk.texts.ts';
import { gapTexts } from '#features/papers/checklist.texts.ts';
import type { AnswerOf } from '#shared/endpoint.ts';
import styles from './BulkBar.module.css';

/** The dialog stays fast with 2,000 containers. */
const maxShown = 200;

/** The containers that change, with their values before and after. */
export function BulkPreview({ plan }: { plan: AnswerOf<typeof bulkContract.change> }) {
  const changing = plan.containers.filter(({ changes }) => changes.length > 0);
  const hidden = changing.length - maxShown;
  return (
    <>
      <p className={styles.summary} role="status">
        {bulkTexts.summary(plan.changed, plan.unchanged)}
        {plan.papers_missing > 0 && ` ${gapTexts.inBulk(plan.papers_missing)}`}
      </p>
      {changing.length > 0 && (
        // A keyboard scrolls the list.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <ul className={styles.planned} aria-label={bulkTexts.planned} tabIndex={0}>
          {changing.slice(0, maxShown).map(({ id, name, container_no, changes }) => (
            <li key={id} className={styles.plan}>
              <span className={styles.name}>
                <bdi>{name}</bdi>
                <bdi className={styles.number}>{container_no}</bdi>
              </span>
              <ul className={styles.changes}>
                {changes.map(({ field, from, to }) => (
                  <li key={field}>
                    <span className={styles.label}>{plannedLabel(field)}</span>
                    <bdi>{plannedValue(from)}</bdi>
                    <IconArrowRight size={14} stroke={2} aria-label="→" role="img" />
                    <bdi className={styles.to}>{plannedValue(to)}</bdi>
                  </li>
                ))}
              </ul>
            </li>
          ))}
          {hidden > 0 && <li className={styles.plan}>{bulkTexts.moreRows(hidden)}</li>}
        </ul>
      )}
    </>
  );
}
