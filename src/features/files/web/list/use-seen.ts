import { useCallback, useState } from 'react';
import type { RefCallback } from 'react';
import { watchNear } from '#web/watch-near.ts';

/** Returns whether an element has ever been in view, or within `margin` of it. */
export function useSeen(margin: string): [ref: RefCallback<Element>, seen: boolean] {
  const [seen, setSeen] = useState(false);
  const ref = useCallback(
    (element: Element | null) => {
      if (!element) return undefined;
      const stop = watchNear(element, margin, (near) => {
        if (!near) return;
        setSeen(true);
        stop();
      });
      return stop;
    },
    [margin],
  );
  return [ref, seen];
}
