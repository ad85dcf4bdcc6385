import type { ReactNode } from 'react';
import type { File } from '#features/files/files.contract.ts';
import { texts } from '#features/files/files.texts.ts';
import { selectionTexts } from '#features/files/keeping.texts.ts';
import { selectionContract } from '#features/files/selection.contract.ts';
import { useAction } from '#web/use-action.ts';
import { useConfirm } from '#web/widgets/ConfirmDialog.tsx';
import { filesKey } from './files.data.ts';

/** Moves the selected files to the trash, after one question. Source: spec section 5 for a single file. */
export function useTrashSelected(files: readonly File[], onDone: () => void): { ask: () => void; dialog: ReactNode } {
  const { confirm, dialog } = useConfirm();
  const count = files.length;
  const single = count === 1;
  const trashing = useAction(selectionContract.trash, {
    done: single ? texts.deleted : selectionTexts.deleted(count),
    failed: single ? texts.deleteFailed : selectionTexts.deleteFailed,
    refresh: [filesKey],
  });

  const ask = async () => {
    if (trashing.busy) return;
    if (!(await confirm(single ? texts.confirmDelete : selectionTexts.confirmDelete(count)))) return;
    if (await trashing.run({ ids: files.map((file) => file.id) })) onDone();
  };
  return { ask: () => void ask(), dialog };
}
