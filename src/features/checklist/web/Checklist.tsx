import { IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId, useRef } from 'react';
import type { FileType } from '#features/file-types/file-types.contract.ts';
import type { ChecklistRule } from '#features/papers/checklist.contract.ts';
import { scopeText, settingTexts, stageLabels } from '#features/papers/checklist.texts.ts';
import { Card } from '#web/widgets/Card.tsx';
import { LoadFailed } from '#web/widgets/LoadFailed.tsx';
import { LoadingRows } from '#web/widgets/Loading.tsx';
import { rowAction } from '#web/widgets/row-action.ts';
import { checklistQuery, useChecklist } from './checklist.data.ts';
import { ChecklistForm } from './ChecklistForm.tsx';
import styles from './Checklist.module.css';

/** The file types that are expected of containers, and a form to add one. */
export function Checklist({ fileTypes }: { fileTypes: readonly FileType[] }) {
  const headingId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const rules = useQuery(checklistQuery);
  const { remove } = useChecklist();
  const drop = async (id: number) => {
    await remove.run({ id });
    // The focused button was removed with its line.
    heading.current?.focus();
  };
  return (
    <Card as="section" className={styles.card ?? ''} aria-labelledby={headingId}>
      <div className={styles.head}>
        <h2 className={styles.heading} id={headingId} ref={heading} tabIndex={-1}>
          {settingTexts.title}
        </h2>
        <p className={styles.hint}>{settingTexts.intro}</p>
      </div>
      {rules.isPending && <LoadingRows rows={2} height={48} />}
      {rules.isError && <LoadFailed query={rules} title={settingTexts.loadFailed} />}
      {rules.data?.length === 0 && <p className={styles.empty}>{settingTexts.none}</p>}
      {rules.data && rules.data.length > 0 && (
        <ul className={styles.list} aria-labelledby={headingId}>
          {rules.data.map((rule) => (
            <Line key={rule.id} rule={rule} onRemove={() => void drop(rule.id)} />
          ))}
        </ul>
      )}
      <ChecklistForm fileTypes={fileTypes} />
    </Card>
  );
}

function Line({ rule: { file_type_name, stage, party }, onRemove }: { rule: ChecklistRule; onRemove: () => void }) {
  const lineId = useId();
  return (
    <li className={styles.rule}>
      <span className={styles.type} id={lineId}>
        <bdi>{file_type_name}</bdi>
      </span>
      <span className={styles.more}>{stageLabels[stage]}</span>
      <span className={styles.more}>
        <bdi>{scopeText(party?.name ?? null)}</bdi>
      </span>
      <button type="button" {...rowAction(settingTexts.remove, lineId)} data-danger="true" onClick={onRemove}>
        <IconTrash size={18} stroke={1.7} aria-hidden="true" />
      </button>
    </li>
  );
}
