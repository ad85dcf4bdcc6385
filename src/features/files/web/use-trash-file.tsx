import { useCallback, useLayoutEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { filesContract } from '#features/files/files.contract.ts';
import type { File } from '#features/files/files.contract.ts';
import { texts } from '#features/files/files.texts.ts';
import { useAction } from '#web/use-action.ts';
import { useConfirm } from '#web/widgets/ConfirmDialog.tsx';
import type { FileSelection } from './file-selection.ts';
import { filesKey } from './files.data.ts';

/** Moves one file to the trash, after asking. `trash` is the same function every time, because every row has it. */
export function useTrashFile(selection: FileSelection): { trash: (file: File) => void; dialog: ReactNode } {
  const { confirm, dialog } = useConfirm();
  const removal = useAction(filesContract.remove, {
    done: texts.deleted,
    failed: texts.deleteFailed,
    refresh: [filesKey],
  });

  const ask = async (file: File) => {
    if (!(await confirm(texts.confirmDelete))) return;
    await removal.run({ id: file.id });
    if (selection.has(file.id)) selection.set([file], false);
  };
  const latest = useRef(ask);
  useLayoutEffect(() => {
    latest.current = ask;
  });
  const trash = useCallback((file: File) => void latest.current(file), []);
  return { trash, dialog };
}
