import { useRef } from 'react';
import { bulkContract } from '#features/containers/bulk/container-bulk.contract.ts';
import { bulkTexts } from '#features/containers/bulk/container-bulk.texts.ts';
import { toast } from '#web/toast.tsx';
import { useAction } from '#web/use-action.ts';
import { useContainerChanged } from '../containers.data.ts';

/** Takes back changes of cells and blocks, the last one first. */
export function useCellUndo() {
  const made = useRef<number[]>([]);
  const onChanged = useContainerChanged();
  const undoing = useAction(bulkContract.undo, { failed: bulkTexts.undoFailed, preferServerMessage: true });
  const run = async (id: number | undefined) => {
    if (id === undefined || undoing.busy) return;
    const undone = await undoing.run({ id });
    if (undone) toast.success(bulkTexts.undone(undone.restored, undone.kept));
    made.current = made.current.filter((one) => one !== id);
    await onChanged();
  };
  return {
    push: (id: number) => void made.current.push(id),
    run: (id: number) => void run(id),
    runLast: () => void run(made.current.at(-1)),
  };
}
