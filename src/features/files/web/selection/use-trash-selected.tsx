import type { ReactNode } from 'react';
import type { File } from '#features/files/core/files.contract.ts';
import { texts } from '#features/files/core/files.texts.ts';
import { nameLabel } from '#features/files/list/files-view.rules.ts';
import { selectionContract } from '#features/files/list/selection.contract.ts';
import { selectionTexts } from '#features/files/list/selection.texts.ts';
import { trashTexts } from '#features/files/trash/trash.texts.ts';
import type { Failure } from '#shared/failure.ts';
import { filesKey } from '#web/query-keys.ts';
import { texts as webTexts } from '#web/texts.ts';
import { toast } from '#web/toast.tsx';
import { useAction } from '#web/use-action.ts';
import { useConfirm } from '#web/widgets/ConfirmDialog.tsx';

type Handlers = {
  onDone: (trashed: readonly File[]) => void;
  /** Called when the user has taken the deletion back. */
  onRestored: () => void;
  onRefusal: (failure: Failure) => void;
};

/** Moves the selected files to the trash, after one confirmation. See docs/choices.md#trash-and-versions. */
export function useTrashSelected(
  files: readonly File[],
  { onDone, onRestored, onRefusal }: Handlers,
): { confirm: () => void; dialog: ReactNode } {
  const { confirm, dialog } = useConfirm();
  const [first] = files;
  const count = files.length;
  const single = count === 1;
  const restoration = useAction(selectionContract.restore, {
    onSuccess: ({ changed }) => toast.success(selectionTexts.restored(changed)),
    failed: selectionTexts.restoreFailed,
    refresh: [filesKey],
  });
  const restore = async (ids: (string | number)[]) => {
    await restoration.run({ ids });
    onRestored();
  };
  const trashing = useAction(selectionContract.trash, {
    // The selection may have changed while the call was sent.
    onSuccess: (_, { ids }) =>
      toast.success(ids.length === 1 ? texts.deleted : selectionTexts.deleted(ids.length), () => void restore(ids)),
    onRefusal,
    failed: single ? texts.deleteFailed : selectionTexts.deleteFailed,
    refresh: [filesKey],
  });

  const confirmAndTrash = async () => {
    if (trashing.busy || !first) return;
    const title = single ? webTexts.confirmTitle(nameLabel(first)) : selectionTexts.deleteTitle(count);
    const question = single ? texts.confirmDelete : selectionTexts.confirmDelete(count);
    if (!(await confirm({ title, question, affected: trashTexts.goesToTrash(count) }))) return;
    if (await trashing.run({ ids: files.map((file) => file.id) })) onDone(files);
  };
  return { confirm: () => void confirmAndTrash(), dialog };
}
