import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Suspense, useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { fetchOnFirstInput } from '../fetch-early.ts';
import type { Icon } from './EmptyState.tsx';

type Props = {
  label: string;
  icon: Icon;
  /** Loads the code of the menu. The same function at each call. */
  load: () => Promise<unknown>;
  className?: string | undefined;
  /** The menu, open from the start. Its button has the same look and takes the focus. */
  children: ReactNode;
};

/**
 * The button of a menu. Menus are a tenth of the code of a screen, so it is loaded at the first input, and on a phone at the
 * first press of the button.
 */
export function MenuOnDemand({ label, icon: Icon, load, className, children }: Props) {
  const [isUsed, setIsUsed] = useState(false);
  const isTouched = useMediaQuery('(pointer: coarse)', false, { getInitialValueInEffect: false });
  useEffect(() => (isTouched ? undefined : fetchOnFirstInput(load)), [isTouched, load]);
  const button = (
    <Button
      variant="default"
      {...(className && { className })}
      leftSection={<Icon size={17} stroke={1.75} aria-hidden="true" />}
      aria-haspopup="menu"
      onClick={() => setIsUsed(true)}
    >
      {label}
    </Button>
  );
  return isUsed ? <Suspense fallback={button}>{children}</Suspense> : button;
}
