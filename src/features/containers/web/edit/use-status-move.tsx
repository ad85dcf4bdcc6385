import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import type { ComponentProps } from 'react';
import { bulkContract } from '#features/containers/bulk/container-bulk.contract.ts';
import { containersContract } from '#features/containers/core/containers.contract.ts';
import type { Container } from '#features/containers/core/containers.contract.ts';
import { displayedStatus, movesOf, restAfterMoveMs } from '#features/containers/core/containers.rules.ts';
import { ownTexts, texts } from '#features/containers/core/containers.texts.ts';
import { localDate } from '#shared/calendar.ts';
import { toast } from '#web/toast.tsx';
import { useAction } from '#web/use-action.ts';
import { useContainersPage } from '../containers-page.context.ts';
import type { ContainersSlots } from '../containers-page.context.ts';
import { beginRest, containerQuery, useContainerChanged } from '../containers.data.ts';

/** Returns whether another user has changed or deleted the container since it was loaded. */
const isStale = (status: number | undefined) => status === 404 || status === 409;

export type StatusMove = ReturnType<typeof useStatusMove>;

/**
 * The move of a container to its next state. See docs/specification.md#containers-states-and-moves. `dialog` asks for a reason
 * if papers are missing. Render it where it stays mounted when the buttons move.
 */
export function useStatusMove(container: Container, now: Date) {
  const status = displayedStatus(container, localDate(now));
  const next = movesOf[status];
  const change = useAction(containersContract.changeStatus, {
    done: texts.statusChanged,
    failed: texts.statusFailed,
    outlivesPage: true,
  });
  const onChanged = useContainerChanged();
  const { rest, begin } = useRest();
  const undoing = useUndo(container.id, begin);
  // The step for which papers are missing, and whether its dialog is open. The dialog keeps its texts while it closes.
  const [gap, setGap] = useState<{ next: typeof next; isOpen: boolean; byTouch: boolean }>();

  const send = async (step: typeof next, byTouch: boolean, papers_reason?: string, file_ids?: number[]) => {
    const { id, version } = container;
    const changed = await change.run({ id, status: step.status, version, papers_reason, file_ids });
    if (changed) setGap((gap) => gap && { ...gap, isOpen: false });
    if (changed && byTouch) begin(changed.undo_id);
    await onChanged(changed);
  };
  const move = (byTouch: boolean) => {
    if (change.busy) return;
    if ((container.papers_missing ?? 0) === 0) {
      void send(next, byTouch);
      return;
    }
    // Clears the failure of an earlier attempt, which would close the dialog.
    change.reset();
    setGap({ next, isOpen: true, byTouch });
  };
  const dialog = gap && (
    <Suspense fallback={null}>
      <Gap
        container={container}
        status={gap.next.status}
        opened={gap.isOpen && !isStale(change.failure?.status)}
        busy={change.busy}
        error={change.failure?.errors?.['papers_reason']?.[0]}
        onClose={() => setGap({ ...gap, isOpen: false })}
        onProceed={(...given) => void send(gap.next, gap.byTouch, ...given)}
      />
    </Suspense>
  );
  const undoId = rest?.undoId;
  /** After a move by touch, instead of the buttons. `undo` is missing after an undo. */
  const resting = {
    undo: undoId === undefined ? undefined : () => void undoing.run(undoId),
    busy: undoing.busy,
  };
  return { status, busy: change.busy, move, rest: rest || undoing.busy ? resting : undefined, dialog };
}

/** The page that calls the hook may be above its context, but not above the dialog. */
function Gap(props: ComponentProps<ContainersSlots['GapDialog']>) {
  const { slots } = useContainersPage();
  return <slots.GapDialog {...props} />;
}

/** Takes back the last move. The state before it rests too. */
function useUndo(id: number, begin: () => void) {
  const client = useQueryClient();
  const onChanged = useContainerChanged();
  const undo = useAction(bulkContract.undo, {
    onSuccess: ({ restored }) => {
      if (restored > 0) toast.success(texts.statusChanged);
      else toast.error(ownTexts.notUndone);
    },
    failed: ownTexts.undoFailed,
    outlivesPage: true,
  });
  const run = async (undoId: number) => {
    await undo.run({ id: undoId });
    begin();
    // The lists wait until the rest has ended.
    await onChanged(await client.fetchQuery({ ...containerQuery(id), staleTime: 0 }).catch(() => undefined));
  };
  return { run, busy: undo.busy };
}

/** The time after a move by touch in which a second tap at the same place must do nothing. */
function useRest() {
  const [rest, setRest] = useState<{ undoId: number | undefined }>();
  useEffect(() => {
    if (!rest) return undefined;
    const timer = setTimeout(() => setRest(undefined), restAfterMoveMs);
    return () => clearTimeout(timer);
  }, [rest]);
  const begin = (undoId?: number) => {
    beginRest();
    setRest({ undoId });
  };
  return { rest, begin };
}
