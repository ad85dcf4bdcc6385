import { IconCheck } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import type { KeyboardEvent, MouseEvent } from 'react';
import type { Container } from '#features/containers/core/containers.contract.ts';
import { mayBeDelayed, movesOf } from '#features/containers/core/containers.rules.ts';
import { ownTexts, texts } from '#features/containers/core/containers.texts.ts';
import { stateNoteId, useContainersPage } from '../containers-page.context.ts';
import type { StatusMove } from './use-status-move.tsx';
import styles from './StatusButtons.module.css';

type Props = { container: Container; step: StatusMove; nameId: string };

/**
 * The buttons of the container's state. They are disabled for role 3.
 * See docs/specification.md#containers-states-and-moves. After a move by touch the new state and 'Undo' are in their place,
 * because a second tap of an impatient user would hit the button of the next state.
 */
export function StatusButtons({ container, step, nameId }: Props) {
  const { managing, act } = useContainersPage();
  const { status, busy, rest } = step;
  const row = useRef<HTMLDivElement>(null);
  const [tapped, setTapped] = useState<Tapped>();
  const move = (event: MouseEvent) => {
    // Ignores the second click of a double click, which would hit the button of the next state.
    if (event.detail > 1) return;
    setTapped({ x: event.clientX, width: row.current?.offsetWidth ?? 0, height: row.current?.offsetHeight ?? 0 });
    step.move(isTouch(event));
  };
  const shared = {
    'aria-describedby': managing ? nameId : `${nameId} ${stateNoteId}`,
    disabled: !managing,
    title: managing ? undefined : ownTexts.stateIsForManagers,
  };

  return (
    <div
      ref={row}
      className={styles.buttons}
      {...(rest && { 'data-rest': true, style: { minWidth: tapped?.width, minHeight: tapped?.height } })}
    >
      {managing && (
        <span className={styles.state} aria-live="polite">
          {rest && (
            <>
              <IconCheck size={18} stroke={1.9} aria-hidden="true" />
              {status}
            </>
          )}
        </span>
      )}
      {!rest && mayBeDelayed(status) && (
        <>
          <button type="button" {...shared} className={styles.button} onClick={() => act('delayPfi', container)}>
            {texts.delayPfi}
          </button>
          <button type="button" {...shared} className={styles.button} onClick={() => act('delayExFactory', container)}>
            {texts.delayExFactory}
          </button>
        </>
      )}
      {!rest && (
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
      )}
      {rest?.undo && (
        <button
          type="button"
          aria-describedby={nameId}
          className={styles.button}
          aria-busy={rest.busy}
          ref={(button) => keepAside(button, tapped)}
          onClick={rest.undo}
        >
          {ownTexts.undo}
        </button>
      )}
    </div>
  );
}

/** The place of the last tap, and the size of the buttons at that moment. */
type Tapped = { x: number; width: number; height: number };

/** Whether a click was made with a finger. A key press has no clicks to count. */
function isTouch({ detail, nativeEvent }: MouseEvent): boolean {
  const { pointerType } = nativeEvent as PointerEvent;
  return detail > 0 && (pointerType === 'touch' || window.matchMedia('(pointer: coarse)').matches);
}

/** The distance of 'Undo' from the finger. */
const fingerWidth = 24;

/** 'Undo' is before the state. If the finger is there, it moves behind the state. */
function keepAside(button: HTMLElement | null, tapped: Tapped | undefined): void {
  if (!button || !tapped || button.dataset['aside']) return;
  const { left, right } = button.getBoundingClientRect();
  const isUnderFinger = tapped.x > left - fingerWidth && tapped.x < right + fingerWidth;
  button.dataset['aside'] = isUnderFinger ? 'end' : 'start';
}

/** Without this, a held key would go through all states. */
function ignoreHeldDown(event: KeyboardEvent): void {
  if (event.repeat) event.preventDefault();
}
