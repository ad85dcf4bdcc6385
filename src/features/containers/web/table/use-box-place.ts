import { useEffect, useLayoutEffect, useRef } from 'react';
import type { RefObject } from 'react';

/** Keeps the distance of an element from the top of the page in `--top`: filters and notes above it come and go. */
export function useTop(): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const sizes = new ResizeObserver(() => {
      const top = (ref.current?.getBoundingClientRect().top ?? 0) + window.scrollY;
      ref.current?.style.setProperty('--top', `${top}px`);
    });
    sizes.observe(document.body);
    return () => sizes.disconnect();
  }, []);
  return ref;
}

/** Scrolls sideways as far as the current cell needs to be seen. */
export function useCellInSight(cellId: string | undefined): void {
  useEffect(() => {
    if (cellId) document.getElementById(cellId)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [cellId]);
}
