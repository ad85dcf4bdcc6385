import type { DrawerProps, ModalProps } from '@mantine/core';
import { Suspense, useDeferredValue, useLayoutEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { lazyPart } from '../lazy-part.ts';
import { PartBoundary } from './PartBoundary.tsx';

/*
 * Loads Mantine's dialogs when they are needed. With their scroll lock and focus trap they would be a seventh of the code of
 * every screen, and no screen starts with a dialog.
 */

export const loadDialogFrames = () => import('./dialog-frames.ts');
const LazyModal = lazyPart(() => loadDialogFrames().then(({ frames }) => frames.Modal));
const LazyDrawer = lazyPart(() => loadDialogFrames().then(({ frames }) => frames.Drawer));

/** The preview is a dialog of Mantine's usual level, and opens others. */
const aboveThePreview = 210;

/** A dialog in the middle of the screen. */
export function Dialog({ opened, children, ...rest }: ModalProps) {
  return (
    <OnDemand opened={opened}>
      {(isOpen) => (
        <LazyModal opened={isOpen} returnFocus={false} zIndex={aboveThePreview} {...rest}>
          <PartBoundary>{children}</PartBoundary>
        </LazyModal>
      )}
    </OnDemand>
  );
}

/** A dialog at the side of the screen. */
export function SideDialog({ opened, children, ...rest }: DrawerProps) {
  return (
    <OnDemand opened={opened}>
      {(isOpen) => (
        <LazyDrawer opened={isOpen} returnFocus={false} zIndex={aboveThePreview} {...rest}>
          <PartBoundary>{children}</PartBoundary>
        </LazyDrawer>
      )}
    </OnDemand>
  );
}

type Props = { opened: boolean; children: (opened: boolean) => ReactNode };

/** Renders nothing until the dialog is first opened. Afterwards it stays mounted, so that it can fade out. */
function OnDemand({ opened, children }: Props) {
  const [mounted, setMounted] = useState(false);
  if (opened && !mounted) setMounted(true);
  useReturnFocus(opened);
  if (!mounted) return null;
  return (
    <Suspense fallback={null}>
      <ClosedFirst opened={opened}>{children}</ClosedFirst>
    </Suspense>
  );
}

/** Renders the dialog closed first, because otherwise it does not fade in. */
function ClosedFirst({ opened, children }: Props) {
  return children(useDeferredValue(opened, false));
}

/** The button of the menu that has the focus, or had it last. A menu may be removed before the dialog of its item opens. */
let lastMenuButton: HTMLElement | null = null;
document.addEventListener('focusin', ({ target }) => {
  const labelledBy = target instanceof Element && target.closest('[role=menu]')?.getAttribute('aria-labelledby');
  lastMenuButton = labelledBy ? document.getElementById(labelledBy) : null;
});

/** Mantine waits 10 ms too, because the click or key that closed the dialog may have moved the focus. */
const focusMovesWithinMs = 10;

/**
 * Returns the focus to the element that opened the dialog. Mantine determines that element only after its code has loaded,
 * when the focus may already be inside the dialog.
 */
function useReturnFocus(opened: boolean): void {
  useLayoutEffect(() => {
    if (!opened) return undefined;
    const opener = document.activeElement;
    const menuButton = lastMenuButton;
    return () => {
      const left = document.activeElement;
      setTimeout(() => {
        const hasMoved = document.activeElement !== left && document.activeElement !== document.body;
        const back = opener?.isConnected && opener !== document.body ? opener : menuButton;
        if (!hasMoved && back instanceof HTMLElement) back.focus({ preventScroll: true });
      }, focusMovesWithinMs);
    };
  }, [opened]);
}
