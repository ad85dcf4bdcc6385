import type { ReactNode } from 'react';
import { containersContract } from '#features/containers/containers.contract.ts';
import type { Container } from '#features/containers/containers.contract.ts';
import { ownTexts, texts } from '#features/containers/containers.texts.ts';
import { trashDays } from '#shared/limits.ts';
import { toast } from '#web/toast.ts';
import { useAction } from '#web/use-action.ts';
import { useConfirm } from '#web/widgets/ConfirmDialog.tsx';
import { useContainerChanged } from './containers.data.ts';
import styles from './Deletion.module.css';

type Deletion = { remove: (container: Container | undefined) => Promise<void>; dialog: ReactNode };

/** Deletes after a question; `onGone` when the card, and the button in it that had the focus, are no longer there. */
export function useDeletion(onGone: () => void): Deletion {
  const { confirm, dialog } = useConfirm();
  const removal = useAction(containersContract.remove, { done: texts.deleted, failed: texts.deleteFailed });
  const onChanged = useContainerChanged();

  const remove = async (container: Container | undefined) => {
    if (!container) return toast.error(texts.noContainer);
    const affected = (
      <>
        <p className={styles.name}>
          <bdi>{container.name}</bdi>
        </p>
        <p className={styles.hint}>{ownTexts.goesToTrash(trashDays)}</p>
      </>
    );
    if (!(await confirm(texts.confirmDelete, affected))) return;
    await removal.run({ id: container.id });
    await onChanged();
    if (document.activeElement === document.body) onGone();
  };
  return { remove, dialog };
}
