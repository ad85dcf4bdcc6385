import type { KeyboardEvent, MouseEvent } from 'react';
import { containersContract } from '#features/containers/containers.contract.ts';
import type { Container } from '#features/containers/containers.contract.ts';
import { displayedStatus, mayBeDelayed, movesOf } from '#features/containers/containers.rules.ts';
import { texts } from '#features/containers/containers.texts.ts';
import { localDate } from '#shared/calendar.ts';
import { useAction } from '#web/use-action.ts';
import { useContainersPage } from './containers-page.context.ts';
import { useContainerChanged } from './containers.data.ts';
import styles from './StatusButtons.module.css';

/** What a container's state offers, by the table of spec section 4; for role 3 the buttons are disabled. */
export function StatusButtons({ container, nameId }: { container: Container; nameId: string }) {
  const { managing, now, act } = useContainersPage();
  const status = displayedStatus(container, localDate(now));
  const next = movesOf[status];
  const change = useAction(containersContract.changeStatus, { done: texts.statusChanged, failed: texts.statusFailed });
  const onChanged = useContainerChanged();

  const move = async (event: MouseEvent) => {
    // The second click of a double click is meant for the button that was there, not for the one that took its place.
    if (change.busy || event.detail > 1) return;
    const { id, version } = container;
    const changed = await change.run({ id, status: next.status, version });
    await onChanged(changed);
  };
  const shared = { 'aria-describedby': nameId, disabled: !managing };

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

/** A key that is held down would otherwise go through every state. */
function ignoreHeldDown(event: KeyboardEvent): void {
  if (event.repeat) event.preventDefault();
}
