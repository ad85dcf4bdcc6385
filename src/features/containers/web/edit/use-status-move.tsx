import { Suspense, useState } from 'react';
import type { ReactNode } from 'react';
import { containersContract } from '#features/containers/containers.contract.ts';
import type { Container } from '#features/containers/containers.contract.ts';
import { displayedStatus, movesOf } from '#features/containers/containers.rules.ts';
import { texts } from '#features/containers/containers.texts.ts';
import { localDate } from '#shared/calendar.ts';
import { lazyPart } from '#web/lazy-part.ts';
import { useAction } from '#web/use-action.ts';
import { useContainerChanged } from '../containers.data.ts';

const GapDialog = lazyPart(() => import('./GapDialog.tsx').then((file) => file.GapDialog));

/** Returns whether another user has changed or deleted the container since it was loaded. */
const isStale = (status: number | undefined) => status === 404 || status === 409;

/** `dialog` asks for a reason if papers are missing. Render it where it stays mounted when the buttons move. */
export type StatusMove = {
  status: ReturnType<typeof displayedStatus>;
  busy: boolean;
  move: () => void;
  dialog: ReactNode;
};

/**
 * The move of a container to its next state. See docs/specification.md#containers-states-and-moves.
 */
export function useStatusMove(container: Container, now: Date): StatusMove {
  const status = displayedStatus(container, localDate(now));
  const next = movesOf[status];
  const change = useAction(containersContract.changeStatus, {
    done: texts.statusChanged,
    failed: texts.statusFailed,
    outlivesPage: true,
  });
  const onChanged = useContainerChanged();
  // The step for which papers are missing, and whether its dialog is open. The dialog keeps its texts while it closes.
  const [gap, setGap] = useState<{ next: typeof next; isOpen: boolean }>();

  const send = async (step: typeof next, papers_reason?: string, file_ids?: number[]) => {
    const { id, version } = container;
    const changed = await change.run({ id, status: step.status, version, papers_reason, file_ids });
    if (changed) setGap((gap) => gap && { ...gap, isOpen: false });
    await onChanged(changed);
  };
  const move = () => {
    if (change.busy) return;
    if ((container.papers_missing ?? 0) === 0) {
      void send(next);
      return;
    }
    // Clears the failure of an earlier attempt, which would close the dialog.
    change.reset();
    setGap({ next, isOpen: true });
  };
  const dialog = gap && (
    <Suspense fallback={null}>
      <GapDialog
        container={container}
        status={gap.next.status}
        opened={gap.isOpen && !isStale(change.failure?.status)}
        busy={change.busy}
        error={change.failure?.errors?.['papers_reason']?.[0]}
        onClose={() => setGap({ ...gap, isOpen: false })}
        onProceed={(...given) => void send(gap.next, ...given)}
      />
    </Suspense>
  );
  return { status, busy: change.busy, move, dialog };
}
