import { useEffect, useState } from 'react';

/**
 * Whether a menu is open. The menu whose button was pressed first opens after its own button has the focus: the pressed
 * button was another one, which is gone, and a menu returns the focus to the element that had it.
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
