import { VisuallyHidden } from '@mantine/core';
import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Paper } from '#features/papers/checklist.contract.ts';
import { stages } from '#features/papers/checklist.rules.ts';
import { paperTexts, stageLabels } from '#features/papers/checklist.texts.ts';
import { papersQuery } from './checklist.data.ts';
import styles from './ExpectedPapers.module.css';

/** The expected types of documents by step, and whether each is linked. Nothing if none is expected. */
export function ExpectedPapers({ containerId }: { containerId: number }) {
  const { data, isError } = useQuery(papersQuery(containerId));
  if (isError) return <p className={styles.failed}>{paperTexts.loadFailed}</p>;
  if (!data || data.length === 0) return null;
  const there = data.filter(({ is_there }) => is_there).length;
  const missing = data.filter(({ is_due }) => is_due).length;
  return (
    <div className={styles.papers} role="group" aria-label={paperTexts.expected}>
      <p className={styles.summary} data-tone={missing > 0 ? 'danger' : 'neutral'}>
        <span>{paperTexts.counted(there, data.length)}</span>
        {missing > 0 && <strong>{paperTexts.missingNow(missing)}</strong>}
      </p>
      {stages.map((stage) => (
        <Stage key={stage} label={stageLabels[stage]} papers={data.filter((paper) => paper.stage === stage)} />
      ))}
    </div>
  );
}

function Stage({ label, papers }: { label: string; papers: Paper[] }) {
  if (papers.length === 0) return null;
  return (
    <div className={styles.stage}>
      <p className={styles.label}>{label}</p>
      <ul className={styles.list} aria-label={label}>
        {papers.map(({ file_type_id, file_type_name, is_there, is_due }) => {
          const Icon = is_there ? IconCircleCheck : IconCircleDashed;
          return (
            <li
              key={file_type_id}
              className={styles.paper}
              data-tone={is_there ? 'success' : is_due ? 'danger' : 'neutral'}
            >
              <Icon size={16} stroke={1.8} aria-hidden="true" />
              <bdi>{file_type_name}</bdi>
              {is_there ? (
                <VisuallyHidden>{paperTexts.there}</VisuallyHidden>
              ) : (
                <span className={styles.missing}>{paperTexts.missing}</span>
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
