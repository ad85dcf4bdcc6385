import { useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { rowsInSight } from '#features/containers/container-table.rules.ts';
import type { RowWindow } from '#features/containers/container-table.rules.ts';
import { useHandler } from './use-handler.ts';

/** The height of a row and of the heading in pixels. The style sheet has the same number. */
export const rowHeight = 36;

type RowsInSight = {
  box: RefObject<HTMLDivElement | null>;
  sight: RowWindow;
  onScroll: () => void;
  /** Scrolls just as far as a row needs to be seen. */
  reveal: (row: number) => void;
};

/** Follows the scroll position of the table, and returns the rows to render. */
export function useRowsInSight(rows: number): RowsInSight {
  const box = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState({ top: 0, height: 900 });
  const onScroll = useHandler(() => {
    const { scrollTop, clientHeight } = box.current ?? { scrollTop: 0, clientHeight: 0 };
    const next = { top: Math.floor(scrollTop / rowHeight / 10) * 10 * rowHeight, height: clientHeight };
    setPlace((place) => (place.top === next.top && place.height === next.height ? place : next));
  });
  useEffect(() => {
    const sizes = new ResizeObserver(onScroll);
    if (box.current) sizes.observe(box.current);
    return () => sizes.disconnect();
  }, [onScroll]);

  const reveal = (row: number) => {
    if (!box.current) return;
    const { scrollTop, clientHeight } = box.current;
    const top = row * rowHeight;
    // The heading covers the first row of the box.
    const lowest = top + 2 * rowHeight - clientHeight + scrollbarHeight;
    if (scrollTop > top) box.current.scrollTop = top;
    else if (scrollTop < lowest) box.current.scrollTop = lowest;
  };
  return { box, sight: rowsInSight({ ...place, rowHeight, rows }), onScroll, reveal };
}

/** Some browsers draw the scroll bar over the last row. */
const scrollbarHeight = 12;
