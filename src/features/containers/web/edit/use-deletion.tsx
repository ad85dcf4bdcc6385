import type { ReactNode } from 'react';
import { containersContract } from '#features/containers/core/containers.contract.ts';
import type { Container } from '#features/containers/core/containers.contract.ts';
import { ownTexts, texts } from '#features/containers/core/containers.texts.ts';
import { trashDays } from '#shared/limits.ts';
import { containersKey } from '#web/query-keys.ts';
import { texts as webTexts } from '#web/texts.ts';
import { toast } from '#web/toast.tsx';
import { useAction } from '#web/use-action.ts';
import { useConfirm } from '#web/widgets/ConfirmDialog.tsx';
import { restoration } from '../containers.data.ts';

type Deletion = { remove: (container: Container | undefined) => Promise<void>; dialog: ReactNode };

/** Deletes a container after confirmation. Calls `onRemoved` if the focused button was removed with the card. */
export function useDeletion(onRemoved: () => void): Deletion {
  const { confirm, dialog } = useConfirm();
  const restoring = useAction(containersContract.restore, restoration);
  const restore = async (id: number | string) => {
    await restoring.run({ id });
    onRemoved();
  };
  const removal = useAction(containersContract.remove, {
    onSuccess: (_, { id }) => toast.success(texts.deleted, () => void restore(id)),
    failed: texts.deleteFailed,
    refresh: [containersKey],
  });

  const remove = async (container: Container | undefined) => {
    if (!container) return toast.error(texts.noContainer);
    const title = webTexts.confirmTitle(container.name);
    const affected = ownTexts.goesToTrash(trashDays);
    if (!(await confirm({ title, question: texts.confirmDelete, affected }))) return;
    await removal.run({ id: container.id });
    if (document.activeElement === document.body) onRemoved();
  };
  return { remove, dialog };
}
