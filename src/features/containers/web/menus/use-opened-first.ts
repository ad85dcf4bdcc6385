import { useEffect, useState } from 'react';

/**
 * Returns whether a menu is open, and the function to change it. The first press is on a placeholder, which the button of the
 * menu replaces. The menu opens after its own button has the focus, because closing returns the focus to the element that had it.
 */
export function useOpenedFirst(isOpened: boolean) {
  const [opened, setOpened] = useState(false);
  useEffect(() => {
    if (!isOpened) return undefined;
    const frame = requestAnimationFrame(() => setOpened(true));
    return () => cancelAnimationFrame(frame);
  }, [isOpened]);
  return [opened, setOpened] as const;
}
