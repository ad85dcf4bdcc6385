import { useCallback, useState } from 'react';
import type { CSSProperties, RefCallback } from 'react';
import { watchNear } from './watch-near.ts';

/** About three screens above and below the window. */
const renderMargin = '2500px';

// A page of the list with focus or an open menu stays rendered, so that scrolling does not lose input.
const inUse = ':focus-within, :has([aria-expanded="true"])';

/**
 * Returns whether a page of a long list should be rendered. Far from the window it keeps its height and is empty, so that
 * ten thousand rows cost the browser as much as a few hundred. The ref and the style are for the element of the page.
 */
export function useNearWindow(): [ref: RefCallback<HTMLElement>, near: boolean, style: CSSProperties | undefined] {
  const [savedHeight, setSavedHeight] = useState<number>();
  const ref = useCallback(
    (page: HTMLElement | null) =>
      page
        ? watchNear(page, renderMargin, (near) => {
            if (near) setSavedHeight(undefined);
            else if (!page.matches(inUse)) setSavedHeight(page.offsetHeight);
          })
        : undefined,
    [],
  );
  const near = savedHeight === undefined;
  return [ref, near, near ? undefined : { height: savedHeight }];
}

/** Returns the number of rows before each page. */
export const startsOf = (pages: readonly { length: number }[]): number[] =>
  pages.map((_, index) => pages.slice(0, index).reduce((sum, { length }) => sum + length, 0));
