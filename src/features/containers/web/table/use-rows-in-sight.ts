import { useCallbackRef } from '@mantine/hooks';
import { useLayoutEffect, useRef, useState } from 'react';
import { rowsInSight } from '#features/containers/list/container-table.rules.ts';
import { useDensity } from '#web/density.ts';
import type { Density } from '#web/density.ts';
import { useRestoredValue } from '#web/restored-state.ts';

/** The heights of a row and of the heading in pixels. */
const rowHeights: Record<Density, number> = { comfortable: 36, compact: 28 };

/** Follows the scroll position of the table, and returns the rows to render. */
export function useRowsInSight(rows: number) {
  const box = useRef<HTMLDivElement>(null);
  const rowHeight = rowHeights[useDensity()];
  const [scrolled, setScrolled] = useState({ top: 0, height: 900 });
  const [restoredTop, recordTop] = useRestoredValue('table', 0);
  const isRestored = useRef(false);
  const onScroll = useCallbackRef(() => {
    if (!box.current) return;
    const { scrollTop, clientHeight } = box.current;
    if (isRestored.current) recordTop(scrollTop);
    const next = { top: Math.floor(scrollTop / rowHeight / 10) * 10 * rowHeight, height: clientHeight };
    setScrolled((last) => (last.top === next.top && last.height === next.height ? last : next));
  });
  useLayoutEffect(() => {
    // The rows exist as soon as the number of containers is known.
    if (rows > 0 && !isRestored.current && box.current) {
      isRestored.current = true;
      box.current.scrollTop = restoredTop;
    }
  }, [rows, restoredTop]);
  // The observer reports the removal of the box as a change of its size, with the scroll position 0. A layout effect ends
  // before that.
  useLayoutEffect(() => {
    const sizes = new ResizeObserver(onScroll);
    if (box.current) sizes.observe(box.current);
    return () => sizes.disconnect();
  }, [onScroll]);

  /** Scrolls just as far as a row needs to be seen. */
  const reveal = (row: number) => {
    if (!box.current) return;
    const { scrollTop, clientHeight } = box.current;
    const top = row * rowHeight;
    // The heading covers the first row of the box.
    const lowest = top + 2 * rowHeight - clientHeight + scrollbarHeight;
    if (scrollTop > top) box.current.scrollTop = top;
    else if (scrollTop < lowest) box.current.scrollTop = lowest;
  };
  const sight = rowsInSight({ ...scrolled, rowHeight, rows });
  /** The number of rows by which a page key scrolls. */
  const page = Math.floor(scrolled.height / rowHeight) - 2;
  return { box, sight, rowHeight, onScroll, reveal, page };
}

/** Some browsers draw the scroll bar over the last row. */
const scrollbarHeight = 12;
