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

  const move = async (event: MouseEvent) => {
    // Ignores the second click of a double click, which would hit the button of the next state.
    if (change.busy || event.detail > 1) return;
    const { id, version } = container;
    const changed = await change.run({ id, status: next.status, version });
    await onChanged(changed);
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
    </div>
  );
}

/** Without this, a held key would go through all states. */
function ignoreHeldDown(event: KeyboardEvent): void {
  if (event.repeat) event.preventDefault();
}
