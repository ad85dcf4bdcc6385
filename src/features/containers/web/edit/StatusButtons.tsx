import type { KeyboardEvent, MouseEvent } from 'react';
import type { Container } from '#features/containers/containers.contract.ts';
import { mayBeDelayed, movesOf } from '#features/containers/containers.rules.ts';
import { ownTexts, texts } from '#features/containers/containers.texts.ts';
import { stateNoteId, useContainersPage } from '../containers-page.context.ts';
import type { StatusMove } from './use-status-move.tsx';
import styles from './StatusButtons.module.css';

/**
 * The buttons of the container's state. They are disabled for role 3.
 * See docs/specification.md#containers-states-and-moves.
 */
export function StatusButtons({ container, step, nameId }: { container: Container; step: StatusMove; nameId: string }) {
  const { managing, act } = useContainersPage();
  const { status, busy } = step;
  const move = (event: MouseEvent) => {
    // Ignores the second click of a double click, which would hit the button of the next state.
    if (event.detail <= 1) step.move();
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
        aria-busy={busy}
        onKeyDown={ignoreHeldDown}
        onClick={move}
      >
        {movesOf[status].label}
      </button>
    </div>
  );
}

/** Without this, a held key would go through all states. */
function ignoreHeldDown(event: KeyboardEvent): void {
  if (event.repeat) event.preventDefault();
}
