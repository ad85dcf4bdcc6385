import { useCallback, useState } from 'react';
import type { CSSProperties, RefCallback } from 'react';
import { watchNear } from './watch-near.ts';

/** Some screens above and below. */
const drawnWithin = '2500px';

// What somebody does in a page must not be lost while they look at another one.
const inUse = ':focus-within, :has([aria-expanded="true"])';

/**
 * Whether a page of a long list is to be drawn. Far from the window it is as high as it was, and empty, so that ten
 * thousand rows are no more to the browser than a few hundred. The reference and the style are for the page's element.
 */
export function useNearWindow(): [ref: RefCallback<HTMLElement>, near: boolean, style: CSSProperties | undefined] {
  const [heightAway, setHeightAway] = useState<number>();
  const ref = useCallback(
    (page: HTMLElement | null) =>
      page
        ? watchNear(page, drawnWithin, (near) => {
            if (near) setHeightAway(undefined);
            else if (!page.matches(inUse)) setHeightAway(page.offsetHeight);
          })
        : undefined,
    [],
  );
  const near = heightAway === undefined;
  return [ref, near, near ? undefined : { height: heightAway }];
}

/** How many rows come before each page. */
export const startsOf = (pages: readonly { length: number }[]): number[] =>
  pages.map((_, place) => pages.slice(0, place).reduce((sum, { length }) => sum + length, 0));
