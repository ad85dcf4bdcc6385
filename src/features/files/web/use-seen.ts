import { useCallback, useState } from 'react';
import type { RefCallback } from 'react';

/** Whether an element has come into view, or within `margin` of it; once seen it stays seen. */
export function useSeen(margin: string): [ref: RefCallback<Element>, seen: boolean] {
  const [seen, setSeen] = useState(false);
  const ref = useCallback(
    (element: Element | null) => {
      if (!element) return;
      const observer = new IntersectionObserver(
        (entries) => {
          if (!entries.some((entry) => entry.isIntersecting)) return;
          setSeen(true);
          observer.disconnect();
        },
        { rootMargin: margin },
      );
      observer.observe(element);
      return () => observer.disconnect();
    },
    [margin],
  );
  return [ref, seen];
}
