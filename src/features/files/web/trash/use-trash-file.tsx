import { useCallback, useLayoutEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { filesContract } from '#features/files/core/files.contract.ts';
import type { File } from '#features/files/core/files.contract.ts';
import { texts } from '#features/files/core/files.texts.ts';
import { nameLabel } from '#features/files/list/files-view.rules.ts';
import { trashContract } from '#features/files/trash/trash.contract.ts';
import { trashTexts } from '#features/files/trash/trash.texts.ts';
import { filesKey } from '#web/query-keys.ts';
import { texts as webTexts } from '#web/texts.ts';
import { toast } from '#web/toast.tsx';
import { useAction } from '#web/use-action.ts';
import { useConfirm } from '#web/widgets/ConfirmDialog.tsx';
import { neighbourOf } from '../list/focus-row.ts';
import type { FileSelection } from '../selection/file-selection.ts';

type Handlers = {
  /** `neighbour` is the file in the row below or above. */
  onTrashed: (file: File, neighbour: number | undefined) => void;
  onRestored: (file: File) => void;
};

/**
 * Moves a file to the trash after a confirmation. `trash` is a stable function, because every row uses it. `next` is the
 * neighbour of the file, if the caller knows it.
 */
export function useTrashFile(
  selection: FileSelection,
  { onTrashed, onRestored }: Handlers,
): { trash: (file: File, next?: number) => void; dialog: ReactNode } {
  const { confirm, dialog } = useConfirm();
  const restoration = useAction(trashContract.restore, {
    onSuccess: (file) => toast.success(trashTexts.restored(nameLabel(file))),
    failed: trashTexts.restoreFailed,
    refresh: [filesKey],
  });
  const restore = async (file: File) => {
    await restoration.run({ id: file.id });
    onRestored(file);
  };
  /** By id, because a file can be deleted while the deletion of another one is sent. */
  const confirmed = useRef(new Map<number, { file: File; neighbour: number | undefined }>());
  const removal = useAction(filesContract.remove, {
    onSuccess: (_, { id }) => {
      const one = confirmed.current.get(Number(id));
      if (!one) return;
      const { file, neighbour } = one;
      toast.success(texts.deleted, () => void restore(file));
      if (selection.has(file.id)) selection.set([file], false);
      onTrashed(file, neighbour);
    },
    failed: texts.deleteFailed,
    refresh: [filesKey],
  });

  const confirmAndTrash = async (file: File, next?: number) => {
    const title = webTexts.confirmTitle(nameLabel(file));
    const affected = trashTexts.goesToTrash(1);
    if (!(await confirm({ title, question: texts.confirmDelete, affected }))) return;
    confirmed.current.set(file.id, { file, neighbour: next ?? neighbourOf(file.id) });
    await removal.run({ id: file.id });
    confirmed.current.delete(file.id);
  };
  const latest = useRef(confirmAndTrash);
  useLayoutEffect(() => {
    latest.current = confirmAndTrash;
  });
  const trash = useCallback((file: File, next?: number) => void latest.current(file, next), []);
  return { trash, dialog };
}
