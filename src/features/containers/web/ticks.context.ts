import { useMemo, useState } from 'react';
import { requiredContext } from '#web/required-context.ts';

/** The selected containers: those of `ids`, or all that the filters show but those of `ids`. */
export type Ticks = { all: boolean; ids: ReadonlySet<number> };

export type TicksValue = {
  ticks: Ticks;
  /** Selects these containers, or removes them from the selection. `found` is the number that the filters show. */
  setMany: (ids: readonly number[], ticked: boolean, found: number) => void;
  tickAll: () => void;
  clear: () => void;
};

export const [TicksContext, useTicks] = requiredContext<TicksValue>('the containers page');

const none: Ticks = { all: false, ids: new Set() };

export const isTicked = ({ all, ids }: Ticks, id: number): boolean => ids.has(id) !== all;
/**
 * The number of selected containers. It is too low if a container that was removed from 'all' no longer matches. The preview of a
 * change has the exact number.
 */
export const countOf = ({ all, ids }: Ticks, found: number): number => (all ? Math.max(0, found - ids.size) : ids.size);

/** Returns the selection of the page. It ends when other containers are shown: `shown` names the filters. */
export function useTicksValue(shown: string): TicksValue {
  const [ticks, setTicks] = useState<Ticks>(none);
  const [shownBefore, setShownBefore] = useState(shown);
  if (shown !== shownBefore) {
    setShownBefore(shown);
    setTicks(none);
  }
  return useMemo(
    () => ({
      ticks,
      setMany: (ids, ticked, found) =>
        setTicks(({ all, ids: before }) => {
          const named = new Set(ids);
          const next = { all, ids: ticked === all ? new Set(before).difference(named) : new Set(before).union(named) };
          // Otherwise a container that matches later would be selected.
          return countOf(next, found) === 0 ? none : next;
        }),
      tickAll: () => setTicks({ all: true, ids: new Set() }),
      clear: () => setTicks(none),
    }),
    [ticks],
  );
}
