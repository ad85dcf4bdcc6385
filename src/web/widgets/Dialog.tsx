import type { DrawerProps, ModalProps } from '@mantine/core';
import { lazy, Suspense, useDeferredValue, useLayoutEffect, useState } from 'react';
import type { ReactNode } from 'react';

/*
 * Dialogs whose frame comes when it is needed: with all it brings, locks and traps for scrolling and focus, it would be
 * a seventh of every screen's code, and no screen begins with a dialog.
 */

export const loadDialogFrames = () => import('./dialog-frames.ts');
const LazyModal = lazy(() => loadDialogFrames().then(({ frames }) => ({ default: frames.Modal })));
const LazyDrawer = lazy(() => loadDialogFrames().then(({ frames }) => ({ default: frames.Drawer })));

/** A dialog in the middle of the screen. */
export function Dialog({ opened, ...rest }: ModalProps) {
  return <OnDemand opened={opened}>{(isOpen) => <LazyModal opened={isOpen} returnFocus={false} {...rest} />}</OnDemand>;
}

/** A dialog at the side of the screen. */
export function SideDialog({ opened, ...rest }: DrawerProps) {
  return (
    <OnDemand opened={opened}>{(isOpen) => <LazyDrawer opened={isOpen} returnFocus={false} {...rest} />}</OnDemand>
  );
}

type Props = { opened: boolean; children: (opened: boolean) => ReactNode };

/** Draws nothing until it is first opened. From then on it stays, to fade out as it faded in. */
function OnDemand({ opened, children }: Props) {
  const [wanted, setWanted] = useState(false);
  if (opened && !wanted) setWanted(true);
  useFocusBack(opened);
  if (!wanted) return null;
  return (
    <Suspense fallback={null}>
      <ClosedFirst opened={opened}>{children}</ClosedFirst>
    </Suspense>
  );
}

/** Closed before it opens, because a dialog that was never closed does not fade in. */
function ClosedFirst({ opened, children }: Props) {
  return children(useDeferredValue(opened, false));
}

/** As long as the kit waits: a click or a key that closed the dialog may have moved the focus itself. */
const focusMovesWithinMs = 10;

/**
 * Gives the focus back to what opened the dialog. Not the kit's way, which looks for that when the frame has come: by
 * then the focus may be in it.
 */
function useFocusBack(opened: boolean): void {
  useLayoutEffect(() => {
    if (!opened) return undefined;
    const opener = document.activeElement;
    return () => {
      const left = document.activeElement;
      setTimeout(() => {
        const isElsewhere = document.activeElement !== left && document.activeElement !== document.body;
        if (!isElsewhere && opener instanceof HTMLElement) opener.focus({ preventScroll: true });
      }, focusMovesWithinMs);
    };
  }, [opened]);
}
