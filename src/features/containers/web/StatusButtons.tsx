import { lazy, Suspense, useState } from 'react';
import type { KeyboardEvent, MouseEvent } from 'react';
import { containersContract } from '#features/containers/containers.contract.ts';
import type { Container } from '#features/containers/containers.contract.ts';
import { displayedStatus, mayBeDelayed, movesOf } from '#features/containers/containers.rules.ts';
import { ownTexts, texts } from '#features/containers/containers.texts.ts';
import { localDate } from '#shared/calendar.ts';
import { useAction } from '#web/use-action.ts';
import { stateNoteId, useContainersPage } from './containers-page.context.ts';
import { useContainerChanged } from './containers.data.ts';
import styles from './StatusButtons.module.css';

const GapDialog = lazy(() => import('./GapDialog.tsx').then((file) => ({ default: file.GapDialog })));

/** Returns whether another user has changed or deleted the container since it was loaded. */
const isStale = (status: number | undefined) => status === 404 || status === 409;

/**
 * The buttons of the container's state. They are disabled for role 3.
 * See docs/specification.md#containers-states-and-moves.
 */
export function StatusButtons({ container, nameId }: { container: Container; nameId: string }) {
  const { managing, now, act } = useContainersPage();
  const status = displayedStatus(container, localDate(now));
  const next = movesOf[status];
  const change = useAction(containersContract.changeStatus, { done: texts.statusChanged, failed: texts.statusFailed });
  const onChanged = useContainerChanged();
  // The step for which papers are missing, and whether its dialog is open. The dialog keeps its texts while it closes.
  const [gap, setGap] = useState<{ next: typeof next; isOpen: boolean }>();

  const send = async (step: typeof next, papers_reason?: string, file_ids?: number[]) => {
    const { id, version } = container;
    const changed = await change.run({ id, status: step.status, version, papers_reason, file_ids });
    if (changed) setGap((gap) => gap && { ...gap, isOpen: false });
    await onChanged(changed);
  };
  const move = async (event: MouseEvent) => {
    // Ignores the second click of a double click, which would hit the button of the next state.
    if (change.busy || event.detail > 1) return;
    if ((container.papers_missing ?? 0) === 0) return send(next);
    // The failure of an earlier attempt would close the dialog.
    change.reset();
    setGap({ next, isOpen: true });
  };
  const shared = {
    'aria-describedby': managing ? nameId : `${nameId} ${stateNoteId}`,
    disabled: !managing,
    title: managing ? undefined : ownTexts.stateIsForManagers,
  };

  return (
    <div className={styles.buttons}>
      {mayBeDelayed(status) && (
        <>
          <button type="button" {...shared} className={styles.button} onClick={() => act('delayPfi', container)}>
            {texts.delayPfi}
          </button>
          <button type="button" {...shared} className={styles.button} onClick={() => act('delayExFactory', container)}>
            {texts.delayExFactory}
          </button>
        </>
      )}
      <button
        type="button"
        {...shared}
        className={styles.button}
        data-kind={status === 'Departed' ? 'undo' : 'move'}
        aria-busy={change.busy}
        onKeyDown={ignoreHeldDown}
        onClick={(event) => void move(event)}
      >
        {next.label}
      </button>
      {gap && (
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
      )}
    </div>
  );
}

/** Without this, a held key would go through all states. */
function ignoreHeldDown(event: KeyboardEvent): void {
  if (event.repeat) event.preventDefault();
}
